package io.kexd.crypto.field;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;

/** What tests put behind every local of a generated kernel: it must be where its comment says. */
public final class Probe {
  private Probe() {}

  public static void check(String name, long value, double lo, double hi) {
    if (value < lo || value > hi) {
      throw new AssertionError("%s = %d is not in [%s, %s]".formatted(name, value, lo, hi));
    }
  }

  /** In every lane, the word is the bias plus (or minus) the number. */
  public static void check(
      String name, LongVector words, boolean negative, long bias, double lo, double hi) {
    for (int lane = 0; lane < words.length(); lane++) {
      long number = words.lane(lane) - bias;
      check(name, negative ? -number : number, lo, hi);
    }
  }

  /** In every lane, the double is the number, which is an integer, times the scale. */
  public static void check(String name, DoubleVector values, double scale, double lo, double hi) {
    for (int lane = 0; lane < values.length(); lane++) {
      double number = values.lane(lane) / scale;
      if (number != Math.rint(number)) {
        throw new AssertionError("%s = %s is no integer".formatted(name, number));
      }
      check(name, (long) number, lo, hi);
    }
  }
}
