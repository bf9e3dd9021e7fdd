package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [k]P from a table of odd multiples of P, with signed odd digits of a fixed width: the same
 * doublings and additions for every scalar. How an entry is read is the subclass's business. A
 * workspace of one thread.
 */
abstract class SignedWindow {
  private static final int WINDOW = 5;

  private final Group group;
  private final OddMultiples table;
  private final Recoding digits;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  SignedWindow(Curve curve, Group group) {
    Field f = group.f;
    this.group = group;
    this.table = new OddMultiples(group, WINDOW);
    this.digits = new Recoding(f.lanes, curve.order().modulus, WINDOW);
    this.entry = group.operand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** Q = [2 index + 1]P. */
  abstract void read(Operand Q, OddMultiples multiples, long[] index);

  /**
   * R = [k]P, with T.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   * @param P of prime order or neutral, with its T
   */
  public final void multiply(Point R, byte[] scalars, int size, Point P) {
    digits.load(scalars, size);
    table.compute(P);
    group.setNeutral(R);
    for (int i = digits.windows - 1; i >= 0; i--) {
      for (int j = WINDOW - 1; j >= 0 && i < digits.windows - 1; j--) {
        group.twice(R, j == 0);
      }
      digits.digit(i, index, negative);
      read(entry, table, index);
      group.negate(entry, negative);
      group.add(R, entry, i == 0);
    }
  }

  /** Wipes what the last call left. */
  public final void wipe() {
    table.wipe();
    digits.wipe();
    entry.wipe();
    Wipe.wipe(index, negative);
  }
}
