package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.OrderField;
import java.util.Arrays;

/** The challenges of a group of signatures. A workspace of one thread; constant time. */
final class EdChallenge {
  private final int bytes;
  private final OrderField order;
  private final EdHash hash;
  private final byte[] hashes;

  /**
   * @param bytes of an encoded point
   */
  EdChallenge(int bytes, OrderField order, EdHash hash) {
    this.bytes = bytes;
    this.order = order;
    this.hash = hash;
    this.hashes = new byte[hash.size * order.f.lanes];
  }

  /**
   * k = H(dom || R || A || M) mod l of the operations from {@code first} on, 0 in lanes beyond the
   * last message.
   *
   * @param signatures of which the R are read
   */
  void compute(long[] k, byte[] signatures, byte[] publicKeys, EdMessage[] messages, int first) {
    int count = Math.min(order.f.lanes, messages.length - first);
    Arrays.fill(hashes, count * hash.size, hashes.length, (byte) 0);
    for (int lane = 0; lane < count; lane++) {
      int i = first + lane;
      EdMessage m = messages[i];
      hash.update(m.dom).update(signatures, 2 * bytes * i, bytes);
      hash.update(publicKeys, bytes * i, bytes).update(m.bytes);
      hash.finish(hashes, lane * hash.size);
    }
    order.reduce(k, hashes, 0, hash.size);
  }

  void wipe() {
    Wipe.wipe(hashes);
  }
}
