package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * The differential ladder step on v^2 = u^3 + A u^2 + u, on u-coordinates alone: RFC 7748 section
 * 5. A workspace of one thread; constant time.
 */
public final class MontgomeryX {
  public final Field f;
  private final int a24;
  private final long[] zero;
  private final long[] one;
  private final long[] X1;
  public final long[] X2;
  public final long[] Z2;
  private final long[] X3;
  private final long[] Z3;
  private final long[] A;
  private final long[] B;
  private final long[] C;
  private final long[] D;
  private final long[] E;

  /** For the ladder curve of a curve that has one. */
  public MontgomeryX(Curve curve) {
    this.f = curve.field();
    this.a24 = Math.toIntExact((curve.ladder().orElseThrow().A() - 2) / 4);
    this.zero = f.element();
    f.set(zero, ZERO);
    this.one = f.element();
    f.set(one, ONE);
    this.X1 = f.element();
    this.X2 = f.element();
    this.Z2 = f.element();
    this.X3 = f.element();
    this.Z3 = f.element();
    this.A = f.element();
    this.B = f.element();
    this.C = f.element();
    this.D = f.element();
    this.E = f.element();
  }

  /** (X2 : Z2) = the neutral element, (X3 : Z3) = (X1 : 1) = u. */
  public void start(long[] u) {
    f.copy(X1, u);
    f.copy(X2, one);
    f.copy(Z2, zero);
    f.copy(X3, u);
    f.copy(Z3, one);
  }

  /** Exchanges (X2 : Z2) and (X3 : Z3) where the mask is set. */
  public void swap(long[] mask) {
    f.swap(mask, X2, X3);
    f.swap(mask, Z2, Z3);
  }

  // spotless:off

  /**
   * (X2 : Z2) doubled, (X3 : Z3) the sum of both; their difference stays X1. 5M + 4S + 1 small.
   */
  public void step() {
    f.add(A, X2, Z2);  f.fit(A, 2);    // A  = X2 + Z2               2
    f.sub(B, X2, Z2);  f.fit(B, 2);    // B  = X2 - Z2               2
    f.add(C, X3, Z3);  f.fit(C, 2);    // C  = X3 + Z3               2
    f.sub(D, X3, Z3);  f.fit(D, 2);    // D  = X3 - Z3               2
    f.mul(D, D, A);                    // DA = D A                   1
    f.mul(C, C, B);                    // CB = C B                   1
    f.add(X3, D, C);   f.fit(X3, 2);   //                            2
    f.sqr(X3, X3);                     // X3 = (DA + CB)^2           1
    f.sub(Z3, D, C);   f.fit(Z3, 2);   //                            2
    f.sqr(Z3, Z3);
    f.mul(Z3, Z3, X1);                 // Z3 = X1 (DA - CB)^2        1
    f.sqr(A, A);                       // AA = A^2                   1
    f.sqr(B, B);                       // BB = B^2                   1
    f.mul(X2, A, B);                   // X2 = AA BB                 1
    f.sub(E, A, B);    f.fit(E, 2);    // E  = AA - BB               2
    f.mulSmall(Z2, E, a24);            //                            1
    f.add(Z2, Z2, A);  f.fit(Z2, 2);   //                            2
    f.mul(Z2, Z2, E);                  // Z2 = E (AA + a24 E)        1
  }

  // spotless:on

  /** Wipes what the last ladder left. */
  public void wipe() {
    Wipe.wipe(X1, X2, Z2, X3, Z3, A, B, C, D, E);
  }
}
