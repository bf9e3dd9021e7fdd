package io.kexd.crypto.model;

import io.kexd.crypto.field.Mix;

/** Steps on Edwards curves with a = -1 in four lanes. */
final class EdwardsMinusOneInLanes extends EdwardsInLanes {
  private final Mix sums;
  private final Mix operand;
  private final Mix left;
  private final Mix right;

  EdwardsMinusOneInLanes(EdwardsMinusOne group) {
    super(group, -1);
    this.sums = new Mix(f, 2, "1 1 3 2", "0 -0 . .");
    this.operand = new Mix(f, 1, "0 . . .", ". 1 . .", ". . 2 .", ". . . 3");
    this.left = new Mix(f, 2, "0 3 3 0", "-1 2 -2 -1"); // (E, G, F, E)
    this.right = new Mix(f, 2, "3 0 3 0", "-2 1 2 1"); // (F, H, G, H)
  }

  // spotless:off

  /** 2M: section 3.1, with k = 2d. */
  @Override
  public void add(Point P, Operand Q, boolean giveT) {
    long[] z2 = Q.affine ? one : Q.elements[3];
    sums.apply(A, P.X, P.X);                 // (Y1 + X1, Y1 - X1, T1, Z1)
    operand.apply(B, Q.elements[0], Q.elements[1], Q.elements[2], z2);
    f.mul(A, A, B);                          // E and H, G and F are their differences and sums
    left.apply(B, A, A);
    right.apply(C, A, A);
    f.mul(P.X, B, C);                        // (E F, G H, F G, E H)
  }

  // spotless:on
}
