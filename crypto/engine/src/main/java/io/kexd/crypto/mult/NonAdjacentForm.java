package io.kexd.crypto.mult;

/**
 * A public scalar in the non-adjacent form of a width: odd digits below 2^(width-1) in absolute
 * value, at least width - 1 zeros after each. A workspace of one thread. Time: variable.
 */
final class NonAdjacentForm {
  /** Positions that may have a digit. */
  final int positions;

  private final int width;
  private final short[] digits;

  /** For scalars of so many bits. */
  NonAdjacentForm(int bits, int width) {
    this.width = width;
    this.positions = bits + 1; // the last digit may carry out
    this.digits = new short[positions];
  }

  /**
   * Takes a little-endian scalar of {@code size} bytes: Guide to Elliptic Curve Cryptography,
   * algorithm 3.35, on bits that are carried, not stored.
   */
  void load(byte[] scalar, int offset, int size) {
    int carry = 0;
    int next = 0;
    for (int i = 0; i < positions; i++) {
      int digit = 0;
      if (i >= next && (bits(scalar, offset, size, i, 1) ^ carry) == 1) {
        digit = bits(scalar, offset, size, i, width) + carry;
        carry = digit >> (width - 1);
        digit -= carry << width;
        next = i + width;
      }
      digits[i] = (short) digit;
    }
  }

  private static int bits(byte[] in, int offset, int size, int from, int count) {
    int word = 0;
    for (int i = 0; i < 3 && (from >> 3) + i < size; i++) {
      word |= (in[offset + (from >> 3) + i] & 0xff) << (8 * i);
    }
    return (word >> (from & 7)) & ((1 << count) - 1);
  }

  int digit(int position) {
    return digits[position];
  }
}
