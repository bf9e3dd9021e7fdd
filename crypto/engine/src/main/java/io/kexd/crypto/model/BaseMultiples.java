package io.kexd.crypto.model;

import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;

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
    Field f = group.f;
    long[][] x = new long[entries][];
    long[][] y = new long[entries][];
    long[][] z = new long[entries][];
    multiples(group, x, y, z);
    new BatchInverse(f, entries).invert(z, entries);
    this.table = new AffineTable(group, entries, 1);
    Operand operand = group.affineOperand();
    for (int i = 0; i < entries; i++) {
      f.mul(x[i], x[i], z[i]);
      f.mul(y[i], y[i], z[i]);
      group.toAffineOperand(operand, x[i], y[i]);
      table.set(i, operand, 0);
    }
  }

  private static void multiples(Group group, long[][] x, long[][] y, long[][] z) {
    Point multiple = group.point();
    Operand twice = group.operand();
    group.setBase(multiple);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    group.setBase(multiple);
    for (int i = 0; i < x.length; i++) {
      x[i] = multiple.X.clone();
      y[i] = multiple.Y.clone();
      z[i] = multiple.Z.clone();
      group.add(multiple, twice, true);
    }
  }

  /** Q = [2 index + 1]B. Time: variable. */
  public void pickVartime(Operand Q, long[] index) {
    table.pickVartime(Q, index);
  }
}
