package io.kexd.crypto.field;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;

import io.kexd.crypto.ct.Wipe;
import java.math.BigInteger;

/** Inverses and square roots by powers with fixed exponents: a workspace of one thread. */
public final class FieldRoots {
  private final Field f;
  private final FixedPower inverse;
  private final FixedPower root;
  private final boolean threeModFour;
  private final long[] rootOfMinusOne;
  private final long[] a;
  private final long[] b;
  private final long[] x;
  private final long[] mask;

  /** For a prime that is 3 modulo 4 or 5 modulo 8. */
  public FieldRoots(Field f) {
    BigInteger p = f.modulus;
    this.f = f;
    this.threeModFour = p.testBit(1);
    if (!threeModFour && !p.testBit(2)) {
      throw new IllegalArgumentException("square roots need a prime that is not 1 modulo 8");
    }
    this.inverse = new FixedPower(f, p.subtract(TWO));
    // (p-3)/4 or (p-5)/8: in both cases the low bits fall off.
    this.root = new FixedPower(f, p.shiftRight(threeModFour ? 2 : 3));
    this.rootOfMinusOne = f.element();
    if (!threeModFour) {
      f.set(rootOfMinusOne, TWO.modPow(p.subtract(ONE).shiftRight(2), p));
    }
    this.a = f.element();
    this.b = f.element();
    this.x = f.element();
    this.mask = f.mask();
  }

  /** r = 1/a, and 0 for a = 0: a^(p-2). In: headroom T. Out: T. Time: constant. */
  public void invert(long[] r, long[] a) {
    inverse.raise(r, a);
  }

  /**
   * r = a square root of u/v, and the mask -1 where there is one; r is 0 where u is. RFC 8032
   * section 5.1.3 for p = 5 mod 8 and section 5.2.3 for p = 3 mod 4: one power. In: T. Out: T.
   * Time: constant.
   */
  public void sqrtRatio(long[] exists, long[] r, long[] u, long[] v) {
    if (threeModFour) {
      candidateThreeModFour(u, v);
    } else {
      candidateFiveModEight(u, v);
    }
    f.sqr(a, x);
    f.mul(a, a, v); // a = v x^2, which is u or -u where the ratio or its negative is a square
    if (!threeModFour) {
      f.add(b, a, u);
      f.isZero(mask, b, b);
      f.mul(b, x, rootOfMinusOne);
      f.select(x, mask, b, x);
      f.sqr(a, x);
      f.mul(a, a, v);
    }
    f.isEqual(exists, a, u, b);
    f.copy(r, x);
  }

  /** x = u v^3 (u v^7)^((p-5)/8). */
  private void candidateFiveModEight(long[] u, long[] v) {
    f.sqr(a, v);
    f.mul(a, a, v);
    f.mul(b, a, u); // b = u v^3
    f.sqr(a, a);
    f.mul(a, a, v);
    f.mul(a, a, u); // a = u v^7
    root.raise(x, a);
    f.mul(x, x, b);
  }

  /** x = u^3 v (u^5 v^3)^((p-3)/4). */
  private void candidateThreeModFour(long[] u, long[] v) {
    f.sqr(a, u);
    f.mul(b, u, v);
    f.mul(b, b, a); // b = u^3 v
    f.sqr(x, v);
    f.mul(a, a, b);
    f.mul(a, a, x); // a = u^5 v^3
    root.raise(x, a);
    f.mul(x, x, b);
  }

  /** Wipes what the last call left. */
  public void wipe() {
    inverse.wipe();
    root.wipe();
    Wipe.wipe(a, b, x, mask);
  }
}
