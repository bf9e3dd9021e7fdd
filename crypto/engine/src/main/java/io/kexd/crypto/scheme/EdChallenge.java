package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.OrderField;

/** The challenge of a signature, lane after lane. A workspace of one thread; constant time. */
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

  /** k = H(dom || R || A || M) mod l. */
  void compute(byte[] k, byte[] R, byte[] publicKeys, EdMessage[] messages) {
    for (int lane = 0; lane < messages.length; lane++) {
      EdMessage m = messages[lane];
      hash.update(m.dom).update(R, lane * bytes, bytes);
      hash.update(publicKeys, lane * bytes, bytes).update(m.bytes);
      hash.finish(hashes, lane * hash.size);
    }
    order.reduce(k, hashes, hash.size);
  }

  void wipe() {
    Wipe.wipe(hashes);
  }
}
