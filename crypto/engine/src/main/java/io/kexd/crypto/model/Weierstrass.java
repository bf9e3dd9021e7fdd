package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.math.BigInteger;

/**
 * Curves y^2 = x^3 - 3 x + b of prime order in homogeneous coordinates, the neutral point (0 : 1 :
 * 0): the complete formulas of Renes, Costello and Batina, eprint 2015/1060, section 3.2. No pair
 * of points is an exception, so no scalar and no peer's point can reach one. An operand is x, y, z;
 * an affine one is x, 2y, which is what {@link Jacobian}, the cheap part of a multiplication, adds.
 */
final class Weierstrass extends Group {
  /** b where mulSmall takes it, else 0. */
  private final int smallB;

  private final long[] b;
  private final long[] two;
  private final Operand lifted;

  Weierstrass(Curve curve) {
    super(curve, 3, 2);
    BigInteger p = f.modulus;
    BigInteger value = new BigInteger(curve.b(), 16);
    BigInteger near = value.shiftLeft(1).compareTo(p) > 0 ? value.subtract(p) : value;
    this.b = constant(value);
    this.two = constant(BigInteger.TWO);
    this.lifted = operand();
    this.smallB = near.abs().bitLength() <= Field.SMALL_BITS ? near.intValueExact() : 0;
  }

  private void multiplyByB(long[] r, long[] a) {
    if (smallB != 0) {
      f.mulSmall(r, a, smallB);
    } else {
      f.mul(r, a, b);
    }
  }

  @Override
  public Formulas steps() {
    return new Jacobian(this);
  }

  /** For fields without headroom, {@link #steps} that are the same in all lanes. */
  @Override
  public Formulas stepsInLanes() {
    Jacobian steps = new Jacobian(this);
    return f.headroom < JacobianInLanes.HEADROOM ? steps : new JacobianInLanes(steps);
  }

  @Override
  public void setNeutral(Point P) {
    f.copy(P.X, zero);
    f.copy(P.Y, one);
    f.copy(P.Z, zero);
  }

  @Override
  public void setAffine(Point P, long[] x, long[] y) {
    f.copy(P.X, x);
    f.copy(P.Y, y);
    f.copy(P.Z, one);
  }

  @Override
  public void set(Point P, Operand Q, boolean giveT) {
    Operand R = lift(Q);
    f.copy(P.X, R.elements[0]);
    f.copy(P.Y, R.elements[1]);
    f.copy(P.Z, R.elements[2]);
  }

  /** Q, or (2x : 2y : 2) for an affine one. */
  private Operand lift(Operand Q) {
    if (!Q.affine) {
      return Q;
    }
    f.add(lifted.elements[0], Q.elements[0], Q.elements[0]);
    f.carry(lifted.elements[0], lifted.elements[0]);
    f.copy(lifted.elements[1], Q.elements[1]);
    f.copy(lifted.elements[2], two);
    return lifted;
  }

  // spotless:off

  /** Algorithm 6: 8M + 3S + 2 m_b. */
  @Override
  public void twice(Point P, boolean giveT) {
    f.sqr(A, P.X);                         // A = X^2                  1
    f.sqr(B, P.Y);                         // B = Y^2                  1
    f.sqr(C, P.Z);                         // C = Z^2                  1
    f.mul(D, P.X, P.Y);
    f.add(D, D, D);      f.fit(D, 2);      // D = 2 X Y                2
    f.mul(E, P.Y, P.Z);
    f.add(E, E, E);      f.fit(E, 2);      // E = 2 Y Z                2
    f.mul(F, P.X, P.Z);
    f.add(F, F, F);      f.fit(F, 2);      // F = 2 X Z                2
    combine(P);
    f.mul(P.Z, E, B);                      // Z3 = 8 Y^3 Z             1
    f.add(P.Z, P.Z, P.Z);
    f.add(P.Z, P.Z, P.Z);
    f.carry(P.Z, P.Z);
  }

