package io.kexd.crypto.field;

import static java.math.BigInteger.TWO;

import io.kexd.crypto.ct.Wipe;

/**
 * Scalars modulo the prime order l of a base point, as little-endian bytes, lane after lane. A
 * workspace of one thread.
 */
public final class OrderField {
  /** Bytes of a piece that a wide integer is read in: any field's elements can hold as many. */
  private static final int PIECE = 24;

  /** The field modulo l. */
  public final Field f;

  /** Bytes of a reduced scalar. */
  public final int bytes;

  private final FixedPower inverse;
  private final long[] shift;
  private final long[] a;
  private final long[] b;
  private final long[] c;
  private final long[] scratch;

  public OrderField(Field f) {
    if (f.bits <= 8 * PIECE) {
      throw new IllegalArgumentException("the order must have more than " + 8 * PIECE + " bits");
    }
    this.f = f;
    this.bytes = f.bytes;
    this.inverse = new FixedPower(f, f.modulus.subtract(TWO));
    this.shift = f.element();
    f.set(shift, TWO.pow(8 * PIECE));
    this.a = f.element();
    this.b = f.element();
    this.c = f.element();
    this.scratch = f.element();
  }

  /**
   * out = in mod l, from {@code size} bytes a lane to {@link #bytes} bytes a lane. Time: constant.
   */
  public void reduce(byte[] out, byte[] in, int size) {
    read(a, in, size);
    f.encode(out, 0, a, scratch);
  }

  /** out = a b + c mod l, from integers of {@link #bytes} bytes a lane. Time: constant. */
  public void mulAdd(byte[] out, byte[] a, byte[] b, byte[] c) {
    read(this.a, a, bytes);
    read(this.b, b, bytes);
    read(this.c, c, bytes);
    f.mul(this.a, this.a, this.b);
    f.add(this.a, this.a, this.c);
    f.encode(out, 0, this.a, scratch);
  }

  /**
   * out = 1/in mod l, 0 where that is 0, from integers of {@link #bytes} bytes a lane: in^(l-2).
   * Time: constant.
   */
  public void invert(byte[] out, byte[] in) {
    read(a, in, bytes);
    inverse.raise(a, a);
    f.encode(out, 0, a, scratch);
  }

  /** mask = -1 where the integer of {@link #bytes} bytes is below l. Time: constant. */
  public void isCanonical(long[] mask, byte[] in) {
    f.isCanonical(mask, in, 0);
  }

  /** r = the integer mod l: Horner's rule on pieces of 24 bytes. */
  private void read(long[] r, byte[] in, int size) {
    int start = (size - 1) / PIECE * PIECE;
    f.decode(r, in, start, size - start, size);
    for (int i = start - PIECE; i >= 0; i -= PIECE) {
      f.mul(r, r, shift);
      f.decode(scratch, in, i, PIECE, size);
      f.add(r, r, scratch);
      f.carry(r, r);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    inverse.wipe();
    Wipe.wipe(a, b, c, scratch);
  }
}
