package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [s]B + [k]A of public values, doublings shared (Straus). Digits are signed and odd, so that the
 * control flow is the same in all lanes; only the table indexes vary. A workspace of one thread.
 *
 * <p>Whoever chooses s, k and A can make any two summands equal or opposite. Where that may have
 * happened in a lane, all lanes are computed again by the group itself.
 */
public final class DoubleScalarVartime {
  private static final int WINDOW = 5;

  private final BaseMultiples baseTable;
  private final Recoding baseDigits;
  private final Recoding digits;
  private final Sum cheap;
  private final Sum complete;
  private final Point copyOfA;
  private final long[] doubtful;
  private final long[] index;
  private final long[] negative;

  public DoubleScalarVartime(Curve curve, Group group, BaseMultiples baseTable) {
    Field f = curve.field();
    this.baseTable = baseTable;
    this.baseDigits = new Recoding(f.lanes, curve.order().modulus, baseTable.window);
    this.digits = new Recoding(f.lanes, curve.order().modulus, WINDOW);
    this.cheap = new Sum(group.steps());
    this.complete = new Sum(group);
    this.copyOfA = group.point();
    this.doubtful = f.mask();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /**
   * P = [s]B + [k]A, with T.
   *
   * @param s below the order, little-endian, {@code size} bytes a lane; so is k
   * @param A of prime order or neutral, with its T
   */
  public void multiply(Point P, byte[] s, byte[] k, int size, Point A) {
    baseDigits.load(s, size);
    digits.load(k, size);
    copyOfA.set(cheap.formulas.f, A);
    cheap.compute(P, copyOfA);
    cheap.formulas.finish(doubtful, P);
    if (Mask.anyVartime(doubtful)) {
      complete.compute(P, copyOfA);
    }
  }

  /** The sum by some formulas. */
  private final class Sum {
    final Formulas formulas;
    private final OddMultiples table;
    private final Operand baseEntry;
    private final Operand entry;
    private final RunningSum sum;

    Sum(Formulas formulas) {
      this.formulas = formulas;
      this.table = formulas.oddMultiples(WINDOW);
      this.baseEntry = formulas.affineOperand();
      this.entry = formulas.operand();
      this.sum = new RunningSum(formulas);
    }

    void compute(Point P, Point A) {
      table.compute(A);
      sum.start();
      int top = Math.max(top(digits, WINDOW), top(baseDigits, baseTable.window));
      for (int i = top; i >= 0; i--) {
        boolean addsA = i % WINDOW == 0 && i / WINDOW < digits.windows;
        boolean addsB = i % baseTable.window == 0 && i / baseTable.window < baseDigits.windows;
        if (addsA) {
          digits.digit(i / WINDOW, index, negative);
          table.pickVartime(entry, index);
          sum.add(P, entry, negative, addsB);
        }
        if (addsB) {
          baseDigits.digit(i / baseTable.window, index, negative);
          baseTable.pickVartime(baseEntry, index);
          formulas.adapt(baseEntry);
          sum.add(P, baseEntry, negative, i == 0);
        }
        sum.twice();
      }
    }

    /** The position of the highest digit. */
    private static int top(Recoding recoding, int window) {
      return (recoding.windows - 1) * window;
    }
  }
}
