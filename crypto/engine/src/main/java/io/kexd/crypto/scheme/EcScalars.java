package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;

/**
 * The arithmetic modulo the order that signing and verifying share, for a group of lanes. A
 * workspace of one thread; constant time.
 */
final class EcScalars {
  final OrderField order;

  /** Bytes of a scalar. */
  final int bytes;

  private final int lanes;
  private final Field f;
  private final long[] scratch;
  private final byte[] encodedX;
  private final long[] twice;
  private final byte[] encodedTwice;
  private final long[] mask;

  EcScalars(Curve curve) {
    this.f = curve.field();
    this.lanes = f.lanes;
    this.order = new OrderField(curve.order());
    this.bytes = order.bytes;
    this.scratch = f.element();
    this.encodedX = new byte[f.bytes * lanes];
    this.twice = order.f.element();
    this.encodedTwice = new byte[bytes * lanes];
    this.mask = f.mask();
  }

  /** r = the coordinate mod l. In, out: T. */
  void reduce(long[] r, long[] x) {
    f.encode(encodedX, 0, x, scratch);
    order.reduce(r, encodedX, 0, f.bytes);
  }

  /** in = -1 where the integer at that offset is in 1 .. l - 1. */
  void isInRange(long[] in, byte[] scalars, int offset) {
    order.isCanonical(in, scalars, offset);
    for (int lane = 0; lane < lanes; lane++) {
      in[lane] &= ~Mask.isZero(scalars, offset + lane * bytes, bytes);
    }
  }

  /** high = -1 where s is above (l - 1) / 2: exactly then 2 s mod l is odd. In: T. */
  void isHigh(long[] high, long[] s) {
    order.f.add(twice, s, s);
    order.write(encodedTwice, 0, twice);
    for (int lane = 0; lane < lanes; lane++) {
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
    Wipe.wipe(scratch, twice, mask);
    Wipe.wipe(encodedX);
    Wipe.wipe(encodedTwice);
  }
}
