package io.kexd.crypto.model;

import io.kexd.crypto.field.Mix;

/** Steps on Edwards curves with a = 1 in four lanes. */
final class EdwardsOneInLanes extends EdwardsInLanes {
  private final Mix sums;
  private final Mix operand;
  private final Mix left;
  private final Mix right;

  EdwardsOneInLanes(EdwardsOne group) {
    super(group, 1);
    this.sums = new Mix(f, 2, "0 1 3 0", ". . . 1");
    this.operand = new Mix(f, 2, "0 . . 3", ". 1 . 3", ". . 2 .");
    this.left = new Mix(f, 3, "3 2 -2 3", "-0 . . -0", "-1 . . -1", ". 2 2 ."); // (E, G, F, E)
    this.right = new Mix(f, 2, "-2 1 2 1", ". -0 . -0", "2 . 2 ."); // (F, H, G, H)
  }

  // spotless:off

  /** 2M, and 1M where Q is projective: section 3.1. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    long[] D1 = P.X;
    if (!Q.affine) {
      f.mul(D, P.X, Q.elements[3]);
      D1 = D;                                // (., ., Z1 Z2, .)
    }
    sums.apply(A, P.X, P.X);                 // (X1, Y1, T1, X1 + Y1)
    operand.apply(B, Q.elements[0], Q.elements[1], Q.elements[2]);
    f.mul(A, A, B);                          // (X1 X2, Y1 Y2, T1 d T2, (X1 + Y1) (X2 + Y2))
    left.apply(B, A, A, A, D1);
    right.apply(C, A, A, D1);
    f.mul(P.X, B, C);                        // (E F, G H, F G, E H)
  }

  // spotless:on
}
