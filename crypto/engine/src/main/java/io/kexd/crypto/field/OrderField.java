package io.kexd.crypto.field;

import static java.math.BigInteger.TWO;

import io.kexd.crypto.ct.Wipe;

/**
 * Scalars modulo the prime order l of a base point: elements of the field of that order, and
 * little-endian bytes, lane after lane. A workspace of one thread; constant time.
 */
public final class OrderField {
  /** Bytes of a piece that a wide integer is read in: what any field's elements can hold. */
  private static final int PIECE = 24;

  /** The field modulo l. */
  public final Field f;

  /** Bytes of a reduced scalar. */
  public final int bytes;

  private final int piece;
  private final long[] shift;
  private final long[] a;
  private final long[] scratch;

  /** For an order of at least nine bits. */
  public OrderField(Field f) {
    this.f = f;
    this.bytes = f.bytes;
    this.piece = Math.min(PIECE, (f.bits - 1) / 8);
    if (piece == 0) {
      throw new IllegalArgumentException("the order must have more than eight bits");
    }
    this.shift = f.element();
    f.set(shift, TWO.pow(8 * piece));
    this.a = f.element();
    this.scratch = f.element();
  }

  /** out = in mod l, from {@code size} bytes a lane to {@link #bytes} bytes a lane. */
  public void reduce(byte[] out, byte[] in, int size) {
    reduce(a, in, 0, size);
    write(out, 0, a);
  }

  /**
   * r = the integers of {@code size} bytes a lane at that offset, mod l: Horner's rule on pieces.
   * Out: T.
   */
  public void reduce(long[] r, byte[] in, int offset, int size) {
    int start = (size - 1) / piece * piece;
    f.decode(r, in, offset + start, size - start, size);
    for (int i = start - piece; i >= 0; i -= piece) {
      f.mul(r, r, shift);
      f.decode(scratch, in, offset + i, piece, size);
      f.add(r, r, scratch);
      f.carry(r, r);
    }
  }

  /** r = the integers below 2^bits at that offset, of {@link #bytes} bytes a lane. Out: T. */
  public void read(long[] r, byte[] in, int offset) {
    f.decode(r, in, offset);
  }

  /** Writes a as integers below l, at that offset, in {@link #bytes} bytes a lane. */
  public void write(byte[] out, int offset, long[] a) {
    f.encode(out, offset, a, scratch);
  }

  /** r = a b + c. In, out: T. */
  public void mulAdd(long[] r, long[] a, long[] b, long[] c) {
    f.mul(scratch, a, b);
    f.add(r, scratch, c);
    f.carry(r, r);
  }

  /** mask = -1 where the integer of {@link #bytes} bytes at that offset is below l. */
  public void isCanonical(long[] mask, byte[] in, int offset) {
    f.isCanonical(mask, in, offset);
  }

  /** Wipes what the last call left. */
  public void wipe() {
    Wipe.wipe(a, scratch);
  }
}
