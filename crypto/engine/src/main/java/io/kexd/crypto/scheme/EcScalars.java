package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.LaneByLane;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;

/**
 * The arithmetic modulo the order that signing and verifying share, for as many scalars as the
 * order's field has lanes. A workspace of one thread; constant time.
 */
final class EcScalars {
  final OrderField order;

  /** Bytes of a scalar. */
  final int bytes;

  private final long[] twice;
  private final byte[] encodedTwice;
  private final long[] mask;

  EcScalars(Curve curve) {
    this.order = new OrderField(LaneByLane.unwrap(curve.order()));
    this.bytes = order.bytes;
    this.twice = order.f.element();
    this.encodedTwice = new byte[bytes * order.f.lanes];
    this.mask = order.f.mask();
  }

  /** in = -1 where the integer at that offset is in 1 .. l - 1. */
  void isInRange(long[] in, byte[] scalars, int offset) {
    order.isCanonical(in, scalars, offset);
    for (int lane = 0; lane < in.length; lane++) {
      in[lane] &= ~Mask.isZero(scalars, offset + lane * bytes, bytes);
    }
  }

  /** high = -1 where s is above (l - 1) / 2: exactly then 2 s mod l is odd. In: T. */
  void isHigh(long[] high, long[] s) {
    order.f.add(twice, s, s);
    order.write(encodedTwice, 0, twice);
    for (int lane = 0; lane < high.length; lane++) {
      high[lane] = Mask.ofBit(encodedTwice[lane * bytes]);
    }
  }

  /** s = l - s where that is the smaller one and the mask is set. In, out: T. */
  void makeLow(long[] s, long[] where) {
    isHigh(mask, s);
    Mask.and(mask, where);
    order.f.negate(s, mask, s);
  }

  void wipe() {
    order.wipe();
    Wipe.wipe(twice, mask);
    Wipe.wipe(encodedTwice);
  }
}
