package io.kexd.crypto.field;

/**
 * Arithmetic modulo a prime, on {@code lanes} elements at once.
 *
 * <p>An element is a {@code long[limbs * lanes]}, limb-major: limb <i>i</i> of lane <i>l</i> lies
 * at {@code i * lanes + l}. What the longs mean is the field's own business (signed integers in
 * one-lane kernels, the raw bits of doubles in vector kernels). Destination first; any aliasing of
 * the arguments is allowed, always.
 *
 * <p><b>Bounds.</b> A <i>tight</i> element is bounded by T, the fixpoint that the generator proved
 * for this field. {@code mul}, {@code sqr}, {@code mulSmall} and {@code carry} give tight elements.
 * {@code add} and {@code sub} of elements bounded by iT and jT give (i+j)T and carry nothing.
 * {@code mul}, {@code sqr} and {@code mulSmall} take operands up to {@link #headroom} times T;
 * {@link #fit} brings one there only where the field needs it.
 */
public abstract class Field {
  /** Elements computed at once. */
  public final int lanes;

  /** Limbs of one element. */
  public final int limbs;

  /** Bits of the prime. */
  public final int bits;

  /** Bytes of an encoded element. */
  public final int bytes;

  /** The largest h such that mul, sqr and mulSmall take operands bounded by hT. */
  public final int headroom;

  protected Field(int lanes, int limbs, int bits, int headroom) {
    this.lanes = lanes;
    this.limbs = limbs;
    this.bits = bits;
    this.bytes = (bits + 7) / 8;
    this.headroom = headroom;
  }

  /** r = a b. In: headroom T. Out: T. Time: constant. */
  public abstract void mul(long[] r, long[] a, long[] b);

  /** r = a a. In: headroom T. Out: T. Time: constant. */
  public abstract void sqr(long[] r, long[] a);

  /** r = a + b. In: iT, jT. Out: (i+j)T. Time: constant. */
  public abstract void add(long[] r, long[] a, long[] b);

  /** r = a - b. In: iT, jT. Out: (i+j)T. Time: constant. */
  public abstract void sub(long[] r, long[] a, long[] b);

  /**
   * r = k a for a small public constant, |k| below 2^18. In: headroom T. Out: T. Time: constant.
   */
  public abstract void mulSmall(long[] r, long[] a, int k);

  /** r = a with every limb tight again. In: 4 headroom T. Out: T. Time: constant. */
  public abstract void carry(long[] r, long[] a);

  /**
   * Makes an element that is bounded by {@code excess} T fit for mul: carries it if the field's
   * headroom is smaller.
   */
  public final void fit(long[] r, int excess) {
    if (excess > headroom) {
      carry(r, r);
    }
  }
}
