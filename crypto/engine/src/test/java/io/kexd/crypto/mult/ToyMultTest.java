package io.kexd.crypto.mult;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Edwards;
import io.kexd.crypto.model.EdwardsPoint;
import io.kexd.crypto.model.ToyCurve;
import io.kexd.crypto.model.ToyCurve.Point;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every scalar and every point of toy curves, through the code that real curves run. */
class ToyMultTest {
  static List<ToyCurve> toys() {
    return ToyCurve.all();
  }

  private static byte[] scalars(ToyCurve toy, int k) {
    byte[] out = new byte[toy.curve.field().lanes];
    for (int lane = 0; lane < out.length; lane++) {
      out[lane] = (byte) ((k + 5 * lane) % toy.order);
    }
    return out;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void combAllScalars(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    SignedComb comb = new SignedComb(toy.curve, edwards, toy.table);
    EdwardsPoint P = new EdwardsPoint(edwards.f);
    for (int k = 0; k < toy.order; k++) {
      byte[] scalars = scalars(toy, k);
      comb.multiply(P, scalars, 1);
      Point[] got = toy.fromEngine(edwards, P);
      for (int lane = 0; lane < got.length; lane++) {
        assertEquals(toy.multiply(scalars[lane], toy.base), got[lane], "k = " + scalars[lane]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void doubleScalarAllScalarsAndPoints(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    DoubleScalarVartime multiplier =
        new DoubleScalarVartime(toy.curve, edwards, new BaseMultiples(toy.curve));
    EdwardsPoint P = new EdwardsPoint(edwards.f);
    for (Point A : toy.points) {
      for (int s = 0; s < toy.order; s++) {
        for (int k = 0; k < toy.order; k++) {
          byte[] ss = scalars(toy, s);
          byte[] ks = scalars(toy, k);
          multiplier.multiply(P, ss, ks, 1, toy.toEngine(edwards, A));
          boolean exact = toy.multiply(toy.order, A).equals(toy.neutral);
          if (!exact) {
            edwards.multiplyByCofactor(P);
          }
          Point[] got = toy.fromEngine(edwards, P);
          for (int lane = 0; lane < got.length; lane++) {
            Point sum = toy.add(toy.multiply(ss[lane], toy.base), toy.multiply(ks[lane], A));
            assertEquals(exact ? sum : toy.multiply(8, sum), got[lane], s + " B + " + k + " " + A);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void multiScalarSums(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    for (int start = 0; start < toy.points.size(); start++) {
      MultiScalarVartime multi = new MultiScalarVartime(toy.curve, edwards);
      Point[] expected = new Point[edwards.f.lanes];
      Arrays.fill(expected, toy.neutral);
      for (int i = 0; i < 6; i++) {
        Point A = toy.points.get((start + 17 * i) % toy.points.size());
        byte[] k = scalars(toy, start + 3 * i);
        if (i % 2 == 0) {
          multi.add(toy.toEngine(edwards, A), k, 1);
        } else {
          for (int lane = 0; lane < k.length; lane++) {
            k[lane] = (byte) (2 * k[lane] | 1);
          }
          multi.addShort(toy.toEngine(edwards, A), k, 1, 6);
        }
        for (int lane = 0; lane < k.length; lane++) {
          expected[lane] = toy.add(expected[lane], toy.multiply(k[lane], A));
        }
      }
      EdwardsPoint P = new EdwardsPoint(edwards.f);
      multi.sum(P);
      edwards.multiplyByCofactor(P);
      Point[] got = toy.fromEngine(edwards, P);
      for (int lane = 0; lane < got.length; lane++) {
        assertEquals(toy.multiply(8, expected[lane]), got[lane]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void emptySumIsNeutral(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    EdwardsPoint P = new EdwardsPoint(edwards.f);
    new MultiScalarVartime(toy.curve, edwards).sum(P);
    for (Point lane : toy.fromEngine(edwards, P)) {
      assertEquals(toy.neutral, lane);
    }
  }

  /** Every u, on the curve and on its twist, and every scalar of the field's bits. */
  @ParameterizedTest
  @MethodSource("toys")
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

  /** Every odd scalar of a few bits: the digits are odd, small, and sum up to it. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6, 7})
  void recodesAllScalars(int window) {
    int order = 1021;
    Recoding recoding = new Recoding(2, BigInteger.valueOf(order), window);
    long[] index = new long[2];
    long[] negative = new long[2];
    for (int k = 0; k < order; k++) {
      int other = order - 1 - k;
      recoding.load(new byte[] {(byte) k, (byte) (k >> 8), (byte) other, (byte) (other >> 8)}, 2);
      long[] sum = new long[2];
      for (int i = recoding.windows - 1; i >= 0; i--) {
        recoding.digit(i, index, negative);
        for (int lane = 0; lane < 2; lane++) {
          assertEquals(index[lane], index[lane] & ((1 << (window - 1)) - 1));
          long magnitude = 2 * index[lane] + 1;
          sum[lane] = (sum[lane] << window) + (negative[lane] == 0 ? magnitude : -magnitude);
        }
      }
      assertEquals(k % 2 == 0 ? k + order : k, sum[0]);
      assertEquals(other % 2 == 0 ? other + order : other, sum[1]);
    }
  }
}
