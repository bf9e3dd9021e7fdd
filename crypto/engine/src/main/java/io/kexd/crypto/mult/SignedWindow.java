package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [k]P from a table of odd multiples of P, with signed odd digits of a fixed width: the same
 * doublings and additions for every scalar. How an entry is read is the subclass's business. Only
 * the last addition can be an exception: see {@link Recoding}. A workspace of one thread.
 */
abstract class SignedWindow {
  /** The best for orders of 250 to 520 bits. */
  static final int WINDOW = 5;

  private final int window;
  private final Formulas steps;
  private final OddMultiples table;
  private final Recoding digits;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  SignedWindow(Curve curve, Formulas steps, int window) {
    Field f = steps.f;
    this.window = window;
    this.steps = steps;
    this.table = steps.oddMultiples(window);
    this.digits = new Recoding(f.lanes, curve.order().modulus, window);
    this.entry = steps.operand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** Q = [2 index + 1]P. */
  abstract void read(Operand Q, OddMultiples multiples, long[] index);

  /**
   * R = [k]P, without T.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   * @param P of prime order or neutral, with its T
   */
  public final void multiply(Point R, byte[] scalars, int size, Point P) {
    digits.load(scalars, size);
    table.compute(P);
    for (int i = digits.windows - 1; i >= 0; i--) {
      digits.digit(i, index, negative);
      read(entry, table, index);
      steps.negate(entry, negative);
      add(R, i);
    }
  }

  private void add(Point R, int i) {
    if (i == digits.windows - 1) {
      steps.set(R, entry, false);
      return;
    }
    steps.twice(R, window, true);
    if (i > 0) {
      steps.add(R, entry, false);
    } else {
      steps.addLast(R, entry);
    }
  }

  /** Wipes what the last call left. */
  public final void wipe() {
    steps.wipe();
    table.wipe();
    digits.wipe();
    entry.wipe();
    Wipe.wipe(index, negative);
  }
}
