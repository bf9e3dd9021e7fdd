package io.kexd.crypto.gen.curve;

import java.math.BigInteger;

/** Field elements as bytes. */
final class LittleEndian {
  private LittleEndian() {}

  /** x modulo p, in as many bytes as p has. */
  static byte[] of(BigInteger p, BigInteger x) {
    BigInteger reduced = x.mod(p);
    byte[] bytes = new byte[(p.bitLength() + 7) / 8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = reduced.shiftRight(8 * i).byteValue();
    }
    return bytes;
  }
}
