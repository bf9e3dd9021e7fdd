package io.kexd.bench.strategy;

import java.math.BigInteger;
import java.util.Random;

/** The scalars that are measured: the same in every run. */
final class Scalars {
  private Scalars() {}

  /** A scalar below the order, by its number. */
  static BigInteger below(BigInteger order, int number) {
    return new BigInteger(order.bitLength() + 64, new Random(number)).mod(order);
  }

  /** Little-endian. */
  static byte[] bytes(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** From little-endian. */
  static BigInteger integer(byte[] in) {
    byte[] reversed = new byte[in.length];
    for (int i = 0; i < in.length; i++) {
      reversed[i] = in[in.length - 1 - i];
    }
    return new BigInteger(1, reversed);
  }
}
