package io.kexd.crypto.field;

import java.math.BigInteger;

/** Public integers as the engine's own bytes, the least significant first. */
public final class LittleEndian {
  private LittleEndian() {}

  /** The low {@code size} bytes of a number that is not negative. Time: variable. */
  public static byte[] of(BigInteger number, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = number.shiftRight(8 * i).byteValue();
    }
    return out;
  }
}
