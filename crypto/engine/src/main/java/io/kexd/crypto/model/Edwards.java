package io.kexd.crypto.model;

/** What both forms of Edwards curves share: extended coordinates, eprint 2008/522 section 3. */
abstract class Edwards extends Group {
  Edwards(Curve curve, int elements, int affineElements) {
    super(curve, elements, affineElements);
  }

  @Override
  public final void setNeutral(Point P) {
    f.copy(P.X, zero);
    f.copy(P.Y, one);
    f.copy(P.Z, one);
    f.copy(P.T, zero);
  }

  @Override
  public final void setAffine(Point P, long[] x, long[] y) {
    f.copy(P.X, x);
    f.copy(P.Y, y);
    f.copy(P.Z, one);
    f.mul(P.T, x, y);
  }

  /** G, F = Z1 z2 +- T1 t2, with z2 = 1 for an affine operand. 2M, 1M for an affine operand. */
  final void multiplyZ(Point P, Operand Q, long[] t2) {
    if (Q.affine) {
      f.mul(C, P.T, t2);
      f.addSub(G, F, P.Z, C);
    } else {
      f.mulAddSub(G, F, P.Z, Q.elements[3], P.T, t2, D);
    }
  }

  /** From the E, F, G, H of a formula. 3M, and 1M for T. */
  final void multiplyOut(Point P, boolean giveT) {
    f.mul(P.X, E, F);
    f.mul(P.Y, G, H);
    f.mul(P.Z, F, G);
    if (giveT) {
      f.mul(P.T, E, H);
    }
  }

  @Override
  public final void negate(Point P, long[] where) {
    f.negate(P.X, where, P.X);
    f.negate(P.T, where, P.T);
  }

  /** X = 0 and Y = Z: the neutral point is (0, 1). */
  @Override
  public final void isNeutral(long[] neutral, Point P) {
    f.isZero(neutral, P.X, A);
    f.isEqual(mask, P.Y, P.Z, A);
    for (int lane = 0; lane < neutral.length; lane++) {
      neutral[lane] &= mask[lane];
    }
  }
}
