package io.kexd.crypto.scheme;

import io.kexd.crypto.field.OrderField;

/**
 * A signature taken apart: R, S, and the challenge k = H(dom || R || A || M) mod l, lane after
 * lane. A workspace of one thread.
 */
final class EdChallenge {
  final byte[] R;
  final byte[] S;
  final byte[] k;
  private final int lanes;
  private final int bytes;
  private final OrderField order;
  private final EdHash hash = new EdHash();
  private final byte[] hashes;

  EdChallenge(int lanes, int bytes, OrderField order) {
    this.lanes = lanes;
    this.bytes = bytes;
    this.order = order;
    this.R = new byte[bytes * lanes];
    this.S = new byte[order.bytes * lanes];
    this.k = new byte[order.bytes * lanes];
    this.hashes = new byte[EdHash.SIZE * lanes];
  }

  void read(byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
    for (int lane = 0; lane < lanes; lane++) {
      int at = 2 * bytes * lane;
      System.arraycopy(signatures, at, R, lane * bytes, bytes);
      System.arraycopy(signatures, at + bytes, S, lane * order.bytes, order.bytes);
      EdMessage m = messages[lane];
      hash.update(m.dom).update(R, lane * bytes, bytes);
      hash.update(publicKeys, lane * bytes, bytes).update(m.bytes);
      hash.finish(hashes, lane * EdHash.SIZE);
    }
    order.reduce(k, hashes, EdHash.SIZE);
  }
}
