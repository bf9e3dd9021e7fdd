package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.field.LittleEndian;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import java.math.BigInteger;

/**
 * The arithmetic modulo the order that signing and verifying share; scalars little-endian, lane
 * after lane. A workspace of one thread; constant time.
 */
final class EcScalars {
  final OrderField order;
  final int bytes;
  final byte[] zero;
  private final int lanes;
  private final Field f;
  private final FieldRoots roots;
  private final long[] x;
  private final long[] y;
  private final byte[] encodedX;
  private final byte[] two;
  private final byte[] minusOne;
  private final byte[] other;

  EcScalars(Curve curve) {
    this.f = curve.field();
    this.lanes = f.lanes;
    this.order = new OrderField(curve.order());
    this.bytes = order.bytes;
    this.zero = new byte[bytes * lanes];
    this.roots = new FieldRoots(f);
    this.x = f.element();
    this.y = f.element();
    this.encodedX = new byte[f.bytes * lanes];
    this.two = new byte[bytes * lanes];
    this.minusOne = new byte[bytes * lanes];
    this.other = new byte[bytes * lanes];
    byte[] last = LittleEndian.of(order.f.modulus.subtract(BigInteger.ONE), bytes);
    for (int lane = 0; lane < lanes; lane++) {
      two[lane * bytes] = 2;
      System.arraycopy(last, 0, minusOne, lane * bytes, bytes);
    }
  }

  /** out = a b. */
  void mul(byte[] out, byte[] a, byte[] b) {
    order.mulAdd(out, a, b, zero);
  }

  /** out = x of the point mod l; 0 for the neutral point. One inversion. */
  void xOf(byte[] out, Group group, Point P) {
    group.toAffine(x, y, P, roots);
    f.encode(encodedX, 0, x, y);
    order.reduce(out, encodedX, f.bytes);
  }

  /** in = -1 where the integer is in 1 .. l - 1. */
  void isInRange(long[] in, byte[] scalars) {
    order.isCanonical(in, scalars);
    for (int lane = 0; lane < lanes; lane++) {
      in[lane] &= ~Mask.isZero(scalars, lane * bytes, bytes);
    }
  }

  /** high = -1 where s is above (l - 1) / 2: exactly then 2 s mod l is odd. */
  void isHigh(long[] high, byte[] s) {
    mul(other, two, s);
    for (int lane = 0; lane < lanes; lane++) {
      high[lane] = Mask.ofBit(other[lane * bytes]);
    }
  }

  /** s = l - s where that is the smaller one. */
  void makeLow(byte[] s, long[] scratch) {
    isHigh(scratch, s);
    mul(other, minusOne, s);
    for (int i = 0; i < s.length; i++) {
      s[i] ^= (byte) (scratch[i / bytes] & (s[i] ^ other[i]));
    }
  }

  void wipe() {
    order.wipe();
    roots.wipe();
    Wipe.wipe(x, y);
    Wipe.wipe(encodedX);
    Wipe.wipe(other);
  }
}
