package io.kexd.client.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;

/** Remembers why it could not be written: a {@code PrintStream} does not say. */
final class StandardOutput extends FilterOutputStream {
  private boolean brokenPipe;

  StandardOutput(OutputStream out) {
    super(out);
  }

  /** Whether its reader went away, as {@code head} does. */
  boolean isBrokenPipe() {
    return brokenPipe;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int count) throws IOException {
    try {
      out.write(bytes, offset, count);
    } catch (IOException e) {
      brokenPipe |= String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
      throw e;
    }
  }
}
