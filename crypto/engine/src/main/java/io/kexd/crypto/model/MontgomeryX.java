package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * The differential ladder step on v^2 = u^3 + A u^2 + u, on u-coordinates alone: RFC 7748 section
 * 5. A workspace of one thread; constant time.
 *
 * <p>Of both points only X + Z and X - Z are kept, which is what every step begins with; so the sum
 * and the difference of two products are one verb. And the points are not exchanged: the sum does
 * not ask which is which, and what is doubled is selected.
 */
public final class MontgomeryX {
  private final Field f;
  private final int a24;
  private final long[] one;
  private final long[] X1;

  /** X2 + Z2. */
  private final long[] A;

  /** X2 - Z2. */
  private final long[] B;

  /** X3 + Z3. */
  private final long[] C;

  /** X3 - Z3. */
  private final long[] D;

  private final long[] E;
  private final long[] F;
  private final long[] S;
  private final long[] T;
  private final long[] scratch;

  /** For the ladder curve of a curve that has one. */
  public MontgomeryX(Curve curve) {
    this.f = curve.field();
    this.a24 = Math.toIntExact((curve.ladder().orElseThrow().A() - 2) / 4);
    this.one = f.element();
    f.set(one, ONE);
    this.X1 = f.element();
    this.A = f.element();
    this.B = f.element();
    this.C = f.element();
    this.D = f.element();
    this.E = f.element();
    this.F = f.element();
    this.S = f.element();
    this.T = f.element();
    this.scratch = f.element();
  }

  /** (X2 : Z2) = the neutral element (1 : 0), (X3 : Z3) = (X1 : 1) = u, which is tight. */
  public void start(long[] u) {
    f.copy(X1, u);
    f.copy(A, one);
    f.copy(B, one);
    f.add(C, u, one);
    f.fit(C, 2);
    f.sub(D, u, one);
    f.fit(D, 2);
  }

  // spotless:off

  /**
   * (X2 : Z2) = twice (X2 : Z2), or twice (X3 : Z3) where the mask is set; (X3 : Z3) = the sum of
   * both, whose difference stays X1. 5M + 4S + 1 small.
   */
  public void step(long[] mask) {
    f.mulAddSub(S, T, D, A, C, B, scratch);      // S = D A + C B, T = D A - C B      2
    f.select(A, mask, C, A);
    f.sqr(A, A);                                 // AA = A^2                          1
    f.select(B, mask, D, B);
    f.sqr(B, B);                                 // BB = B^2                          1
    f.sub(E, A, B);      f.fit(E, 2);            // E  = AA - BB                      2
    f.mulSmall(F, E, a24);
    f.add(F, F, A);      f.fit(F, 2);            // F  = AA + a24 E                   2
    f.mulAddSub(A, B, A, B, E, F, scratch);      // X2 = AA BB, Z2 = E F              2
    f.sqr(T, T);                                 //                                   1
    f.sqrMulAddSub(C, D, S, X1, T, scratch);     // X3 = S^2, Z3 = X1 T^2             2
  }

  // spotless:on

  /** (X : Z) = (X2 : Z2), or (X3 : Z3) where the mask is set. Out: T. */
  public void finish(long[] X, long[] Z, long[] mask) {
    f.select(A, mask, C, A);
    f.select(B, mask, D, B);
    f.add(X, A, B);
    f.carry(X, X);
    f.sub(Z, A, B);
    f.carry(Z, Z);
  }

  /** Wipes what the last ladder left. */
  public void wipe() {
    Wipe.wipe(X1, A, B, C, D, E, F, S, T, scratch);
  }
}
