package io.kexd.crypto.model;

/**
 * B, 3B, 5B, ... (2^window - 1)B for public scalars, affine: wider than a window of the comb, since
 * one entry is read and not all. Computed when it is made, with one inversion. Immutable.
 */
public final class BaseMultiples {
  private static final int WINDOW = 8;

  /** Bits of a window. */
  public final int window;

  private final AffineTable table;

  /** Odd multiples below 2^{@value #WINDOW}. */
  public BaseMultiples(Curve curve) {
    this(curve, WINDOW);
  }

  /** With 2^window below the order of B, so that no multiple is neutral. */
  public BaseMultiples(Curve curve, int window) {
    this.window = window;
    int entries = 1 << (window - 1);
    Group group = Group.of(curve);
    Point base = group.point();
    group.setBase(base);
    AffineMultiples multiples = new AffineMultiples(group, entries);
    multiples.compute(base);
    this.table = new AffineTable(group, entries, 1);
    Operand operand = group.affineOperand();
    for (int i = 0; i < entries; i++) {
      group.toAffineOperand(operand, multiples.x(i), multiples.y(i));
      table.set(i, operand, 0);
    }
  }

  /** Q = [2 index + 1]B. Time: variable. */
  public void pickVartime(Operand Q, long[] index) {
    table.pickVartime(Q, index);
  }
}
