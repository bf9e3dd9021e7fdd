package io.kexd.crypto.field;

/**
 * Integers with the most significant byte first, as SEC 1 writes them; the engine's own are not.
 */
public final class BigEndian {
  private BigEndian() {}

  /** Copies {@code size} bytes in the other order, from big- to little-endian or back. */
  public static void reverse(byte[] out, int outOffset, byte[] in, int inOffset, int size) {
    for (int i = 0; i < size; i++) {
      out[outOffset + i] = in[inOffset + size - 1 - i];
    }
  }
}
