package io.kexd.crypto.model;

import io.kexd.crypto.field.Mix;
import java.util.Arrays;

/**
 * Steps on Edwards curves in four lanes (X, Y, Z, T), eprint 2008/522 section 3: a doubling is one
 * squaring and one multiplication. Operands and tables are the group's.
 */
abstract class EdwardsInLanes extends InLanes {
  private final Edwards group;
  private final Mix withSum;
  private final Mix left;
  private final Mix right;

  /** For a = 1 or -1. */
  EdwardsInLanes(Edwards group, int a) {
    super(group.f, 4, 3);
    this.group = group;
    String squareOfX = a > 0 ? "0 0" : "-0 -0";
    this.withSum = new Mix(f, 2, "0 1 2 0", ". . . 1");
    this.left = new Mix(f, 4, "-0 " + squareOfX + " -0", "-1 1 1 -1", "3 . -2*2 3"); // (E, G, F, E)
    this.right =
        new Mix(f, 4, squareOfX + " " + squareOfX, "1 -1 1 -1", "-2*2 . . ."); // (F, H, G, H)
  }

  @Override
  public final OddMultiples oddMultiples(int window) {
    return group.oddMultiples(window);
  }

  // spotless:off

  /**
   * 1S + 1M: E = (X + Y)^2 - X^2 - Y^2, G = a X^2 + Y^2, F = G - 2 Z^2, H = a X^2 - Y^2. Gives T.
   */
  @Override
  public final void twice(Point P, int count, boolean giveT) {
    for (int i = count; i > 0; i--) {
      withSum.apply(A, P.X, P.X);
      f.sqr(A, A);                            // (X^2, Y^2, Z^2, (X + Y)^2)
      left.apply(B, A, A, A);
      right.apply(C, A, A, A);
      f.mul(P.X, B, C);                       // (E F, G H, F G, E H)
    }
  }

  // spotless:on

  @Override
  public final void set(Point P, Operand Q, boolean giveT) {
    group.set(P, Q, true);
    pack(P.X, P.X, P.Y, P.Z, P.T);
  }

  @Override
  public final void addLast(Point P, Operand Q) {
    add(P, Q, false);
    unpack(P);
  }

  /** Nothing is doubtful. */
  @Override
  public final void finish(long[] doubtful, Point P) {
    unpack(P);
    Arrays.fill(doubtful, 0);
  }

  /** Nothing to do. */
  @Override
  public final void adapt(Operand Q) {}

  @Override
  public final void negate(Operand Q, long[] where) {
    group.negate(Q, where);
  }
}
