package io.kexd.crypto.model;

import java.math.BigInteger;

/**
 * Edwards curves x^2 + y^2 = 1 + d x^2 y^2 in extended coordinates, complete since d is no square:
 * Hisil and others, eprint 2008/522, section 3 with a = 1. An operand is x, y, dt, z.
 */
final class EdwardsOne extends Edwards {
  private final long[] d;
  private final long[] inverseOfD;

  EdwardsOne(Curve curve) {
    super(curve, 4, 3);
    BigInteger value = new BigInteger(curve.b(), 16);
    this.d = constant(value);
    this.inverseOfD = constant(value.modInverse(f.modulus));
  }

  /** No multiplication, and 1M for T. */
  @Override
  public void set(Point P, Operand Q, boolean giveT) {
    f.copy(P.X, Q.elements[0]);
    f.copy(P.Y, Q.elements[1]);
    f.copy(P.Z, Q.affine ? one : Q.elements[3]);
    if (giveT) {
      f.mul(P.T, Q.elements[2], inverseOfD);
    }
  }

  @Override
  public Formulas stepsInLanes() {
    return new EdwardsOneInLanes(this);
  }

  // spotless:off

  /** 3M + 4S, and 1M for T: section 3.3. */
  @Override
  public void twice(Point P, boolean giveT) {
    f.sqrAddSub(G, H, P.X, P.Y, D);      // G = X^2 + Y^2, H = X^2 - Y^2   2
    f.sqr(C, P.Z);
    f.add(C, C, C);                      // C = 2 Z^2                  2
    f.add(E, P.X, P.Y);  f.fit(E, 2);
    f.sqr(E, E);
    f.sub(E, E, G);      f.fit(E, 3);    // E = (X + Y)^2 - G          3
    f.sub(F, G, C);      f.fit(F, 4);    // F = G - C                  4
    multiplyOut(P, giveT);
  }

  /** 7M, and 1M for T, and 1M more where Q is projective: section 3.1. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    long[] x2 = Q.elements[0];
    long[] y2 = Q.elements[1];
    f.mulAddSub(A, H, P.Y, y2, P.X, x2, D);   // A, H = Y1 Y2 +- X1 X2      2
    f.add(E, P.X, P.Y);  f.fit(E, 2);
    f.add(F, x2, y2);    f.fit(F, 2);
    f.mul(E, E, F);
    f.sub(E, E, A);      f.fit(E, 3);    // E = X1 Y2 + Y1 X2          3
    multiplyZ(P, Q, Q.elements[2]);      // G, F = Z1 Z2 +- T1 d T2    2
    multiplyOut(P, giveT);
  }

  // spotless:on

  /** 1M. */
  @Override
  public void toOperand(Operand Q, Point P) {
    f.copy(Q.elements[0], P.X);
    f.copy(Q.elements[1], P.Y);
    f.mul(Q.elements[2], P.T, d);
    f.copy(Q.elements[3], P.Z);
  }

  @Override
  public void toAffineOperand(Operand Q, long[] x, long[] y) {
    f.copy(Q.elements[0], x);
    f.copy(Q.elements[1], y);
    f.mul(Q.elements[2], x, y);
    f.mul(Q.elements[2], Q.elements[2], d);
  }

  @Override
  public void negate(Operand Q, long[] where) {
    f.negate(Q.elements[0], where, Q.elements[0]);
    f.negate(Q.elements[2], where, Q.elements[2]);
  }
}
