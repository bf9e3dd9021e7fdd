package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import java.math.BigInteger;

/**
 * The group law of -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates: Hisil, Wong, Carter, Dawson,
 * eprint 2008/522 section 3. Complete when -1 is a square and d is not: no case is an exception. A
 * workspace of one thread; constant time.
 */
public final class Edwards {
  public final Field f;
  private final long[] zero;
  private final long[] one;
  private final long[] d2;
  private final long[] A;
  private final long[] B;
  private final long[] C;
  private final long[] D;
  private final long[] E;
  private final long[] F;
  private final long[] G;
  private final long[] H;
  private final long[] mask;
  private final BigInteger baseX;
  private final BigInteger baseY;
  private final int cofactor;

  public Edwards(Curve curve) {
    this.f = curve.field();
    if (!new BigInteger(curve.a(), 16).add(ONE).mod(f.modulus).equals(BigInteger.ZERO)) {
      throw new IllegalArgumentException("these formulas are for a = -1");
    }
    this.zero = f.element();
    f.set(zero, BigInteger.ZERO);
    this.one = f.element();
    f.set(one, ONE);
    this.d2 = f.element();
    f.set(d2, new BigInteger(curve.d(), 16).shiftLeft(1));
    this.A = f.element();
    this.B = f.element();
    this.C = f.element();
    this.D = f.element();
    this.E = f.element();
    this.F = f.element();
    this.G = f.element();
    this.H = f.element();
    this.mask = f.mask();
    this.baseX = new BigInteger(curve.baseX(), 16);
    this.baseY = new BigInteger(curve.baseY(), 16);
    this.cofactor = curve.cofactor();
  }

  /** P = the neutral point (0, 1). */
  public void setNeutral(EdwardsPoint P) {
    f.copy(P.X, zero);
    f.copy(P.Y, one);
    f.copy(P.Z, one);
    f.copy(P.T, zero);
  }

  /** P = the neutral point where the mask is set. */
  public void setNeutral(EdwardsPoint P, long[] where) {
    f.select(P.X, where, zero, P.X);
    f.select(P.Y, where, one, P.Y);
    f.select(P.Z, where, one, P.Z);
    f.select(P.T, where, zero, P.T);
  }

  /** P = the base point. */
  public void setBase(EdwardsPoint P) {
    f.set(A, baseX);
    f.set(B, baseY);
    setAffine(P, A, B);
  }

  /** P = (x, y) from affine coordinates that are tight. */
  public void setAffine(EdwardsPoint P, long[] x, long[] y) {
    f.copy(P.X, x);
    f.copy(P.Y, y);
    f.copy(P.Z, one);
    f.mul(P.T, x, y);
  }

  // spotless:off

  /**
   * P = 2 P. Needs no T; gives one if asked. 3M + 4S, and 1M for T: section 3.3.
   */
  public void twice(EdwardsPoint P, boolean giveT) {
    f.sqr(A, P.X);                       // A = X^2                    1
    f.sqr(B, P.Y);                       // B = Y^2                    1
    f.sqr(C, P.Z);
    f.add(C, C, C);                      // C = 2 Z^2                  2
    f.add(H, A, B);      f.fit(H, 2);    // H = A + B                  2
    f.add(E, P.X, P.Y);  f.fit(E, 2);
    f.sqr(E, E);
    f.sub(E, H, E);      f.fit(E, 3);    // E = H - (X + Y)^2          3
    f.sub(G, A, B);      f.fit(G, 2);    // G = A - B                  2
    f.add(F, C, G);      f.fit(F, 4);    // F = C + G                  4
    multiplyOut(P, giveT);
  }

  /**
   * P = P + Q. Needs T of P; gives one if asked. 6M, and 1M for T, and 1M more where Q is
   * projective: section 3.1, with k = 2d.
   */
  public void add(EdwardsPoint P, Niels Q, boolean giveT) {
    f.sub(A, P.Y, P.X);  f.fit(A, 2);
    f.mul(A, A, Q.yMinusX);              // A = (Y1 - X1) (Y2 - X2)    1
    f.add(B, P.Y, P.X);  f.fit(B, 2);
    f.mul(B, B, Q.yPlusX);               // B = (Y1 + X1) (Y2 + X2)    1
    f.mul(C, P.T, Q.t2d);                // C = T1 2d T2               1
    if (Q.affine) {
      f.add(D, P.Z, P.Z);                // D = 2 Z1                   2
    } else {
      f.mul(D, P.Z, Q.z2);               // D = Z1 2 Z2                1
    }
    f.sub(E, B, A);      f.fit(E, 2);    // E = B - A                  2
    f.sub(F, D, C);      f.fit(F, 3);    // F = D - C                  3
    f.add(G, D, C);      f.fit(G, 3);    // G = D + C                  3
    f.add(H, B, A);      f.fit(H, 2);    // H = B + A                  2
    multiplyOut(P, giveT);
  }

  private void multiplyOut(EdwardsPoint P, boolean giveT) {
    f.mul(P.X, E, F);                    // X3 = E F
    f.mul(P.Y, G, H);                    // Y3 = G H
    f.mul(P.Z, F, G);                    // Z3 = F G
    if (giveT) {
      f.mul(P.T, E, H);                  // T3 = E H
    }
  }

  /** Q = P for additions; Q is projective. Needs T of P. 1M. */
  public void toNiels(Niels Q, EdwardsPoint P) {
    f.add(Q.yPlusX, P.Y, P.X);   f.fit(Q.yPlusX, 2);
    f.sub(Q.yMinusX, P.Y, P.X);  f.fit(Q.yMinusX, 2);
    f.add(Q.z2, P.Z, P.Z);       f.fit(Q.z2, 2);
    f.mul(Q.t2d, P.T, d2);
  }

  // spotless:on

  /** P = -P where the mask is set. */
  public void negate(EdwardsPoint P, long[] where) {
    f.negate(P.X, where, P.X);
    f.negate(P.T, where, P.T);
  }

  /** P = [cofactor]P, without T. */
  public void multiplyByCofactor(EdwardsPoint P) {
    for (int c = cofactor; c > 1; c >>= 1) {
      twice(P, false);
    }
  }

  /** P = in every lane the sum of the points of all lanes. Needs T. Allocates. */
  public void sumLanes(EdwardsPoint P) {
    EdwardsPoint other = new EdwardsPoint(f);
    other.set(f, P);
    Niels operand = Niels.projective(f);
    for (int i = 1; i < f.lanes; i++) {
      f.rotate(other.X, other.X);
      f.rotate(other.Y, other.Y);
      f.rotate(other.Z, other.Z);
      f.rotate(other.T, other.T);
      toNiels(operand, other);
      add(P, operand, true);
    }
  }

  /** neutral = -1 where P is the neutral point: X = 0 and Y = Z. */
  public void isNeutral(long[] neutral, EdwardsPoint P) {
    f.isZero(neutral, P.X, A);
    f.isEqual(mask, P.Y, P.Z, A);
    for (int lane = 0; lane < neutral.length; lane++) {
      neutral[lane] &= mask[lane];
    }
  }

  /** Wipes what the last formula left. */
  public void wipe() {
    Wipe.wipe(A, B, C, D, E, F, G, H, mask);
  }
}
