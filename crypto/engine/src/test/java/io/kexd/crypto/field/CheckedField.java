package io.kexd.crypto.field;

import java.math.BigInteger;

/**
 * A tiny prime field for any lane count that keeps the excess of every element beside its value and
 * refuses an operand that is not fit: what a formula forgets to {@code fit} shows here. Values are
 * kept unreduced and of both signs on purpose. Limb 0 is the value, limb 1 the excess in T.
 */
public final class CheckedField extends Field {
  private static final int RADIX = 14;

  private final long p;

  public CheckedField(int lanes, int headroom, int prime) {
    super(lanes, 2, RADIX, BigInteger.valueOf(prime), headroom, 0);
    this.p = prime;
  }

  /** Odd residues are kept as negative numbers. */
  private void setTight(long[] r, int lane, long value) {
    long residue = Math.floorMod(value, p);
    r[lane] = (residue & 1) == 0 ? residue : residue - p;
    r[lanes + lane] = 1;
  }

  private long excess(long[] a, int lane) {
    return Math.max(1, a[lanes + lane]);
  }

  /** The excess of a sum or difference, which carry must still take. */
  private long sum(long[] a, long[] b, int lane) {
    long sum = excess(a, lane) + excess(b, lane);
    if (sum > 4L * headroom) {
      throw new AssertionError("a sum of " + sum + "T where " + 4 * headroom + "T fits");
    }
    return sum;
  }

  private long fit(long[] a, int lane, int allowed) {
    if (excess(a, lane) > allowed) {
      throw new AssertionError("operand of " + excess(a, lane) + "T where " + allowed + "T fits");
    }
    return a[lane];
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    for (int lane = 0; lane < lanes; lane++) {
      setTight(r, lane, fit(a, lane, headroom) * fit(b, lane, headroom));
    }
  }

  @Override
  public void sqr(long[] r, long[] a) {
    mul(r, a, a);
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    for (int lane = 0; lane < lanes; lane++) {
      setTight(r, lane, fit(a, lane, headroom) * k);
    }
  }

  @Override
  public void carry(long[] r, long[] a) {
    for (int lane = 0; lane < lanes; lane++) {
      setTight(r, lane, fit(a, lane, 4 * headroom));
    }
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    for (int lane = 0; lane < lanes; lane++) {
      long sum = sum(a, b, lane);
      r[lane] = a[lane] + b[lane];
      r[lanes + lane] = sum;
    }
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    for (int lane = 0; lane < lanes; lane++) {
      long sum = sum(a, b, lane);
      r[lane] = a[lane] - b[lane];
      r[lanes + lane] = sum;
    }
  }

  @Override
  public void mix(long[] r, long[] pattern, long[] a, long[] b) {
    mixed(r, pattern, a, b);
  }

  @Override
  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c) {
    mixed(r, pattern, a, b, c);
  }

  @Override
  public void mix(long[] r, long[] pattern, long[] a, long[] b, long[] c, long[] d) {
    mixed(r, pattern, a, b, c, d);
  }

  private void mixed(long[] r, long[] pattern, long[]... elements) {
    long[] sum = new long[2 * lanes];
    for (int lane = 0; lane < lanes; lane++) {
      for (int e = 0; e < elements.length; e++) {
        int from = (int) pattern[2 * e * lanes + lane];
        long factor = pattern[(2 * e + 1) * lanes + lane];
        sum[lane] += factor * elements[e][from];
        sum[lanes + lane] += Math.abs(factor) * excess(elements[e], from);
      }
      if (sum[lanes + lane] > 4L * headroom) {
        throw new AssertionError("a sum of " + sum[lanes + lane] + "T where 4 headroom fits");
      }
    }
    System.arraycopy(sum, 0, r, 0, sum.length);
  }

  @Override
  public void negate(long[] r, long[] mask, long[] a) {
    for (int lane = 0; lane < lanes; lane++) {
      r[lane] = mask[lane] == 0 ? a[lane] : -a[lane];
      r[lanes + lane] = a[lanes + lane];
    }
  }

  @Override
  protected void toIntegers(long[] r, long[] a) {
    for (int lane = 0; lane < lanes; lane++) {
      r[lane] = fit(a, lane, 1);
      r[lanes + lane] = 0;
    }
  }

  @Override
  protected void fromIntegers(long[] r, long[] a) {
    for (int lane = 0; lane < lanes; lane++) {
      if (a[lane] >> RADIX != 0 || a[lanes + lane] != 0) {
        throw new AssertionError("the value leaves its limb");
      }
      r[lane] = a[lane];
      r[lanes + lane] = 4;
    }
  }
}
