package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;

/**
 * Edwards points as bytes, RFC 8032 sections 5.1.2 and 5.1.3: y little-endian in floor(bits/8)+1
 * bytes, the top bit is the low bit of x. Lane after lane. A workspace of one thread; constant
 * time.
 */
public final class PointCodec {
  /** Bytes of an encoded point. */
  public final int bytes;

  private final Field f;
  private final Group group;
  private final FieldRoots roots;
  private final long[] one;
  private final long[] a;
  private final long[] d;
  private final long[] x;
  private final long[] y;
  private final long[] u;
  private final long[] v;
  private final long[] mask;
  private final long[] sign;
  private final byte[] encodedX;
  private final byte[] encodedY;

  public PointCodec(Curve curve, Group group) {
    this.f = curve.field();
    this.bytes = f.bits / 8 + 1;
    this.group = group;
    this.roots = new FieldRoots(f);
    this.one = f.element();
    f.set(one, ONE);
    this.a = f.element();
    f.set(a, new BigInteger(curve.a(), 16));
    this.d = f.element();
    f.set(d, new BigInteger(curve.b(), 16));
    this.x = f.element();
    this.y = f.element();
    this.u = f.element();
    this.v = f.element();
    this.mask = f.mask();
    this.sign = f.mask();
    this.encodedX = new byte[f.bytes * f.lanes];
    this.encodedY = new byte[f.bytes * f.lanes];
  }

  /**
   * P = the decoded point. valid = -1 where the encoding is canonical and on the curve: y below p,
   * no unused bit set, x exists, and x = 0 has no sign. Elsewhere P is no point of the curve.
   */
  public void decode(long[] valid, Point P, byte[] in) {
    decode(valid, P, in, 0);
  }

  /** The same from that offset on. */
  public void decode(long[] valid, Point P, byte[] in, int offset) {
    split(valid, in, offset);
    f.isCanonical(mask, encodedY, 0);
    Mask.and(valid, mask);
    f.decode(y, encodedY, 0);
    recoverX(mask);
    Mask.and(valid, mask);
    f.isZero(mask, x, u);
    f.encode(encodedX, 0, x, u);
    for (int lane = 0; lane < f.lanes; lane++) {
      valid[lane] &= ~(mask[lane] & sign[lane]);
      sign[lane] ^= Mask.ofBit(encodedX[lane * f.bytes]);
    }
    f.negate(x, sign, x);
    group.setAffine(P, x, y);
  }

  /** Splits the encodings into encodedY and sign; clear = -1 where no unused bit is set. */
  private void split(long[] clear, byte[] in, int offset) {
    for (int lane = 0; lane < f.lanes; lane++) {
      int last = in[offset + (lane + 1) * bytes - 1];
      System.arraycopy(in, offset + lane * bytes, encodedY, lane * f.bytes, f.bytes);
      sign[lane] = Mask.ofBit(last >> 7);
      clear[lane] = -1;
      if (bytes == f.bytes) {
        encodedY[(lane + 1) * f.bytes - 1] = (byte) (last & 0x7f);
      } else {
        clear[lane] = Mask.isZero(last & 0x7f);
      }
    }
  }

  /** x = a root of (1 - y^2) / (a - d y^2): the curve equation. The divisor is never zero. */
  private void recoverX(long[] exists) {
    f.sqr(v, y);
    f.sub(u, one, v);
    f.carry(u, u);
    f.mul(v, v, d);
    f.sub(v, a, v);
    f.carry(v, v);
    roots.sqrtRatio(exists, x, u, v);
  }

  /** Writes the point. One inversion. */
  public void encode(byte[] out, Point P) {
    group.toAffine(x, y, P, roots);
    encode(out, 0, x, y);
  }

  /** Writes the point (x, y) at that offset. In: T. */
  public void encode(byte[] out, int offset, long[] x, long[] y) {
    f.encode(encodedX, 0, x, v);
    f.encode(encodedY, 0, y, v);
    for (int lane = 0; lane < f.lanes; lane++) {
      int last = offset + (lane + 1) * bytes - 1;
      out[last] = 0;
      System.arraycopy(encodedY, lane * f.bytes, out, offset + lane * bytes, f.bytes);
      out[last] |= (byte) (encodedX[lane * f.bytes] << 7);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    roots.wipe();
    Wipe.wipe(x, y, u, v, mask, sign);
    Wipe.wipe(encodedX);
    Wipe.wipe(encodedY);
  }
}
