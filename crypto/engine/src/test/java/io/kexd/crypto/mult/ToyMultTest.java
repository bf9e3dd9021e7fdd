package io.kexd.crypto.mult;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.ToyCurve;
import io.kexd.crypto.model.ToyCurve.Affine;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every scalar and every point of toy curves, through the code that real curves run: each strategy
 * on each model.
 */
class ToyMultTest {
  private static final int SIZE = 2;

  static List<ToyCurve> small() {
    return ToyCurve.small();
  }

  static Stream<ToyCurve> smallAndMedium() {
    return Stream.concat(ToyCurve.small().stream(), ToyCurve.medium().stream());
  }

  static List<ToyCurve> large() {
    return ToyCurve.large();
  }

  static List<ToyCurve> inLanes() {
    return ToyCurve.inLanes();
  }

  static Stream<ToyCurve> alone() {
    return Stream.concat(
        ToyCurve.small().stream().filter(toy -> toy.curve.field().lanes == 1),
        ToyCurve.inLanes().stream());
  }

  static Stream<ToyCurve> ladders() {
    return small().stream().filter(ToyCurve::isEdwards);
  }

  /** Scalars k, k + 5, ... modulo the order, one a lane. */
  private static int[] scalars(ToyCurve toy, int k) {
    int[] scalars = new int[toy.curve.field().lanes];
    Arrays.setAll(scalars, lane -> (k + 5 * lane) % toy.order);
    return scalars;
  }

  private static int[] sameInAllLanes(ToyCurve toy, int k) {
    int[] scalars = new int[toy.curve.field().lanes];
    Arrays.fill(scalars, k);
    return scalars;
  }

  private static byte[] encode(int... scalars) {
    byte[] out = new byte[SIZE * scalars.length];
    for (int lane = 0; lane < scalars.length; lane++) {
      out[SIZE * lane] = (byte) scalars[lane];
      out[SIZE * lane + 1] = (byte) (scalars[lane] >> 8);
    }
    return out;
  }

  /** A strategy for a variable base. */
  private interface Strategy {
    void multiply(Point R, byte[] scalars, int size, Point P);
  }

  @ParameterizedTest
  @MethodSource("smallAndMedium")
  void combAllScalars(ToyCurve toy) {
    checkComb(toy);
  }

  @ParameterizedTest
  @MethodSource("large")
  @Tag("thorough")
  void combAllScalarsOfLargerOrders(ToyCurve toy) {
    checkComb(toy);
  }

