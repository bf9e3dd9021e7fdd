package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [k]B for the base point B: one table for every window, so no doublings, and signed odd digits, so
 * half the entries and no neutral one. A workspace of one thread; constant time: every entry of a
 * window is read.
 */
public final class SignedComb {
  private final Group group;
  private final CombTable table;
  private final Recoding recoding;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  public SignedComb(Curve curve, Group group, CombTable table) {
    Field f = curve.field();
    this.group = group;
    this.table = table;
    this.recoding = new Recoding(f.lanes, curve.order().modulus, table.window);
    if (recoding.windows > table.windows) {
      throw new IllegalArgumentException("the comb table has too few windows");
    }
    this.entry = group.affineOperand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /**
   * P = [k]B, without T. One addition of 7M a window, 6M in the last.
   *
   * @param scalars below the order, little-endian, {@code size} bytes a lane
   */
  public void multiply(Point P, byte[] scalars, int size) {
    recoding.load(scalars, size);
    group.setNeutral(P);
    for (int i = recoding.windows - 1; i >= 0; i--) {
      recoding.digit(i, index, negative);
      table.lookup(entry, i, index);
      group.negate(entry, negative);
      group.add(P, entry, i > 0);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    recoding.wipe();
    entry.wipe();
    Wipe.wipe(index, negative);
  }
}
