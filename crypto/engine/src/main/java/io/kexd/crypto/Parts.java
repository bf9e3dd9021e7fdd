package io.kexd.crypto;

import java.util.Arrays;
import java.util.List;

/** Equal parts, as kernels take them: one after the other. */
final class Parts {
  private Parts() {}

  /** Says which part a caller left out: it would fail the others' call. */
  static void requireNoNull(List<?> parts, String name) {
    int i = 0;
    for (Object part : parts) {
      if (part == null) {
        throw new NullPointerException(name + "[" + i + "] is null");
      }
      i++;
    }
  }

  /** The parts {@code first} to {@code first + count - 1} in one array; at least one. */
  static byte[] join(byte[][] parts, int first, int count) {
    int size = parts[first].length;
    byte[] all = new byte[count * size];
    for (int i = 0; i < count; i++) {
      System.arraycopy(parts[first + i], 0, all, i * size, size);
    }
    return all;
  }

  /** Cuts an array into {@code count} parts, which are set from {@code first} on. */
  static void split(byte[] all, byte[][] parts, int first, int count) {
    int size = all.length / count;
    for (int i = 0; i < count; i++) {
      parts[first + i] = Arrays.copyOfRange(all, i * size, (i + 1) * size);
    }
  }
}