  /** Algorithm 4: 12M + 2 m_b. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    Operand R = lift(Q);
    long[] x2 = R.elements[0];
    long[] y2 = R.elements[1];
    long[] z2 = R.elements[2];
    f.mul(A, P.X, x2);                     // A = X1 X2                1
    f.mul(B, P.Y, y2);                     // B = Y1 Y2                1
    f.mul(C, P.Z, z2);                     // C = Z1 Z2                1
    f.add(D, P.X, P.Y);  f.fit(D, 2);
    f.add(E, x2, y2);    f.fit(E, 2);
    f.mul(D, D, E);
    f.sub(D, D, A);
    f.sub(D, D, B);      f.fit(D, 3);      // D = X1 Y2 + X2 Y1        3
    f.add(E, P.Y, P.Z);  f.fit(E, 2);
    f.add(F, y2, z2);    f.fit(F, 2);
    f.mul(E, E, F);
    f.sub(E, E, B);
    f.sub(E, E, C);      f.fit(E, 3);      // E = Y1 Z2 + Y2 Z1        3
    f.add(F, P.X, P.Z);  f.fit(F, 2);
    f.add(G, x2, z2);    f.fit(G, 2);
    f.mul(F, F, G);
    f.sub(F, F, A);
    f.sub(F, F, C);      f.fit(F, 3);      // F = X1 Z2 + X2 Z1        3
    combine(P);
    f.mul(B, E, P.T);
    f.mul(A, D, A);
    f.add(P.Z, A, B);
    f.carry(P.Z, P.Z);                     // Z3 = E (B - S) + D R     1
  }

  /**
   * X3 and Y3 from A, B, C, D, E, F as both formulas name them; leaves B - S in T and R in A.
   */
  private void combine(Point P) {
    multiplyByB(G, C);
    f.sub(G, F, G);      f.fit(G, 4);
    triple(G);           f.fit(G, 12);     // S = 3 (F - b C)         12
    multiplyByB(F, F);
    f.sub(F, F, A);      f.fit(F, 2);
    f.sub(F, F, C);
    f.sub(F, F, C);
    f.carry(F, F);
    f.sub(F, F, C);      f.fit(F, 2);
    triple(F);           f.fit(F, 6);      // W = 3 (b F - 3 C - A)    6
    f.sub(A, A, C);      f.fit(A, 2);
    triple(A);           f.fit(A, 6);      // R = 3 (A - C)            6
    f.sub(P.T, B, G);    f.fit(P.T, 13);   // B - S                   13
    f.add(G, B, G);      f.fit(G, 13);     // B + S                   13
    f.mul(P.X, D, G);
    f.mul(H, E, F);
    f.sub(P.X, P.X, H);
    f.carry(P.X, P.X);                     // X3 = D (B + S) - E W     1
    f.mul(P.Y, G, P.T);
    f.mul(H, A, F);
    f.add(P.Y, P.Y, H);
    f.carry(P.Y, P.Y);                     // Y3 = (B + S) (B - S) + R W   1
  }

  // spotless:on

  private void triple(long[] a) {
    f.add(H, a, a);
    f.add(a, a, H);
  }

  @Override
  public void toOperand(Operand Q, Point P) {
    f.copy(Q.elements[0], P.X);
    f.copy(Q.elements[1], P.Y);
    f.copy(Q.elements[2], P.Z);
  }

  @Override
  public void toAffineOperand(Operand Q, long[] x, long[] y) {
    f.copy(Q.elements[0], x);
    f.add(Q.elements[1], y, y);
    f.carry(Q.elements[1], Q.elements[1]);
  }

  @Override
  public void negate(Operand Q, long[] where) {
    f.negate(Q.elements[1], where, Q.elements[1]);
  }

  @Override
  public void negate(Point P, long[] where) {
    f.negate(P.Y, where, P.Y);
  }

  /** Z = 0. */
  @Override
  public void isNeutral(long[] neutral, Point P) {
    f.isZero(neutral, P.Z, A);
  }

  @Override
  public void wipe() {
    super.wipe();
    lifted.wipe();
  }
}
