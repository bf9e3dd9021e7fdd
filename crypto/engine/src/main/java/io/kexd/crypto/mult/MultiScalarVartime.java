package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Edwards;
import io.kexd.crypto.model.EdwardsPoint;
import io.kexd.crypto.model.Niels;
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

  private final Edwards edwards;
  private final Field f;
  private final BigInteger order;
  private final List<Term> terms = new ArrayList<>();
  private final Niels entry;
  private final long[] index;
  private final long[] negative;

  public MultiScalarVartime(Curve curve, Edwards edwards) {
    this.edwards = edwards;
    this.f = curve.field();
    this.order = curve.order().modulus;
    this.entry = Niels.projective(f);
    this.index = f.mask();
    this.negative = f.mask();
  }

  /**
   * Adds [k]A, up to a point of small order where A has a part of small order. Needs T of A.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   */
  public void add(EdwardsPoint A, byte[] scalars, int size) {
    add(A, scalars, size, new Recoding(f.lanes, order, WINDOW));
  }

  /** Adds [k]A for odd k below 2^bits. Needs T of A. */
  public void addShort(EdwardsPoint A, byte[] scalars, int size, int bits) {
    add(A, scalars, size, Recoding.ofOdd(f.lanes, bits, WINDOW));
  }

  private void add(EdwardsPoint A, byte[] scalars, int size, Recoding digits) {
    OddMultiples table = new OddMultiples(edwards, WINDOW);
    table.compute(A);
    digits.load(scalars, size);
    terms.add(new Term(table, digits));
  }

  /** P = the sum of all terms, with T. */
  public void sum(EdwardsPoint P) {
    int windows = terms.stream().mapToInt(t -> t.digits.windows).max().orElse(0);
    edwards.setNeutral(P);
    for (int i = windows - 1; i >= 0; i--) {
      for (int j = WINDOW - 1; j >= 0 && i < windows - 1; j--) {
        edwards.twice(P, j == 0);
      }
      for (Term term : terms) {
        if (i < term.digits.windows) {
          term.digits.digit(i, index, negative);
          term.table.pickVartime(entry, index);
          entry.negate(f, negative);
          edwards.add(P, entry, true);
        }
      }
    }
  }
}
