package io.kexd.crypto.model;

/**
 * Curves y^2 = x^3 - 3 x + b in Jacobian coordinates of x and 2y: x = X/Z^2 and 2y = Y/Z^3, so that
 * hardly a formula has to double anything. An operand is x, 2y and has Z = 1.
 *
 * <p>The entries of a table of odd multiples have a common Z that is not 1, but c. Therefore points
 * lie on the curve y^2 = x^3 + a x + c^6 b with a = -3 c^4, to which (x, y) -> (c^2 x, c^3 y) leads
 * and where that Z is 1: one addition with an affine operand serves all tables, without an
 * inversion. Fixed tables are of c = 1 and {@link #adapt adapted}. Doublings take any a: a run of
 * them carries W = a Z^4 along (Cohen, Miyaji and Ono, Asiacrypt 1998).
 *
 * <p>The addition is incomplete: of points that are equal, opposite or neutral it gives Z = 0,
 * which then stays. So a point with another Z is right. Doublings are right, since no point of an
 * odd order has y = 0.
 */
final class Jacobian extends Formulas {
  private final Weierstrass group;

  /** c, c^2, c^3, and a = -3 c^4. */
  private final long[] c;

  private final long[] c2;
  private final long[] c3;
  final long[] a;

  /** -1 where c is 0: the odd multiples are those of the neutral point. */
  private final long[] neutral;

  private final Operand last;
  private final Point scratch;

  Jacobian(Weierstrass group) {
    super(group.f, 2, 2);
    this.group = group;
    this.c = f.element();
    this.c2 = f.element();
    this.c3 = f.element();
    this.a = f.element();
    this.neutral = f.mask();
    this.last = group.operand();
    this.scratch = point();
    moveTo(one);
  }

  @Override
  public OddMultiples oddMultiples(int window) {
    return new CoZMultiples(this, window);
  }

  /** Sets c, from the curve itself, not from where the formulas were before. */
  void moveTo(long[] newC) {
    f.copy(c, newC);
    f.sqr(c2, c);
    f.mul(c3, c2, c);
    f.sqr(a, c2);
    f.mulSmall(a, a, -3);
    f.isZero(neutral, c, A);
  }

  @Override
  public void set(Point P, Operand Q, boolean giveT) {
    f.copy(P.X, Q.elements[0]);
    f.copy(P.Y, Q.elements[1]);
    f.copy(P.Z, one);
  }

  // spotless:off

  /** 1M + 2S, and for each doubling 4M + 4S, 3M + 4S for the last. */
  @Override
  public void twice(Point P, int count, boolean giveT) {
    f.sqr(G, P.Z);
    f.sqr(G, G);
    f.mul(G, G, a);                        // W = a Z^4                1
    for (int i = count; i > 0; i--) {
      twice(P);
      if (i > 1) {
        f.mul(G, G, E);                    // W = W Y^4                1
      }
    }
  }

  /** P = 2 P; leaves the old Y^4 in E. 3M + 4S. Y: 2T. */
  private void twice(Point P) {
    f.sqr(C, P.Y);                         // Y^2                      1
    f.sqr(E, C);                           // Y^4                      1
    f.mul(D, P.X, C);                      // S = X Y^2                1
    f.mul(P.Z, P.Z, P.Y);                  // Z3 = Y Z                 1
    f.sqr(A, P.X);
    f.add(B, A, A);
    f.add(B, B, A);
    f.add(B, B, G);
    f.carry(B, B);                         // M = 3 X^2 + W            1
    f.add(A, D, D);
    f.sqrSub(P.X, B, A);                   // X3 = M^2 - 2 S           1
    f.sub(D, D, P.X);    f.fit(D, 2);      //                          2
    f.add(B, B, B);      f.fit(B, 2);      //                          2
    f.mul(P.Y, B, D);
    f.sub(P.Y, P.Y, E);  f.fit(P.Y, 2);    // Y3 = 2 M (S - X3) - Y^4  2
  }

  /** 8M + 3S: madd-2007-bl of the Explicit-Formulas Database, for 2y. Y: 2T. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    f.sqr(A, P.Z);                         // Z1^2                     1
    f.mul(B, A, P.Z);                      // Z1^3                     1
    f.mulSub(A, A, Q.elements[0], P.X);    // H = x2 Z1^2 - X1         1
    f.mulSub(B, B, Q.elements[1], P.Y);    // R = y2 Z1^3 - Y1         1
    f.add(C, A, A);      f.fit(C, 2);      // 2 H                      2
    f.mul(P.Z, P.Z, C);                    // Z3 = 2 Z1 H              1
    f.sqr(C, C);                           // I = 4 H^2                1
    f.mul(A, A, C);                        // J = H I                  1
    f.mul(D, P.X, C);                      // V = X1 I                 1
    f.add(E, D, D);
    f.add(E, E, A);
    f.sqrSub(P.X, B, E);                   // X3 = R^2 - J - 2 V       1
    f.sub(D, D, P.X);    f.fit(D, 2);      //                          2
    f.add(B, B, B);      f.fit(B, 2);      //                          2
    f.add(A, A, A);      f.fit(A, 2);      //                          2
    f.mul(A, A, P.Y);
    f.mul(P.Y, B, D);
    f.sub(P.Y, P.Y, A);  f.fit(P.Y, 2);    // Y3 = 2 R (V - X3) - 2 Y1 J   2
  }

  /** By the group's complete addition. 16M + 1S + 2 m_b. */
  @Override
  public void addLast(Point P, Operand Q) {
    toGroup(P);
    long[] x = last.elements[0];
    long[] z = last.elements[2];
    f.mul(x, Q.elements[0], c);
    f.add(x, x, x);
    f.carry(x, x);
    f.copy(last.elements[1], Q.elements[1]);
    f.add(z, c3, c3);
    f.carry(z, z);
    group.add(P, last, false);
    group.setNeutral(P, neutral, scratch);
  }

  /** (2 X Z : Y : 2 Z^3) with cZ for Z. 3M + 1S. */
  private void toGroup(Point P) {
    f.mul(A, P.Z, c);
    f.sqr(B, A);
    f.mul(P.X, P.X, A);
    f.add(P.X, P.X, P.X);
    f.carry(P.X, P.X);
    f.carry(P.Y, P.Y);
    f.mul(P.Z, B, A);
    f.add(P.Z, P.Z, P.Z);
    f.carry(P.Z, P.Z);
  }

  // spotless:on

  /** Doubtful where Z = 0. */
  @Override
  public void finish(long[] doubtful, Point P) {
    toGroup(P);
    f.isZero(doubtful, P.Z, A);
  }

  /** (c^2 x, c^3 2y). 2M. */
  @Override
  public void adapt(Operand Q) {
    f.mul(Q.elements[0], Q.elements[0], c2);
    f.mul(Q.elements[1], Q.elements[1], c3);
  }

  @Override
  public void negate(Operand Q, long[] where) {
    f.negate(Q.elements[1], where, Q.elements[1]);
  }

  @Override
  public void wipe() {
    super.wipe();
    group.wipe();
    last.wipe();
    scratch.wipe();
    moveTo(one);
  }
}
