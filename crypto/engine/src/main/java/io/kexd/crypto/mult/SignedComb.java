package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [k]B for the base point B: one table for every window, so no doublings, and signed odd digits, so
 * half the entries and no neutral one. Only the last addition can be an exception: see {@link
 * Recoding}. A workspace of one thread; constant time: every entry of a window is read.
 */
public final class SignedComb {
  private final Formulas steps;
  private final CombTable table;
  private final Recoding recoding;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  /** For one group of lanes. */
  public SignedComb(Curve curve, Group group, CombTable table) {
    this(curve, group, table, 1);
  }

  /** For up to that many groups of lanes a call. */
  public SignedComb(Curve curve, Group group, CombTable table, int groups) {
    Field f = curve.field();
    this.steps = group.steps();
    this.table = table;
    this.recoding = new Recoding(f.lanes * groups, curve.order().modulus, table.window);
    if (recoding.windows > table.windows) {
      throw new IllegalArgumentException("the comb table has too few windows");
    }
    this.entry = steps.affineOperand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** P = [k]B for one group of lanes. */
  public void multiply(Point P, byte[] scalars, int size) {
    recoding.load(scalars, size, index.length);
    for (int i = recoding.windows - 1; i >= 0; i--) {
      add(P, i, 0);
    }
  }

  /**
   * P = [k]B for the first {@code count} groups of lanes. One addition for every window but the
   * highest. A window's table serves all groups before the next one is read, so that it is in the
   * cache.
   *
   * @param scalars below the order, little-endian, {@code size} bytes a lane, group after group
   */
  public void multiply(Point[] P, int count, byte[] scalars, int size) {
    recoding.load(scalars, size, count * index.length);
    for (int i = recoding.windows - 1; i >= 0; i--) {
      for (int j = 0; j < count; j++) {
        add(P[j], i, j);
      }
    }
  }

  /** P = P + the entry for digit i of group j. */
  private void add(Point P, int i, int j) {
    recoding.digit(i, j * index.length, index, negative);
    table.lookup(entry, i, index);
    steps.negate(entry, negative);
    if (i == recoding.windows - 1) {
      steps.set(P, entry, true);
    } else if (i > 0) {
      steps.add(P, entry, true);
    } else {
      steps.addLast(P, entry);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    steps.wipe();
    recoding.wipe();
    entry.wipe();
    Wipe.wipe(index, negative);
  }
}
