package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;

/** Every operation on small intervals against all their members: nothing outside, ends reached. */
class IntervalTest {
  private static final int MOST = 4;

  private interface Operation {
    Interval apply(Interval x, Interval y);
  }

  private static Interval interval(long lo, long hi) {
    return new Interval(BigInteger.valueOf(lo), BigInteger.valueOf(hi));
  }

  private static void exact(Operation operation, LongBinaryOperator member) {
    for (int a = -MOST; a <= MOST; a++) {
      for (int b = a; b <= MOST; b++) {
        for (int c = -MOST; c <= MOST; c++) {
          for (int d = c; d <= MOST; d++) {
            long lo = Long.MAX_VALUE;
            long hi = Long.MIN_VALUE;
            for (int x = a; x <= b; x++) {
              for (int y = c; y <= d; y++) {
                lo = Math.min(lo, member.applyAsLong(x, y));
                hi = Math.max(hi, member.applyAsLong(x, y));
              }
            }
            assertEquals(interval(lo, hi), operation.apply(interval(a, b), interval(c, d)));
          }
        }
      }
    }
  }

  @Test
  void arithmeticIsExact() {
    exact(Interval::add, (x, y) -> x + y);
    exact(Interval::sub, (x, y) -> x - y);
    exact(Interval::mul, (x, y) -> x * y);
    exact((x, y) -> x.shiftRight(1), (x, y) -> x >> 1);
    exact((x, y) -> x.shiftLeft(3), (x, y) -> x << 3);
    exact((x, y) -> x.scale(BigInteger.valueOf(-3)), (x, y) -> -3 * x);
  }

  @Test
  void words() {
    assertEquals(interval(Long.MIN_VALUE, Long.MAX_VALUE), Interval.signed(64));
    assertEquals(interval(0, 255), Interval.unsigned(8));
    assertTrue(interval(-128, 127).isInside(Interval.signed(8)));
    assertFalse(interval(-128, 128).isInside(Interval.signed(8)));
    assertFalse(interval(-129, 0).isInside(Interval.signed(8)));
    assertEquals(BigInteger.valueOf(7), interval(-7, 3).magnitude());
    assertThrows(IllegalArgumentException.class, () -> interval(1, 0));
  }

  @Test
  void textForPeopleRoundsAwayFromZero() {
    assertEquals("[-3, 1000]", interval(-3, 1000).toString());
    assertEquals("+-2^50.00", Interval.within(Interval.power(50)).toString());
    assertEquals(
        "+-2^50.01", Interval.within(Interval.power(50).add(Interval.power(30))).toString());
    assertEquals("[0, 2^53.00]", Interval.unsigned(53).toString());
  }
}
