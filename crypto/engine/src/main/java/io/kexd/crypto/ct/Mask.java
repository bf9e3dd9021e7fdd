package io.kexd.crypto.ct;

/** Masks: 0 for no, -1 for yes, made without branches. */
public final class Mask {
  private Mask() {}

  /** -1 where the low bit is set. */
  public static long ofBit(long bit) {
    return -(bit & 1);
  }

  /** -1 where x is 0. */
  public static long isZero(long x) {
    return ~((x | -x) >> 63);
  }

  /** -1 where all bytes of the range are 0. */
  public static long isZero(byte[] bytes, int offset, int size) {
    int any = 0;
    for (int i = 0; i < size; i++) {
      any |= bytes[offset + i];
    }
    return isZero(any);
  }

  /** mask = mask & other, lane by lane. */
  public static void and(long[] mask, long[] other) {
    for (int lane = 0; lane < mask.length; lane++) {
      mask[lane] &= other[lane];
    }
  }

  /** Whether a public mask is set anywhere. Time: variable. */
  public static boolean anyVartime(long[] mask) {
    long any = 0;
    for (long lane : mask) {
      any |= lane;
    }
    return any != 0;
  }
}
