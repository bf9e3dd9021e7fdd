package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Edwards;
import io.kexd.crypto.model.EdwardsPoint;
import io.kexd.crypto.model.Niels;

/**
 * [s]B + [k]A of public values, doublings shared (Straus). Digits are signed and odd, so that the
 * control flow is the same in all lanes; only the table indexes vary. A workspace of one thread.
 */
public final class DoubleScalarVartime {
  private static final int WINDOW = 5;

  private final Edwards edwards;
  private final BaseMultiples baseTable;
  private final OddMultiples table;
  private final Recoding baseDigits;
  private final Recoding digits;
  private final Niels baseEntry;
  private final Niels entry;
  private final long[] index;
  private final long[] negative;

  public DoubleScalarVartime(Curve curve, Edwards edwards, BaseMultiples baseTable) {
    Field f = curve.field();
    this.edwards = edwards;
    this.baseTable = baseTable;
    this.table = new OddMultiples(edwards, WINDOW);
    this.baseDigits = new Recoding(f.lanes, curve.order().modulus, BaseMultiples.WINDOW);
    this.digits = new Recoding(f.lanes, curve.order().modulus, WINDOW);
    this.baseEntry = Niels.affine(f);
    this.entry = Niels.projective(f);
    this.index = f.mask();
    this.negative = f.mask();
  }

  /**
   * P = [s]B + [k]A, with T. Where A has a part of small order and k is even, the result differs
   * from it by a point of small order, since k is made odd by adding the order of B: multiply by
   * the cofactor before comparing.
   *
   * @param s below the order, little-endian, {@code size} bytes a lane; so is k
   * @param A with its T
   */
  public void multiply(EdwardsPoint P, byte[] s, byte[] k, int size, EdwardsPoint A) {
    baseDigits.load(s, size);
    digits.load(k, size);
    table.compute(A);
    edwards.setNeutral(P);
    int top =
        Math.max((baseDigits.windows - 1) * BaseMultiples.WINDOW, (digits.windows - 1) * WINDOW);
    for (int i = top; i >= 0; i--) {
      boolean addsA = i % WINDOW == 0 && i / WINDOW < digits.windows;
      boolean addsB =
          i % BaseMultiples.WINDOW == 0 && i / BaseMultiples.WINDOW < baseDigits.windows;
      if (i < top) {
        edwards.twice(P, addsA || addsB);
      }
      if (addsA) {
        addMultipleOfA(P, i / WINDOW, addsB);
      }
      if (addsB) {
        addMultipleOfB(P, i / BaseMultiples.WINDOW, i == 0);
      }
    }
  }

  private void addMultipleOfA(EdwardsPoint P, int i, boolean giveT) {
    digits.digit(i, index, negative);
    table.pickVartime(entry, index);
    entry.negate(edwards.f, negative);
    edwards.add(P, entry, giveT);
  }

  private void addMultipleOfB(EdwardsPoint P, int i, boolean giveT) {
    baseDigits.digit(i, index, negative);
    baseTable.pickVartime(baseEntry, index);
    baseEntry.negate(edwards.f, negative);
    edwards.add(P, baseEntry, giveT);
  }
}
