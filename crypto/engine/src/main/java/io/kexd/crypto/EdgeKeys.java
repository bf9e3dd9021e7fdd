package io.kexd.crypto;

import io.kexd.crypto.field.LittleEndian;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Private keys at the edges of their range, to try kernels on. */
final class EdgeKeys {
  private EdgeKeys() {}

  /**
   * The smallest, largest and middle private keys, in whichever byte order they are ones.
   *
   * @param check throws {@code IllegalArgumentException} for what is none
   */
  static List<byte[]> of(BigInteger order, int bytes, Consumer<byte[]> check) {
    List<byte[]> edges = new ArrayList<>();
    BigInteger half = order.shiftRight(1);
    for (int i = 0; i < 4; i++) {
      BigInteger small = BigInteger.valueOf(i);
      for (BigInteger k : List.of(small, order.subtract(small), half.add(small))) {
        byte[] key = LittleEndian.of(k, bytes);
        addIfKey(edges, key, check);
        addIfKey(edges, reversed(key), check);
      }
    }
    return edges;
  }

  private static void addIfKey(List<byte[]> edges, byte[] key, Consumer<byte[]> check) {
    try {
      check.accept(key);
      edges.add(key);
    } catch (IllegalArgumentException e) {
      // Not in range, read in this order.
    }
  }

  private static byte[] reversed(byte[] key) {
    byte[] out = new byte[key.length];
    for (int i = 0; i < key.length; i++) {
      out[i] = key[key.length - 1 - i];
    }
    return out;
  }
}
