package io.kexd.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** The statistic, on samples whose truth is known. */
class WelchTest {
  @Test
  void byHand() {
    Welch welch = new Welch();
    for (double value : new double[] {1, 2, 3}) {
      welch.add(0, value);
    }
    assertEquals(0, welch.t());
    for (double value : new double[] {3, 5}) {
      welch.add(1, value);
    }
    // Means 2 and 4, variances 1 and 2: -2 / sqrt(1/3 + 2/2).
    assertEquals(-2 / Math.sqrt(4.0 / 3), welch.t(), 1e-12);
  }

  @Test
  void seesASmallShiftAndNoneWhereThereIsNone() {
    Random random = new Random(5);
    Welch same = new Welch();
    Welch shifted = new Welch();
    for (int i = 0; i < 100_000; i++) {
      double value = 1000 + 50 * random.nextGaussian();
      same.add(i % 2, value);
      shifted.add(i % 2, value + 5 * (i % 2));
    }
    assertTrue(Math.abs(same.t()) < 5, "t = " + same.t());
    assertTrue(Math.abs(shifted.t()) > Leaks.LIMIT, "t = " + shifted.t());
  }
}
