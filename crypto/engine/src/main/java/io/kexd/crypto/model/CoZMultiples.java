package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;

/**
 * Odd multiples in Jacobian coordinates, all with the same Z and without an inversion: each is the
 * one before plus 2P, which both have the same Z (co-Z addition, Meloni, eprint 2006/263); then all
 * are brought to the Z of the last, and the formulas move to the curve where it is 1. 8M + 3S a
 * multiple.
 *
 * <p>[2i - 1]P and 2P are never equal nor opposite, nor any multiple neutral, since P has a prime
 * order above 2^window. For a neutral P all is zero.
 */
final class CoZMultiples extends OddMultiples {
  private final Jacobian jacobian;

  /** 2P, its Z that of the last entry. */
  private final Point twice;

  /** The Z of the first entry; after it, the Z of each entry over that of the one before. */
  private final long[][] ratios;

  private final long[] A;
  private final long[] B;
  private final long[] C;

  CoZMultiples(Jacobian jacobian, int window) {
    super(jacobian, window);
    this.jacobian = jacobian;
    this.twice = jacobian.point();
    this.ratios = new long[entries.length][];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = f.element();
    }
    this.A = f.element();
    this.B = f.element();
    this.C = f.element();
  }

  @Override
  public void compute(Point P) {
    start(P);
    for (int i = 1; i < entries.length; i++) {
      addTwice(entries[i], entries[i - 1], ratios[i]);
    }
    f.copy(C, ratios[entries.length - 1]);
    for (int i = entries.length - 2; i >= 0; i--) {
      multiplyZ(entries[i], C);
      f.mul(C, C, ratios[i]);
    }
    jacobian.moveTo(C);
  }

  // spotless:off

  /** The first entry and 2P, which have the same Z. */
  private void start(Point P) {
    long[] x = entries[0].elements[0];
    long[] y = entries[0].elements[1];
    f.mul(twice.X, P.X, P.Z);
    f.sqr(A, P.Z);
    f.mul(twice.Y, P.Y, A);
    f.add(twice.Y, twice.Y, twice.Y);  f.fit(twice.Y, 2);
    f.copy(twice.Z, P.Z);
    f.sqr(A, twice.Y);
    f.mul(x, twice.X, A);                      // x = X Y^2                        1
    f.sqr(y, A);                               // y = Y^4                          1
    jacobian.moveTo(jacobian.one);
    jacobian.twice(twice, 1, false);
    f.carry(twice.Y, twice.Y);
    f.copy(ratios[0], twice.Z);                // Z = Y Z
  }

  /** Q = P + 2P, and 2P with the same Z, which is the ratio times the old one. 4M + 2S. */
  private void addTwice(Operand Q, Operand P, long[] ratio) {
    long[] x1 = P.elements[0];
    long[] y1 = P.elements[1];
    long[] x3 = Q.elements[0];
    long[] y3 = Q.elements[1];
    f.sub(ratio, x1, twice.X);
    f.add(ratio, ratio, ratio);    f.fit(ratio, 4);  // L = 2 (X1 - X2)            4
    f.sqr(A, ratio);
    f.mul(B, x1, A);                           // U1 = X1 L^2                      1
    f.mul(twice.X, twice.X, A);                // U2 = X2 L^2                      1
    f.sub(C, y1, twice.Y);         f.fit(C, 2);      // R = Y1 - Y2                2
    f.sqr(x3, C);
    f.sub(x3, x3, B);
    f.sub(x3, x3, twice.X);
    f.carry(x3, x3);                           // X3 = R^2 - U1 - U2               1
    f.sub(B, B, twice.X);          f.fit(B, 2);      // U1 - U2 = L^3 / 2          2
    f.mul(twice.Y, twice.Y, B);
    f.add(twice.Y, twice.Y, twice.Y);
    f.carry(twice.Y, twice.Y);                 // V2 = Y2 L^3                      1
    f.sub(A, twice.X, x3);         f.fit(A, 2);
    f.mul(y3, C, A);
    f.add(y3, y3, y3);
    f.sub(y3, y3, twice.Y);
    f.carry(y3, y3);                           // Y3 = 2 R (U2 - X3) - V2          1
  }

  /** Q with L times its Z. 3M + 1S. */
  private void multiplyZ(Operand Q, long[] L) {
    f.sqr(A, L);
    f.mul(Q.elements[0], Q.elements[0], A);
    f.mul(A, A, L);
    f.mul(Q.elements[1], Q.elements[1], A);
  }

  // spotless:on

  @Override
  public void wipe() {
    super.wipe();
    twice.wipe();
    Wipe.wipe(ratios);
    Wipe.wipe(A, B, C);
  }
}
