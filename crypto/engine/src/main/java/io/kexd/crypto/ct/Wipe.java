package io.kexd.crypto.ct;

import java.util.Arrays;

/** Overwrites secrets that are no longer needed. */
public final class Wipe {
  private Wipe() {}

  /** Sets every byte to 0. */
  public static void wipe(byte[] secret) {
    Arrays.fill(secret, (byte) 0);
  }

  /** Sets every byte of every array to 0. */
  public static void wipe(byte[]... secrets) {
    for (byte[] secret : secrets) {
      Arrays.fill(secret, (byte) 0);
    }
  }

  /** Sets every long to 0. */
  public static void wipe(long[] secret) {
    Arrays.fill(secret, 0);
  }

  /** Sets every long of every array to 0. */
  public static void wipe(long[]... secrets) {
    for (long[] secret : secrets) {
      Arrays.fill(secret, 0);
    }
  }
}