  /** In one group of lanes, two and three, each with scalars of its own. */
  private static void checkComb(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    SignedComb comb = new SignedComb(toy.curve, group, toy.table, 3);
    int lanes = group.f.lanes;
    Point[] P = {group.point(), group.point(), group.point()};
    for (int k = 0; k < toy.order; k++) {
      int first = k;
      int[] scalars = new int[lanes * (1 + k % 3)];
      Arrays.setAll(scalars, i -> (first + 5 * i) % toy.order);
      comb.multiply(P, scalars.length / lanes, encode(scalars), SIZE);
      for (int i = 0; i < scalars.length; i++) {
        Affine got = toy.fromEngine(group, P[i / lanes])[i % lanes];
        assertEquals(toy.multiples.get(scalars[i]), got, "k = " + scalars[i]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("smallAndMedium")
  void windowsAllScalarsAndPoints(ToyCurve toy) {
    checkWindows(toy);
  }

  @ParameterizedTest
  @MethodSource("large")
  @Tag("thorough")
  void windowsAllScalarsAndPointsOfLargerOrders(ToyCurve toy) {
    checkWindows(toy);
  }

  private static void checkWindows(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    checkVariableBase(toy, group, new FixedWindow(toy.curve, group)::multiply);
    checkVariableBase(
        toy, group, new FixedWindow(toy.curve, group.steps(), 3)::multiply); // more windows
    checkVariableBase(toy, group, new FixedWindowVartime(toy.curve, group)::multiply);
    checkVariableBase(toy, group, new WnafVartime(toy.curve, group)::multiply);
  }

  /** One product in four lanes or eight. The last addition makes it a point of the group. */
  @ParameterizedTest
  @MethodSource("inLanes")
  void windowAloneAllScalarsAndPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    FixedWindow multiplier =
        new FixedWindow(toy.curve, group.stepsInLanes(), 3); // at least two windows
    Point R = group.point();
    for (int j = 0; j < toy.order; j++) {
      for (int k = 0; k < toy.order; k++) {
        Point P = toy.toEngine(group, toy.multiples.get(j));
        multiplier.multiply(R, encode(sameInAllLanes(toy, k)), SIZE, P);
        for (Affine got : toy.fromEngine(group, R)) {
          assertEquals(toy.multiples.get(k * j % toy.order), got, k + " [" + j + "]B");
        }
      }
    }
  }

  /** [k][j]B = [k j]B for all k and j. */
  private static void checkVariableBase(ToyCurve toy, Group group, Strategy strategy) {
    Point R = group.point();
    Affine[] bases = new Affine[group.f.lanes];
    for (int j = 0; j < toy.order; j++) {
      int[] js = scalars(toy, j);
      Arrays.setAll(bases, lane -> toy.multiples.get(js[lane]));
      Point P = toy.toEngine(group, bases);
      for (int k = 0; k < toy.order; k++) {
        int[] scalars = scalars(toy, k);
        strategy.multiply(R, encode(scalars), SIZE, P);
        Affine[] got = toy.fromEngine(group, R);
        for (int lane = 0; lane < got.length; lane++) {
          Affine expected = toy.multiples.get(scalars[lane] * js[lane] % toy.order);
          assertEquals(expected, got[lane], "k = " + scalars[lane] + ", j = " + js[lane]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("small")
  void doubleScalarAllScalarsAndPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    DoubleScalarVartime multiplier =
        new DoubleScalarVartime(toy.curve, group, new BaseMultiples(toy.curve, 3));
    Point P = group.point();
    for (int j = 0; j < toy.order; j++) {
      for (int s = 0; s < toy.order; s++) {
        for (int k = 0; k < toy.order; k++) {
          int[] ss = scalars(toy, s);
          int[] ks = scalars(toy, k);
          Point A = toy.toEngine(group, toy.multiples.get(j));
          multiplier.multiply(P, encode(ss), encode(ks), SIZE, A);
          Affine[] got = toy.fromEngine(group, P);
          for (int lane = 0; lane < got.length; lane++) {
            Affine sum = toy.multiples.get((ss[lane] + ks[lane] * j) % toy.order);
            assertEquals(sum, got[lane], ss[lane] + " B + " + ks[lane] + " [" + j + "]B");
          }
        }
      }
    }
  }

  /** One sum alone, on one lane, in four and in eight. */
  @ParameterizedTest
  @MethodSource("alone")
  void doubleScalarAloneAllScalarsAndPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    StrausVartime multiplier = StrausVartime.of(toy.curve, group, new BaseMultiples(toy.curve, 3));
    Point P = group.point();
    for (int j = 0; j < toy.order; j++) {
      for (int s = 0; s < toy.order; s++) {
        for (int k = 0; k < toy.order; k++) {
          Point A = toy.toEngine(group, toy.multiples.get(j));
          multiplier.multiply(P, encode(s), encode(k), SIZE, A);
          Affine sum = toy.multiples.get((s + k * j) % toy.order);
          for (Affine got : toy.fromEngine(group, P)) {
            assertEquals(sum, got, s + " B + " + k + " [" + j + "]B");
          }
        }
      }
    }
  }

  /** Sums of no term at all, of one, ... of three of each kind. */
  @ParameterizedTest
  @MethodSource("smallAndMedium")
  void multiScalarSums(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    BaseMultiples base = new BaseMultiples(toy.curve, 3);
    MultiScalarVartime multi = new MultiScalarVartime(toy.curve, group, base, 3, 10);
    Point P = group.point();
    for (int start = 0; start < toy.order; start++) {
      int[] expected = scalars(toy, start);
      byte[] factorOfB = encode(expected);
      multi.clear();
      for (int i = 0; i < start % 7; i++) {
        int j = (start + 17 * i) % toy.order;
        int[] k = scalars(toy, start + 3 * i);
        Point A = toy.toEngine(group, toy.multiples.get(j));
        if (i % 2 == 0) {
          multi.add(A, encode(k), SIZE);
        } else {
          Arrays.setAll(k, lane -> 2 * k[lane] | 1);
          multi.addShort(A, encode(k), SIZE);
        }
        Arrays.setAll(expected, lane -> (expected[lane] + k[lane] * j) % toy.order);
      }
      multi.sum(P, factorOfB, SIZE);
      Affine[] got = toy.fromEngine(group, P);
      for (int lane = 0; lane < got.length; lane++) {
        assertEquals(toy.multiples.get(expected[lane]), got[lane]);
      }
    }
  }

  /** Every u, on the curve and on its twist, and every scalar of the field's bits. */
  @ParameterizedTest
  @MethodSource("ladders")
  void ladderAllScalarsAndCoordinates(ToyCurve toy) {
    Field f = toy.curve.field();
    MontgomeryLadder ladder = new MontgomeryLadder(toy.curve);
    MontgomeryReference reference = new MontgomeryReference(toy);
    for (int u = 0; u < toy.prime; u++) {
      int[] multiples = reference.multiples(u, 1 << f.bits);
      long[] element = f.element();
      f.set(element, BigInteger.valueOf(u));
      for (int k = 0; k < 1 << f.bits; k++) {
        byte[] scalars = new byte[f.lanes];
        byte[] expected = new byte[f.lanes];
        for (int lane = 0; lane < f.lanes; lane++) {
          int of = (k + 11 * lane) % (1 << f.bits);
          scalars[lane] = (byte) of;
          expected[lane] = (byte) multiples[of];
        }
        long[] r = f.element();
        ladder.multiply(r, scalars, element);
        byte[] got = new byte[f.lanes];
        f.encode(got, 0, r, f.element());
        assertArrayEquals(expected, got, "u = " + u + ", k = " + k);
      }
    }
  }

  @Test
  void refusesWindowsThatAreNotProven() {
    assertThrows(
        IllegalArgumentException.class, () -> new Recoding(1, BigInteger.valueOf(1021), 2));
  }

  /** Every scalar: the digits are odd, small, and sum up to it or to it plus the order. */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7})
  void recodesAllScalars(int window) {
    int order = 1021;
    for (int k = 0; k < order; k++) {
      int other = order - 1 - k;
      long[][] sums = sums(order, window, k, other);
      assertEquals(k % 2 == 0 ? k + order : k, sums[0][0]);
      assertEquals(other % 2 == 0 ? other + order : other, sums[0][1]);
    }
  }

  /**
   * Of all scalars: the sum that a digit is added to is no multiple of the order, nor is what
   * becomes of it, added or subtracted, but for the last digit.
   */
  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6, 7})
  void onlyTheLastAdditionCanBeAnException(int window) {
    int exceptions = 0;
    for (int order : new int[] {37, 41, 179, 191, 257, 509, 521, 1021, 8191}) {
      for (int k = 0; k < order; k++) {
        long[][] sums = sums(order, window, k);
        for (int i = sums.length - 2; i >= 0; i--) {
          long before = sums[i + 1][0] << window;
          long digit = sums[i][0] - before;
          boolean exception =
              before % order == 0 || (before + digit) % order == 0 || (before - digit) % order == 0;
          assertFalse(exception && i > 0, "digit " + i + " of " + k + " modulo " + order);
          exceptions += exception ? 1 : 0;
        }
      }
    }
    assertTrue(exceptions > 0, "0 is one"); // a test that finds none is none
  }

  /** Element i: the sums of the digits from i up over 2^(window i). */
  private static long[][] sums(int order, int window, int... scalars) {
    Recoding recoding = new Recoding(scalars.length, BigInteger.valueOf(order), window);
    recoding.load(encode(scalars), SIZE);
    long[] index = new long[scalars.length];
    long[] negative = new long[scalars.length];
    long[][] sums = new long[recoding.windows + 1][scalars.length];
    for (int i = recoding.windows - 1; i >= 0; i--) {
      recoding.digit(i, index, negative);
      for (int lane = 0; lane < scalars.length; lane++) {
        assertEquals(index[lane], index[lane] & ((1 << (window - 1)) - 1));
        long magnitude = 2 * index[lane] + 1;
        sums[i][lane] =
            (sums[i + 1][lane] << window) + (negative[lane] == 0 ? magnitude : -magnitude);
      }
    }
    return Arrays.copyOf(sums, recoding.windows);
  }
}
