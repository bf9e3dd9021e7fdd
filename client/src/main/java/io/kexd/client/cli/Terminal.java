package io.kexd.client.cli;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Whether a person looks at it. */
final class Terminal {
  private static final int STANDARD_ERROR = 2;

  private Terminal() {}

  /** Whether standard error is a terminal: the JDK only tells it of input and output together. */
  @SuppressWarnings("restricted")
  static boolean isStandardError() {
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    try {
      MemorySegment isatty = linker.defaultLookup().findOrThrow("isatty");
      return (int) linker.downcallHandle(isatty, type).invokeExact(STANDARD_ERROR) == 1;
    } catch (Throwable e) {
      return false;
    }
  }
}
