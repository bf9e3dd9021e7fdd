package io.kexd.crypto.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.model.ToyCurve.Point;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The group law and the point encoding, on all points of curves that are small enough. */
class EdwardsTest {
  static List<ToyCurve> toys() {
    return ToyCurve.all();
  }

  private static Point[] lanes(ToyCurve toy, int start) {
    Point[] lanes = new Point[toy.curve.field().lanes];
    for (int lane = 0; lane < lanes.length; lane++) {
      lanes[lane] = toy.points.get((start + 31 * lane) % toy.points.size());
    }
    return lanes;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void addsAllPairs(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    Niels operand = Niels.projective(edwards.f);
    for (int i = 0; i < toy.points.size(); i++) {
      for (int j = 0; j < toy.points.size(); j++) {
        Point[] a = lanes(toy, i);
        Point[] b = lanes(toy, j);
        EdwardsPoint sum = toy.toEngine(edwards, a);
        edwards.toNiels(operand, toy.toEngine(edwards, b));
        edwards.add(sum, operand, true);
        Point[] expected = new Point[a.length];
        Arrays.setAll(expected, lane -> toy.add(a[lane], b[lane]));
        assertArrayEquals(expected, toy.fromEngine(edwards, sum));
        checkT(toy, edwards, sum);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void doublesAllPoints(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    for (int i = 0; i < toy.points.size(); i++) {
      Point[] a = lanes(toy, i);
      EdwardsPoint P = toy.toEngine(edwards, a);
      edwards.twice(P, true);
      Point[] expected = new Point[a.length];
      Arrays.setAll(expected, lane -> toy.add(a[lane], a[lane]));
      assertArrayEquals(expected, toy.fromEngine(edwards, P));
      checkT(toy, edwards, P);
    }
  }

  /** T Z = X Y. */
  private static void checkT(ToyCurve toy, Edwards edwards, EdwardsPoint P) {
    long[] a = edwards.f.element();
    long[] b = edwards.f.element();
    long[] mask = edwards.f.mask();
    edwards.f.mul(a, P.T, P.Z);
    edwards.f.mul(b, P.X, P.Y);
    edwards.f.isEqual(mask, a, b, edwards.f.element());
    assertArrayEquals(all(edwards), mask, "T of " + toy);
  }

  private static long[] all(Edwards edwards) {
    long[] all = edwards.f.mask();
    Arrays.fill(all, -1);
    return all;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void knowsTheNeutralPoint(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    long[] mask = edwards.f.mask();
    for (int i = 0; i < toy.points.size(); i++) {
      Point[] a = lanes(toy, i);
      edwards.isNeutral(mask, toy.toEngine(edwards, a));
      for (int lane = 0; lane < a.length; lane++) {
        assertEquals(a[lane].equals(toy.neutral) ? -1 : 0, mask[lane], a[lane].toString());
      }
    }
    EdwardsPoint P = toy.toEngine(edwards, toy.base);
    edwards.setNeutral(P);
    edwards.isNeutral(mask, P);
    assertArrayEquals(all(edwards), mask);
  }

  @ParameterizedTest
  @MethodSource("toys")
  void negatesAndClearsTheCofactor(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    for (int i = 0; i < toy.points.size(); i++) {
      Point[] a = lanes(toy, i);
      EdwardsPoint P = toy.toEngine(edwards, a);
      edwards.negate(P, all(edwards));
      checkT(toy, edwards, P);
      edwards.multiplyByCofactor(P);
      Point[] expected = new Point[a.length];
      Arrays.setAll(expected, lane -> toy.multiply(8, toy.negate(a[lane])));
      assertArrayEquals(expected, toy.fromEngine(edwards, P));
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void sumsTheLanes(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    Point[] a = lanes(toy, 7);
    Point sum = Arrays.stream(a).reduce(toy.neutral, toy::add);
    EdwardsPoint P = toy.toEngine(edwards, a);
    edwards.sumLanes(P);
    for (Point lane : toy.fromEngine(edwards, P)) {
      assertEquals(sum, lane);
    }
  }

  /** Every string of that size, against the definition of RFC 8032 section 5.1.3. */
  @ParameterizedTest
  @MethodSource("toys")
  void decodesExactlyTheCanonicalEncodings(ToyCurve toy) {
    Edwards edwards = new Edwards(toy.curve);
    PointCodec codec = new PointCodec(toy.curve, edwards);
    EdwardsPoint P = new EdwardsPoint(edwards.f);
    long[] valid = edwards.f.mask();
    int lanes = edwards.f.lanes;
    int strings = 1 << (8 * codec.bytes);
    int accepted = 0;
    for (int s = 0; s < strings; s++) {
      byte[] in = new byte[codec.bytes * lanes];
      for (int i = 0; i < in.length; i++) {
        int lane = i / codec.bytes;
        in[i] = (byte) ((s + lane * 77) % strings >> (8 * (i % codec.bytes)));
      }
      codec.decode(valid, P, in);
      Point[] expected = new Point[lanes];
      for (int lane = 0; lane < lanes; lane++) {
        expected[lane] = decode(toy, codec.bytes, (s + lane * 77) % strings);
        assertEquals(expected[lane].x() < 0 ? 0 : -1, valid[lane], "string " + s);
      }
      if (Arrays.stream(expected).allMatch(e -> e.x() >= 0)) {
        assertArrayEquals(expected, toy.fromEngine(edwards, P));
        checkT(toy, edwards, P);
        byte[] out = new byte[in.length];
        codec.encode(out, P);
        assertArrayEquals(in, out);
      }
      accepted += valid[0] != 0 ? 1 : 0;
    }
    assertEquals(toy.points.size(), accepted, "each point has one encoding");
  }

  private static Point decode(ToyCurve toy, int bytes, int s) {
    int sign = s >> (8 * bytes - 1);
    int y = s & ((1 << (8 * bytes - 1)) - 1);
    return toy.points.stream()
        .filter(P -> P.y() == y && P.x() % 2 == sign)
        .findFirst()
        .orElse(new Point(-1, 0));
  }

  @Test
  void refusesOtherCoefficients() {
    Curve c = ToyCurve.p109(1, 1).curve;
    Curve other =
        new Curve(
            c.id(),
            c.field(),
            c.order(),
            "1",
            c.d(),
            c.baseX(),
            c.baseY(),
            c.cofactor(),
            c.ladderA(),
            c.ladderU(),
            c.smallOrderU(),
            c.comb(),
            c.schemes(),
            c.source());
    assertThrows(IllegalArgumentException.class, () -> new Edwards(other));
  }
}
