package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * [s]B + [k]A of public values, doublings shared (Straus). Digits are signed and odd, so that the
 * control flow is the same in all lanes; only the table indexes vary. A workspace of one thread.
 */
public final class DoubleScalarVartime {
  private static final int WINDOW = 5;

  private final Group group;
  private final BaseMultiples baseTable;
  private final OddMultiples table;
  private final Recoding baseDigits;
  private final Recoding digits;
  private final Operand baseEntry;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  public DoubleScalarVartime(Curve curve, Group group, BaseMultiples baseTable) {
    Field f = curve.field();
    this.group = group;
    this.baseTable = baseTable;
    this.table = new OddMultiples(group, WINDOW);
    this.baseDigits = new Recoding(f.lanes, curve.order().modulus, baseTable.window);
    this.digits = new Recoding(f.lanes, curve.order().modulus, WINDOW);
    this.baseEntry = group.affineOperand();
    this.entry = group.operand();
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
    table.compute(A);
    group.setNeutral(P);
    int top = Math.max((baseDigits.windows - 1) * baseTable.window, (digits.windows - 1) * WINDOW);
    for (int i = top; i >= 0; i--) {
      boolean addsA = i % WINDOW == 0 && i / WINDOW < digits.windows;
      boolean addsB = i % baseTable.window == 0 && i / baseTable.window < baseDigits.windows;
      if (i < top) {
        group.twice(P, addsA || addsB);
      }
      if (addsA) {
        addMultipleOfA(P, i / WINDOW, addsB);
      }
      if (addsB) {
        addMultipleOfB(P, i / baseTable.window, i == 0);
      }
    }
  }

  private void addMultipleOfA(Point P, int i, boolean giveT) {
    digits.digit(i, index, negative);
    table.pickVartime(entry, index);
    group.negate(entry, negative);
    group.add(P, entry, giveT);
  }

  private void addMultipleOfB(Point P, int i, boolean giveT) {
    baseDigits.digit(i, index, negative);
    baseTable.pickVartime(baseEntry, index);
    group.negate(baseEntry, negative);
    group.add(P, baseEntry, giveT);
  }
}
