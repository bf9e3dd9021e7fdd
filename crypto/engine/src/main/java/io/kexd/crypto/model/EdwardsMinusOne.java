package io.kexd.crypto.model;

import java.math.BigInteger;

/**
 * Twisted Edwards curves -x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates: Hisil and others,
 * eprint 2008/522, section 3 with a = -1. An operand is y + x, y - x, 2dt, 2z; an affine one half
 * of that, so that its 2z is 1.
 *
 * <p>Where -1 is a square and d is not, the addition is complete. Where -1 is no square, d must be
 * a square: then two points of order four lie at infinity, and sums are right in the subgroup of
 * odd order only. Doublings are right for every point (x, y) there, since no point of order eight
 * exists: multiply by the cofactor before adding a point from outside.
 */
final class EdwardsMinusOne extends Edwards {
  private final long[] d;
  private final long[] d2;
  private final long[] inverseOfD;
  private final long[] half;

  EdwardsMinusOne(Curve curve) {
    super(curve, 4, 3);
    BigInteger value = new BigInteger(curve.b(), 16);
    this.d = constant(value);
    this.d2 = constant(value.shiftLeft(1));
    this.inverseOfD = constant(value.modInverse(f.modulus));
    this.half = constant(BigInteger.TWO.modInverse(f.modulus));
  }

  /** (2x : 2y : 2z), or (x : y : 1). No multiplication, and 1M for T. */
  @Override
  public void set(Point P, Operand Q, boolean giveT) {
    f.sub(P.X, Q.elements[0], Q.elements[1]);
    f.carry(P.X, P.X);
    f.add(P.Y, Q.elements[0], Q.elements[1]);
    f.carry(P.Y, P.Y);
    f.copy(P.Z, Q.affine ? one : Q.elements[3]);
    if (giveT) {
      f.mul(P.T, Q.elements[2], inverseOfD);
    }
  }

  @Override
  public Formulas stepsInLanes() {
    return new EdwardsMinusOneInLanes(this);
  }

  // spotless:off

  /** 3M + 4S, and 1M for T: section 3.3. */
  @Override
  public void twice(Point P, boolean giveT) {
    f.sqrAddSub(H, G, P.X, P.Y, D);      // H = X^2 + Y^2, G = X^2 - Y^2   2
    f.sqr(C, P.Z);
    f.add(C, C, C);                      // C = 2 Z^2                  2
    f.add(E, P.X, P.Y);  f.fit(E, 2);
    f.sqr(E, E);
    f.sub(E, H, E);      f.fit(E, 3);    // E = H - (X + Y)^2          3
    f.add(F, C, G);      f.fit(F, 4);    // F = C + G                  4
    multiplyOut(P, giveT);
  }

  /** 6M, and 1M for T, and 1M more where Q is projective: section 3.1, with k = 2d. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    long[] yPlusX = Q.elements[0];
    long[] yMinusX = Q.elements[1];
    long[] t2d = Q.elements[2];
    f.addSub(B, A, P.Y, P.X);            // B, A = Y1 +- X1            2
    f.mulAddSub(H, E, B, yPlusX, A, yMinusX, D);
                                         // H, E = B (Y2 + X2) +- A (Y2 - X2)   2
    multiplyZ(P, Q, t2d);                // G, F = Z1 2 Z2 +- T1 2d T2          2
    multiplyOut(P, giveT);
  }

  /** 1M. */
  @Override
  public void toOperand(Operand Q, Point P) {
    f.addSub(Q.elements[0], Q.elements[1], P.Y, P.X);
    f.mul(Q.elements[2], P.T, d2);
    f.add(Q.elements[3], P.Z, P.Z);  f.fit(Q.elements[3], 2);
  }

  @Override
  public void toAffineOperand(Operand Q, long[] x, long[] y) {
    f.addSub(Q.elements[0], Q.elements[1], y, x);
    f.mul(Q.elements[0], Q.elements[0], half);
    f.mul(Q.elements[1], Q.elements[1], half);
    f.mul(Q.elements[2], x, y);
    f.mul(Q.elements[2], Q.elements[2], d);
  }

  // spotless:on

  @Override
  public void negate(Operand Q, long[] where) {
    f.swap(where, Q.elements[0], Q.elements[1]);
    f.negate(Q.elements[2], where, Q.elements[2]);
  }
}
