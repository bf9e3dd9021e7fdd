package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * The sum of [k]A over many public points, doublings shared (Straus), each lane its own sum. Fill
 * it with {@link #add} and {@link #addShort}, then take the {@link #sum}. Used once, by one thread.
 */
public final class MultiScalarVartime {
  private static final int WINDOW = 5;

  /** A term: a table of odd multiples and the digits of the scalar. */
  private record Term(OddMultiples table, Recoding digits) {}

  private final Group group;
  private final Field f;
  private final BigInteger order;
  private final List<Term> terms = new ArrayList<>();
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  public MultiScalarVartime(Curve curve, Group group) {
    this.group = group;
    this.f = curve.field();
    this.order = curve.order().modulus;
    this.entry = group.operand();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /**
   * Adds [k]A for a point of prime order or the neutral one. Needs T of A.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   */
  public void add(Point A, byte[] scalars, int size) {
    add(A, scalars, size, new Recoding(f.lanes, order, WINDOW));
  }

  /** Adds [k]A for odd k below 2^bits. Needs T of A. */
  public void addShort(Point A, byte[] scalars, int size, int bits) {
    add(A, scalars, size, Recoding.ofOdd(f.lanes, bits, WINDOW));
  }

  private void add(Point A, byte[] scalars, int size, Recoding digits) {
    OddMultiples table = group.oddMultiples(WINDOW);
    table.compute(A);
    digits.load(scalars, size);
    terms.add(new Term(table, digits));
  }

  /** P = the sum of all terms, with T. */
  public void sum(Point P) {
    int windows = terms.stream().mapToInt(t -> t.digits.windows).max().orElse(0);
    group.setNeutral(P);
    for (int i = windows - 1; i >= 0; i--) {
      if (i < windows - 1) {
        group.twice(P, WINDOW, true);
      }
      for (Term term : terms) {
        if (i < term.digits.windows) {
          term.digits.digit(i, index, negative);
          term.table.pickVartime(entry, index);
          group.negate(entry, negative);
          group.add(P, entry, true);
        }
      }
    }
  }
}
