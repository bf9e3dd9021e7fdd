package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.Field;
import java.security.SecureRandom;

/**
 * Private keys that are integers from 1 to l - 1, in as many bytes as the order l has. Immutable;
 * safe for use by several threads.
 */
final class PrivateScalars {
  /** No order is below half of its power of two, so a working generator fails never. */
  private static final int ATTEMPTS = 128;

  /** Bytes of a private key. */
  final int bytes;

  private final Field order;
  private final boolean bigEndian;

  PrivateScalars(Field order, boolean bigEndian) {
    this.order = order;
    this.bytes = order.bytes;
    this.bigEndian = bigEndian;
  }

  /**
   * A uniform private key: FIPS 186-5 A.2.2, draws until one is in range. No bias to argue about,
   * and the time tells only of draws that were thrown away.
   */
  byte[] generate(SecureRandom random) {
    byte[] key = new byte[bytes];
    int top = bigEndian ? 0 : bytes - 1;
    for (int i = 0; i < ATTEMPTS; i++) {
      random.nextBytes(key);
      key[top] &= (byte) (0xff >> (8 * bytes - order.bits));
      if (isInRange(key)) {
        return key;
      }
    }
    throw new IllegalStateException("the random generator is broken: it gives no private key");
  }

  /** Throws {@code IllegalArgumentException} unless it is a private key. */
  void check(byte[] key) {
    if (key.length != bytes) {
      throw new IllegalArgumentException(
          "the private key has " + key.length + " bytes, must have " + bytes);
    }
    if (!isInRange(key)) {
      throw new IllegalArgumentException("the private key is not in 1 .. order - 1");
    }
  }

  /** Time: constant but for the answer. */
  private boolean isInRange(byte[] key) {
    byte[] scalar = new byte[bytes * order.lanes];
    long[] canonical = order.mask();
    read(scalar, 0, key, 0);
    order.isCanonical(canonical, scalar, 0);
    Wipe.wipe(scalar);
    return (canonical[0] & ~Mask.isZero(key, 0, bytes)) != 0;
  }

  /** Writes the keys as little-endian scalars, in front of what the array has room for. */
  void toScalars(byte[] scalars, byte[] keys) {
    for (int at = 0; at < keys.length; at += bytes) {
      read(scalars, at, keys, at);
    }
  }

  private void read(byte[] scalar, int to, byte[] key, int from) {
    if (bigEndian) {
      BigEndian.reverse(scalar, to, key, from, bytes);
    } else {
      System.arraycopy(key, from, scalar, to, bytes);
    }
  }
}
