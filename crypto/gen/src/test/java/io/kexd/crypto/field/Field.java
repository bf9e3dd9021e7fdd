package io.kexd.crypto.field;

import java.math.BigInteger;

/**
 * The verbs and hooks of the engine's field that generated classes override, and nothing else: a
 * stand-in, so that the generator's tests can compile and run what it writes without the engine.
 */
public abstract class Field {
  public final int lanes;
  public final int limbs;
  public final int radix;
  public final BigInteger modulus;
  public final int headroom;
  public final int excessBits;

  /** Longs of all limbs; behind them an element has {@code room}. */
  public final int size;

  private final int room;

  protected Field(
      int lanes, int limbs, int radix, BigInteger modulus, int headroom, int excessBits) {
    this(lanes, limbs, radix, modulus, headroom, excessBits, 0);
  }

  protected Field(
      int lanes, int limbs, int radix, BigInteger modulus, int headroom, int excessBits, int room) {
    this.lanes = lanes;
    this.size = limbs * lanes;
    this.room = room;
    this.limbs = limbs;
    this.radix = radix;
    this.modulus = modulus;
    this.headroom = headroom;
    this.excessBits = excessBits;
  }

  public final long[] element() {
    return new long[size + room];
  }

  public abstract void mul(long[] r, long[] a, long[] b);

  public abstract void sqr(long[] r, long[] a);

  public abstract void add(long[] r, long[] a, long[] b);

  public abstract void sub(long[] r, long[] a, long[] b);

  public abstract void mulSmall(long[] r, long[] a, int k);

  public abstract void carry(long[] r, long[] a);

  public void mulAddSub(long[] s, long[] t, long[] a, long[] b, long[] c, long[] d, long[] u) {
    throw new UnsupportedOperationException();
  }

  public void sqrAddSub(long[] s, long[] t, long[] a, long[] b, long[] u) {
    throw new UnsupportedOperationException();
  }

  public void sqrMulAddSub(long[] s, long[] t, long[] a, long[] c, long[] d, long[] u) {
    throw new UnsupportedOperationException();
  }

  public long factor(int k) {
    return k;
  }

  public void mix(long[] r, long[] pattern, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c) {
    throw new UnsupportedOperationException();
  }

  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c, long[] d) {
    throw new UnsupportedOperationException();
  }

  public void mixTight(long[] r, long[] pattern, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  public void mixTight(long[] r, long[] pattern, long[] a, long[] b, long[] c) {
    throw new UnsupportedOperationException();
  }

  public void mixTight(long[] r, long[] pattern, long[] a, long[] b, long[] c, long[] d) {
    throw new UnsupportedOperationException();
  }

  public void addSub(long[] s, long[] t, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  public void mulSub(long[] r, long[] a, long[] b, long[] c) {
    throw new UnsupportedOperationException();
  }

  public void sqrSub(long[] r, long[] a, long[] c) {
    throw new UnsupportedOperationException();
  }

  protected void toDomain(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, size);
  }

  protected void fromDomain(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, size);
  }

  /** r = a, into the domain. */
  public final void into(long[] r, long[] a) {
    toDomain(r, a);
  }

  /** r = a, out of the domain. */
  public final void outOf(long[] r, long[] a) {
    fromDomain(r, a);
  }

  protected void toIntegers(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, size);
  }

  protected void fromIntegers(long[] r, long[] a) {
    System.arraycopy(a, 0, r, 0, size);
  }

  /** r = the limbs of a as signed integers. */
  public final void integersOf(long[] r, long[] a) {
    toIntegers(r, a);
  }

  /** r = the element with those limbs. */
  public final void ofIntegers(long[] r, long[] a) {
    fromIntegers(r, a);
  }

  public void select(long[] r, long[] mask, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  public void swap(long[] mask, long[] a, long[] b) {
    throw new UnsupportedOperationException();
  }

  public void negate(long[] r, long[] mask, long[] a) {
    throw new UnsupportedOperationException();
  }

  public void lookup(long[] r, long[] table, int offset, int count, int entries, long[] index) {
    throw new UnsupportedOperationException();
  }

  public void lookup(long[] r, long[][] elements, int count, long[] index) {
    throw new UnsupportedOperationException();
  }

  public void permute(long[] r, long[] a, long[] from) {
    throw new UnsupportedOperationException();
  }

  public int place(int count, int entries, int entry, int i) {
    return entry * count + i;
  }
}
