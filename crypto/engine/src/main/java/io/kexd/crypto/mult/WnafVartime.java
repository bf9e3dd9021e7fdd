package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import java.util.Arrays;

/**
 * [k]P for public scalars in the non-adjacent form of width {@value #WIDTH}: odd digits below
 * 2^({@value #WIDTH}-1) in absolute value, at least {@value #WIDTH}-1 zeros after each. In lanes a
 * position is skipped only where all lanes have a zero. A workspace of one thread. Time: variable.
 */
public final class WnafVartime {
  private static final int WIDTH = 6;

  private final Group group;
  private final Field f;
  private final Product cheap;
  private final Product complete;
  private final Point copyOfP;
  private final long[] doubtful;
  private final long[] index;
  private final long[] negative;

  /** -1 where the digit is not zero. */
  private final long[] adds;

  /** -1 where a digit was not zero before. */
  private final long[] started;

  /** -1 where it is the first such digit. */
  private final long[] starts;

  /** -1 where k is 0. */
  private final long[] zero;

  private final NonAdjacentForm[] digits;
  private final int positions;

  public WnafVartime(Curve curve, Group group) {
    this.group = group;
    this.f = group.f;
    this.cheap = new Product(group.steps());
    this.complete = new Product(group);
    this.copyOfP = group.point();
    this.doubtful = f.mask();
    this.index = f.mask();
    this.negative = f.mask();
    this.adds = f.mask();
    this.started = f.mask();
    this.starts = f.mask();
    this.zero = f.mask();
    this.digits = new NonAdjacentForm[f.lanes];
    for (int lane = 0; lane < f.lanes; lane++) {
      digits[lane] = new NonAdjacentForm(curve.order().bits, WIDTH);
    }
    this.positions = digits[0].positions;
  }

  /**
   * R = [k]P, without T.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   * @param P of prime order or neutral, with its T
   */
  public void multiply(Point R, byte[] scalars, int size, Point P) {
    for (int lane = 0; lane < f.lanes; lane++) {
      digits[lane].load(scalars, lane * size, size);
    }
    copyOfP.set(f, P);
    cheap.compute(R, copyOfP);
    cheap.formulas.finish(doubtful, R);
    Mask.and(doubtful, started);
    if (Mask.anyVartime(doubtful)) {
      complete.compute(R, copyOfP);
    }
    for (int lane = 0; lane < f.lanes; lane++) {
      zero[lane] = ~started[lane];
    }
    group.setNeutral(R, zero, copyOfP);
  }

  /** The digits of a position; whether one is not zero. */
  private boolean load(int i) {
    for (int lane = 0; lane < f.lanes; lane++) {
      int digit = digits[lane].digit(i);
      adds[lane] = digit == 0 ? 0 : -1;
      negative[lane] = digit < 0 ? -1 : 0;
      index[lane] = Math.abs(digit) >> 1;
    }
    return Mask.anyVartime(adds);
  }

  /** The product by some formulas. */
  private final class Product {
    final Formulas formulas;
    private final OddMultiples table;
    private final Operand entry;
    private final Point sum;

    Product(Formulas formulas) {
      this.formulas = formulas;
      this.table = formulas.oddMultiples(WIDTH - 1);
      this.entry = formulas.operand();
      this.sum = formulas.point();
    }

    void compute(Point R, Point P) {
      table.compute(P);
      Arrays.fill(started, 0);
      int doublings = 0;
      for (int i = positions - 1; i >= 0; i--) {
        if (load(i)) {
          table.pickVartime(entry, index);
          formulas.negate(entry, negative);
          if (Mask.anyVartime(started)) {
            formulas.twice(R, doublings, true);
            add(R);
          } else {
            formulas.set(R, entry, false);
          }
          doublings = 0;
        }
        doublings++;
        for (int lane = 0; lane < f.lanes; lane++) {
          started[lane] |= adds[lane];
        }
      }
      if (doublings > 1) {
        formulas.twice(R, doublings - 1, false);
      }
    }

    /** R = R + entry where a digit is not zero, or the entry where it is the first such. */
    private void add(Point R) {
      boolean some = false;
      for (int lane = 0; lane < f.lanes; lane++) {
        some |= (adds[lane] & started[lane]) == 0;
        starts[lane] = adds[lane] & ~started[lane];
      }
      if (some) {
        sum.set(f, R);
        formulas.add(sum, entry, false);
        R.select(f, adds, sum);
        formulas.set(sum, entry, false);
        R.select(f, starts, sum);
      } else {
        formulas.add(R, entry, false);
      }
    }
  }
}
