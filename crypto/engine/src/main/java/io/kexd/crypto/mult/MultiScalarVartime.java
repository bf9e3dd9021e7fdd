package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import java.math.BigInteger;

/**
 * [s]B plus the sum of [k]A over many public points, doublings shared (Straus), each lane its own
 * sum. {@link #clear} it, fill it with {@link #add} and {@link #addShort}, take the {@link #sum}. A
 * workspace of one thread.
 */
public final class MultiScalarVartime {
  private static final int WINDOW = 5;

  /** Half as many digits pay for half as large a table. */
  private static final int SHORT_WINDOW = 4;

  /** Terms of one kind: a table of odd multiples and the digits of the scalar for each. */
  private static final class Terms {
    final int window;
    final OddMultiples[] tables;
    final Recoding[] digits;
    int count;

    Terms(Group group, int window, int capacity) {
      this.window = window;
      this.tables = new OddMultiples[capacity];
      this.digits = new Recoding[capacity];
      for (int i = 0; i < capacity; i++) {
        tables[i] = group.oddMultiples(window);
      }
    }

    void add(Point A, byte[] scalars, int size) {
      tables[count].compute(A);
      digits[count].load(scalars, size);
      count++;
    }

    int lastBit() {
      return MultiScalarVartime.lastBit(digits[0], window);
    }
  }

  private final Group group;
  private final BaseMultiples base;
  private final Recoding baseDigits;
  private final Operand baseEntry;
  private final Terms terms;
  private final Terms shortTerms;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  /** For up to {@code capacity} terms of each kind; the scalars of short ones are below 2^bits. */
  public MultiScalarVartime(
      Curve curve, Group group, BaseMultiples base, int capacity, int shortBits) {
    Field f = curve.field();
    BigInteger order = curve.order().modulus;
    this.group = group;
    this.base = base;
    this.baseDigits = new Recoding(f.lanes, order, base.window);
    this.baseEntry = group.affineOperand();
    this.terms = new Terms(group, WINDOW, capacity);
    this.shortTerms = new Terms(group, SHORT_WINDOW, capacity);
    for (int i = 0; i < capacity; i++) {
      terms.digits[i] = new Recoding(f.lanes, order, WINDOW);
      shortTerms.digits[i] = Recoding.ofOdd(f.lanes, shortBits, SHORT_WINDOW);
    }
    this.entry = group.operand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** Forgets all terms. */
  public void clear() {
    terms.count = 0;
    shortTerms.count = 0;
  }

  /**
   * Adds [k]A for a point of prime order or the neutral one. Needs T of A.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   */
  public void add(Point A, byte[] scalars, int size) {
    terms.add(A, scalars, size);
  }

  /** Adds [k]A for odd short k. Needs T of A. */
  public void addShort(Point A, byte[] scalars, int size) {
    shortTerms.add(A, scalars, size);
  }

  /**
   * P = [s]B + the sum of all terms, with T.
   *
   * @param s below the order, little-endian, {@code size} bytes a lane
   */
  public void sum(Point P, byte[] s, int size) {
    baseDigits.load(s, size);
    group.setNeutral(P);
    int top =
        Math.max(lastBit(baseDigits, base.window), Math.max(terms.lastBit(), shortTerms.lastBit()));
    for (int i = top; i >= 0; i--) {
      if (i < top) {
        group.twice(P, i % WINDOW == 0 || i % SHORT_WINDOW == 0 || i % base.window == 0);
      }
      addDigits(P, terms, i);
      addDigits(P, shortTerms, i);
      if (i % base.window == 0 && i / base.window < baseDigits.windows) {
        baseDigits.digit(i / base.window, index, negative);
        base.pickVartime(baseEntry, index);
        group.negate(baseEntry, negative);
        group.add(P, baseEntry, true);
      }
    }
  }

  /** Where the last digit begins. */
  private static int lastBit(Recoding digits, int window) {
    return (digits.windows - 1) * window;
  }

  /** Adds the digits that begin at that bit. */
  private void addDigits(Point P, Terms t, int bit) {
    if (bit % t.window != 0) {
      return;
    }
    for (int j = 0; j < t.count && bit / t.window < t.digits[j].windows; j++) {
      t.digits[j].digit(bit / t.window, index, negative);
      t.tables[j].pickVartime(entry, index);
      group.negate(entry, negative);
      group.add(P, entry, true);
    }
  }
}
