package io.kexd.crypto.field;

/**
 * Sums of elements whose lanes are permuted and multiplied by small numbers: what stands between
 * the multiplications when the lanes compute the parts of one operation. Immutable.
 *
 * <p>Written as a formula is read, an element a line and a lane a column: {@code "1 -0 . 3*2"}
 * takes lane 1, minus lane 0, nothing, and twice lane 3. A field of more lanes repeats them.
 */
public final class Mix {
  private final Field f;
  private final boolean carries;

  /** Of each element, the lane that each lane takes, and the factors. */
  private final long[] pattern;

  /**
   * A sum of as many elements as there are terms, two to four.
   *
   * @param excess of the sum: it is carried where that is more than the field's headroom
   */
  public Mix(Field f, int excess, String... terms) {
    this.f = f;
    this.carries = excess > f.headroom;
    this.pattern = new long[2 * f.lanes * terms.length];
    for (int i = 0; i < terms.length; i++) {
      String[] lanes = terms[i].strip().split(" +", -1);
      for (int lane = 0; lane < f.lanes; lane++) {
        read(lanes[lane % lanes.length], 2 * i * f.lanes + lane);
      }
    }
  }

  private void read(String lane, int at) {
    if (lane.equals(".")) {
      pattern[at + f.lanes] = f.factor(0);
      return;
    }
    int sign = lane.startsWith("-") ? 1 : 0;
    pattern[at] = Character.digit(lane.charAt(sign), 10);
    int factor = lane.length() > sign + 1 ? Integer.parseInt(lane.substring(sign + 2)) : 1;
    pattern[at + f.lanes] = f.factor(sign > 0 ? -factor : factor);
  }

  /** r = the sum; any aliasing is allowed. Time: constant. */
  public void apply(long[] r, long[] a, long[] b) {
    if (carries) {
      f.mixTight(r, pattern, a, b);
    } else {
      f.mix(r, pattern, a, b);
    }
  }

  /** The same of three elements. */
  public void apply(long[] r, long[] a, long[] b, long[] c) {
    if (carries) {
      f.mixTight(r, pattern, a, b, c);
    } else {
      f.mix(r, pattern, a, b, c);
    }
  }

  /** The same of four elements. */
  public void apply(long[] r, long[] a, long[] b, long[] c, long[] d) {
    if (carries) {
      f.mixTight(r, pattern, a, b, c, d);
    } else {
      f.mix(r, pattern, a, b, c, d);
    }
  }
}
