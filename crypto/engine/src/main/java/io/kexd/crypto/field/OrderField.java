package io.kexd.crypto.field;

import static java.math.BigInteger.TWO;

import io.kexd.crypto.ct.Wipe;

/**
 * Scalars modulo the prime order l of a base point: elements of the field of that order, and
 * little-endian bytes, lane after lane. A workspace of one thread; constant time.
 *
 * <p>Elements are plain residues here, whatever the field's inner form is, so that reading and
 * writing them takes no multiplication. Only a <i>factor</i> is in the inner form: a plain residue
 * times a factor is a plain residue. Inverses of factors are factors.
 */
public final class OrderField {
  /** The field modulo l. */
  public final Field f;

  /** Bytes of a reduced scalar. */
  public final int bytes;

  /** Bytes of a piece that a wide integer is read in: as many as the headroom allows. */
  private final int piece;

  /** The factor 2^(8 piece). */
  private final long[] shift;

  private final long[] scratch;

  /** For an order of at least eight bits. */
  public OrderField(Field f) {
    this.f = f;
    this.bytes = f.bytes;
    this.piece = f.plainBits() / 8;
    if (piece == 0) {
      throw new IllegalArgumentException("the order must have at least eight bits");
    }
    this.shift = f.element();
    f.set(shift, TWO.pow(8 * piece));
    this.scratch = f.element();
  }

  /**
   * r = the integers of {@code size} bytes a lane at that offset, mod l: Horner's rule on pieces.
   * Out: T.
   */
  public void reduce(long[] r, byte[] in, int offset, int size) {
    int start = (size - 1) / piece * piece;
    f.decodePlain(r, in, offset + start, size - start, size);
    for (int i = start - piece; i >= 0; i -= piece) {
      f.decodePlain(scratch, in, offset + i, piece, size);
      f.mul(r, r, shift);
      f.add(r, r, scratch);
      f.carry(r, r);
    }
  }

  /** r = the integers below 2^bits at that offset, of {@link #bytes} bytes a lane. Out: T. */
  public void read(long[] r, byte[] in, int offset) {
    f.decodePlain(r, in, offset, bytes, bytes);
  }

  /** Writes a as integers below l, at that offset, in {@link #bytes} bytes a lane. */
  public void write(byte[] out, int offset, long[] a) {
    f.encodePlain(out, offset, a, scratch);
  }

  /** r = the factor of the plain residue a. In, out: T. */
  public void toFactor(long[] r, long[] a) {
    f.toDomain(r, a);
  }

  /** r = a b + c for a factor b. In, out: T. */
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
    Wipe.wipe(scratch);
  }
}
