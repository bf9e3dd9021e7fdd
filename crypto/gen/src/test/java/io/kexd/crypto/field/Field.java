package io.kexd.crypto.field;

import java.math.BigInteger;

/**
 * The verbs and hooks of the engine's field that generated classes override, and nothing else: a
 * stand-in, so that the generator's tests can compile and run what it writes without the engine.
 */
public abstract class Field {
  public final int limbs;
  public final int radix;
  public final BigInteger modulus;
  public final int headroom;
  public final int excessBits;

  protected Field(
      int lanes, int limbs, int radix, BigInteger modulus, int headroom, int excessBits) {
    if (lanes != 1) {
      throw new IllegalArgumentException("one lane");
    }
    this.limbs = limbs;
    this.radix = radix;
    this.modulus = modulus;
    this.headroom = headroom;
    this.excessBits = excessBits;
  }

  public abstract void mul(long[] r, long[] a, long[] b);

  public abstract void sqr(long[] r, long[] a);

  public abstract void add(long[] r, long[] a, long[] b);

  public abstract void sub(long[] r, long[] a, long[] b);

  public abstract void mulSmall(long[] r, long[] a, int k);

  public abstract void carry(long[] r, long[] a);

  protected void toDomain(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, limbs);
  }

  protected void fromDomain(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, limbs);
  }

  /** r = a, into the domain. */
  public final void into(long[] r, long[] a) {
    toDomain(r, a);
  }

  /** r = a, out of the domain. */
  public final void outOf(long[] r, long[] a) {
    fromDomain(r, a);
  }
}
