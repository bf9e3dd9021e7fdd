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
import java.util.Arrays;

/**
 * One [s]B + [k]A of public values, doublings shared (Straus), digits in non-adjacent form: what
 * {@link DoubleScalarVartime} cannot have, since each lane would skip other digits. Where lanes
 * {@link Formulas#areParts} they compute those of each step. A workspace of one thread.
 *
 * <p>Whoever chooses s, k and A can make any two summands equal or opposite. Where that may have
 * happened the sum is computed again by the group itself.
 */
public final class StrausVartime {
  private static final int WIDTH = 5;

  private final Group group;
  private final BaseMultiples baseTable;
  private final NonAdjacentForm baseDigits;
  private final NonAdjacentForm digits;
  private final Sum cheap;
  private final Sum complete;
  private final Point copyOfA;
  private final long[] doubtful;
  private final long[] index;
  private final long[] negative;

  private StrausVartime(Curve curve, Group group, Formulas steps, BaseMultiples baseTable) {
    Field f = group.f;
    this.group = group;
    this.baseTable = baseTable;
    this.baseDigits = new NonAdjacentForm(curve.order().bits, baseTable.window + 1);
    this.digits = new NonAdjacentForm(curve.order().bits, WIDTH);
    this.cheap = new Sum(steps);
    this.complete = new Sum(group);
    this.copyOfA = group.point();
    this.doubtful = f.mask();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** Whether there are sums of one alone on fields of so many lanes. */
  public static boolean isFor(int lanes) {
    return lanes == 1 || Formulas.areParts(lanes);
  }

  /** For fields that {@link #isFor} is true of. */
  public static StrausVartime of(Curve curve, Group group, BaseMultiples baseTable) {
    Formulas steps = group.f.lanes == 1 ? group.steps() : group.stepsInLanes();
    return new StrausVartime(curve, group, steps, baseTable);
  }

  /**
   * P = [s]B + [k]A, with T, in all lanes.
   *
   * @param s below the order, little-endian, {@code size} bytes; so is k
   * @param A of prime order or neutral, with its T, the same in all lanes
   */
  public void multiply(Point P, byte[] s, byte[] k, int size, Point A) {
    baseDigits.load(s, 0, size);
    digits.load(k, 0, size);
    copyOfA.set(group.f, A);
    cheap.compute(P, copyOfA);
    if (Mask.anyVartime(doubtful)) {
      complete.compute(P, copyOfA);
    }
  }

  /** The sum by some formulas. */
  private final class Sum {
    private final Formulas formulas;
    private final OddMultiples table;
    private final Operand baseEntry;
    private final Operand entry;
    private final RunningSum sum;

    Sum(Formulas formulas) {
      this.formulas = formulas;
      this.table = formulas.oddMultiples(WIDTH - 1);
      this.baseEntry = formulas.affineOperand();
      this.entry = formulas.operand();
      this.sum = new RunningSum(formulas);
    }

    /** Sets doubtful. */
    void compute(Point P, Point A) {
      table.compute(A);
      sum.start();
      for (int i = digits.positions - 1; i >= 0; i--) {
        int digit = digits.digit(i);
        int baseDigit = baseDigits.digit(i);
        if (digit != 0) {
          read(digit);
          table.pickVartime(entry, index);
          sum.add(P, entry, negative, i == 0 || baseDigit != 0);
        }
        if (baseDigit != 0) {
          read(baseDigit);
          baseTable.pickVartime(baseEntry, index);
          formulas.adapt(baseEntry);
          sum.add(P, baseEntry, negative, i == 0);
        }
        sum.twice();
      }
      finish(P);
    }

    private void read(int digit) {
      Arrays.fill(index, Math.abs(digit) >> 1);
      Arrays.fill(negative, digit < 0 ? -1 : 0);
    }

    private void finish(Point P) {
      if (!sum.isStarted()) {
        group.setNeutral(P);
        Arrays.fill(doubtful, 0);
        return;
      }
      sum.finish(P);
      formulas.finish(doubtful, P);
    }
  }
}
