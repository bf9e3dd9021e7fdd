package io.kexd.crypto.model;

import io.kexd.crypto.field.CheckedField;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A curve over a prime so small that everything about it can be listed, with arithmetic from the
 * affine definitions that shares nothing with the engine.
 */
public final class ToyCurve {
  /** A point (x, y). */
  public record Affine(int x, int y) {}

  public static final int COMB_WINDOW = 3;

  /** The neutral point of Weierstrass curves. */
  private static final Affine INFINITY = new Affine(-1, -1);

  /** What makes a toy curve. */
  private record Parameters(Curve.Model model, int prime, int a, int b, int order, int cofactor) {}

  private static final Parameters MINUS_ONE_101 = edwards(101, -1, 12, 11, 8);
  private static final Parameters MINUS_ONE_157 = edwards(157, -1, 24, 19, 8);
  private static final Parameters ONE_59 = edwards(59, 1, 6, 13, 4);
  private static final Parameters ONE_101 = edwards(101, 1, 32, 11, 8);
  private static final Parameters INCOMPLETE_59 = edwards(59, -1, 5, 13, 4);
  private static final Parameters WEIERSTRASS_31 = weierstrass(31, 6, 41);
  private static final Parameters WEIERSTRASS_37 = weierstrass(37, 9, 41);
  private static final Parameters WEIERSTRASS_43 = weierstrass(43, 10, 37);

  private static Parameters edwards(int prime, int a, int d, int order, int cofactor) {
    return new Parameters(Curve.Model.EDWARDS, prime, a, d, order, cofactor);
  }

  private static Parameters weierstrass(int prime, int b, int order) {
    return new Parameters(Curve.Model.WEIERSTRASS, prime, -3, b, order, 1);
  }

  /**
   * Each model with one lane, with three and with eight, on fields with and without headroom: small
   * enough for all pairs of points and scalars. Weierstrass orders are above 2^5, the range of a
   * window.
   */
  public static List<ToyCurve> small() {
    return Stream.concat(inOneLaneOrThree(), inEightLanes()).toList();
  }

  private static Stream<ToyCurve> inOneLaneOrThree() {
    return Stream.of(
        new ToyCurve(MINUS_ONE_101, 1, 1),
        new ToyCurve(MINUS_ONE_157, 3, 2),
        new ToyCurve(ONE_59, 1, 1),
        new ToyCurve(ONE_101, 3, 4),
        new ToyCurve(INCOMPLETE_59, 3, 1),
        new ToyCurve(INCOMPLETE_59, 1, 3),
        new ToyCurve(WEIERSTRASS_31, 1, 1),
        new ToyCurve(WEIERSTRASS_37, 3, 2),
        new ToyCurve(WEIERSTRASS_43, 1, 5),
        new ToyCurve(WEIERSTRASS_43, 1, 16));
  }

  /** Each model with an order just below 200. */
  public static List<ToyCurve> medium() {
    return List.of(
        new ToyCurve(edwards(1301, -1, 58, 167, 8), 1, 2),
        new ToyCurve(edwards(719, 1, 17, 179, 4), 1, 4),
        new ToyCurve(edwards(719, -1, 16, 179, 4), 1, 1),
        new ToyCurve(weierstrass(191, 29, 179), 1, 3));
  }

  /** Each model with an order of up to about a thousand. */
  public static List<ToyCurve> large() {
    return List.of(
        new ToyCurve(edwards(3821, -1, 60, 479, 8), 1, 4),
        new ToyCurve(edwards(3907, 1, 2, 977, 4), 1, 2),
        new ToyCurve(edwards(3907, -1, 145, 977, 4), 1, 4),
        new ToyCurve(weierstrass(971, 41, 1013), 1, 2));
  }

  /**
   * Each model on eight lanes, as many as the widest kernels have. Needs no such machine: the field
   * is plain Java.
   */
  private static Stream<ToyCurve> inEightLanes() {
    return Stream.of(
        new ToyCurve(MINUS_ONE_101, 8, 2),
        new ToyCurve(MINUS_ONE_157, 8, 1),
        new ToyCurve(ONE_59, 8, 1),
        new ToyCurve(ONE_101, 8, 4),
        new ToyCurve(INCOMPLETE_59, 8, 1),
        new ToyCurve(INCOMPLETE_59, 8, 3),
        new ToyCurve(WEIERSTRASS_31, 8, 2),
        new ToyCurve(WEIERSTRASS_37, 8, 1),
        new ToyCurve(WEIERSTRASS_43, 8, 4));
  }

  /** Each model on four lanes and on eight, small enough for all pairs of points and scalars. */
  public static List<ToyCurve> inLanes() {
    return Stream.concat(inFourLanes(), inEightLanes()).toList();
  }

  private static Stream<ToyCurve> inFourLanes() {
    return Stream.of(
        new ToyCurve(MINUS_ONE_101, 4, 1),
        new ToyCurve(MINUS_ONE_157, 4, 2),
        new ToyCurve(ONE_59, 4, 1),
        new ToyCurve(ONE_101, 4, 4),
        new ToyCurve(INCOMPLETE_59, 4, 3),
        new ToyCurve(WEIERSTRASS_31, 4, 1),
        new ToyCurve(WEIERSTRASS_37, 4, 2),
        new ToyCurve(WEIERSTRASS_43, 4, 4));
  }

  /** The largest Weierstrass one on four lanes and on eight. */
  public static Stream<ToyCurve> weierstrassInLanes() {
    return Stream.of(4, 8).map(lanes -> new ToyCurve(weierstrass(971, 41, 1013), lanes, 1));
  }

  public final int prime;

  /** The prime order of {@link #base}. */
  public final int order;

  public final int cofactor;
  public final Affine neutral;
  public final Affine base;

  /** Every point that has affine coordinates, and the neutral one. */
  public final List<Affine> points = new ArrayList<>();

  /** [k]base at index k. */
  public final List<Affine> multiples = new ArrayList<>();

  public final Curve curve;
  public final CombTable table;
  private final Parameters parameters;
  private final int a;
  private final int b;
  private final int[] inverses;

  private ToyCurve(Parameters parameters, int lanes, int headroom) {
    this.parameters = parameters;
    this.prime = parameters.prime;
    this.order = parameters.order;
    this.cofactor = parameters.cofactor;
    this.a = mod(parameters.a);
    this.b = parameters.b;
    this.inverses = inverses(prime);
    this.neutral = isEdwards() ? new Affine(0, 1) : INFINITY;
    listPoints();
    this.base = findBase();
    for (int k = 0; k < order; k++) {
      multiples.add(k == 0 ? neutral : add(multiples.get(k - 1), base));
    }
    this.curve = curve(lanes, headroom);
    this.table = new CombTable(curve, curve.comb(), comb());
  }

  public boolean isEdwards() {
    return parameters.model == Curve.Model.EDWARDS;
  }

  /** Whether sums of all points are defined. */
  public boolean isComplete() {
    return points.size() == order * cofactor;
  }

  private void listPoints() {
    if (!isEdwards()) {
      points.add(INFINITY);
    }
    for (int x = 0; x < prime; x++) {
      for (int y = 0; y < prime; y++) {
        if (satisfiesEquation(x, y)) {
          points.add(new Affine(x, y));
        }
      }
    }
    int missing = order * cofactor - points.size();
    if (missing != 0 && !(missing == 2 && a == prime - 1)) { // two at infinity
      throw new AssertionError("the curve has " + points.size() + " points");
    }
  }

  private boolean satisfiesEquation(int x, int y) {
    int xx = mod(x * x);
    int yy = mod(y * y);
    return isEdwards()
        ? mod(a * xx + yy - 1 - mod(b * xx) * yy) == 0
        : mod(yy - mod(xx * x) - a * x - b) == 0;
  }

  /** The first point that has the prime order. */
  private Affine findBase() {
    return points.stream()
        .map(P -> multiply(cofactor, P))
        .filter(P -> !P.equals(neutral) && multiply(order, P).equals(neutral))
        .findFirst()
        .orElseThrow();
  }

  private Curve curve(int lanes, int headroom) {
    String baseX = Integer.toHexString(base.x);
    String baseY = Integer.toHexString(base.y);
    Curve.Comb comb = new Curve.Comb("none", COMB_WINDOW, combWindows(), "");
    Curve.Ladder ladder =
        new Curve.Ladder(
            isEdwards() ? ladderA() : 2, "1", ladderMap(), baseX, baseY, 3, List.of(), comb);
    return new Curve(
        "toy" + prime,
        parameters.model,
        new CheckedField(lanes, headroom, prime),
        new CheckedField(lanes, headroom, order),
        Integer.toHexString(a),
        Integer.toHexString(b),
        baseX,
        baseY,
        cofactor,
        comb,
        isEdwards() ? Optional.of(ladder) : Optional.empty(),
        List.of(),
        "made up");
  }

  private int combWindows() {
    int bits = 32 - Integer.numberOfLeadingZeros(2 * order - 1);
    return (bits + COMB_WINDOW - 1) / COMB_WINDOW;
  }

  private Curve.Map ladderMap() {
    return cofactor == 8 ? Curve.Map.BIRATIONAL : Curve.Map.ISO4;
  }

  /**
   * A = 2 (a + d) / (a - d) or, by the isogeny, 2a - 4d, as the least number that is 2 modulo 4.
   */
  public int ladderA() {
    int bigA =
        ladderMap() == Curve.Map.BIRATIONAL
            ? mod(2 * mod(a + b) * inverse(a - b))
            : mod(2 * a - 4 * b);
    while (bigA % 4 != 2) {
      bigA += prime;
    }
    return bigA;
  }

  public int mod(int value) {
    return Math.floorMod(value, prime);
  }

  /** 1/value, and 0 for 0. */
  public int inverse(int value) {
    return inverses[mod(value)];
  }

  /** 1/i = -(p/i) 1/(p mod i). */
  private static int[] inverses(int prime) {
    int[] table = new int[prime];
    table[1] = 1;
    for (int i = 2; i < prime; i++) {
      table[i] = prime - prime / i * table[prime % i] % prime;
    }
    return table;
  }

  /** The affine addition law. */
  public Affine add(Affine P, Affine Q) {
    return isEdwards() ? addEdwards(P, Q) : addWeierstrass(P, Q);
  }

  private Affine addEdwards(Affine P, Affine Q) {
    int product = mod(mod(b * mod(P.x * Q.x)) * mod(P.y * Q.y));
    if (inverse(1 + product) == 0 || inverse(1 - product) == 0) {
      throw new AssertionError("the sum of " + P + " and " + Q + " lies at infinity");
    }
    int x = mod(mod(P.x * Q.y + P.y * Q.x) * inverse(1 + product));
    int y = mod(mod(P.y * Q.y - a * mod(P.x * Q.x)) * inverse(1 - product));
    return new Affine(x, y);
  }

  private Affine addWeierstrass(Affine P, Affine Q) {
    if (P.equals(neutral) || Q.equals(neutral)) {
      return P.equals(neutral) ? Q : P;
    }
    if (P.x == Q.x && mod(P.y + Q.y) == 0) {
      return neutral;
    }
    int slope =
        P.equals(Q)
            ? mod(mod(3 * mod(P.x * P.x) + a) * inverse(2 * P.y))
            : mod(mod(Q.y - P.y) * inverse(Q.x - P.x));
    int x = mod(mod(slope * slope) - P.x - Q.x);
    return new Affine(x, mod(slope * mod(P.x - x) - P.y));
  }

  public Affine negate(Affine P) {
    if (P.equals(INFINITY)) {
      return P;
    }
    return isEdwards() ? new Affine(mod(-P.x), P.y) : new Affine(P.x, mod(-P.y));
  }

  /** By doublings and additions. */
  public Affine multiply(int k, Affine P) {
    Affine result = neutral;
    for (int bit = 31 - Integer.numberOfLeadingZeros(k); bit >= 0; bit--) {
      result = add(result, result);
      if ((k >> bit & 1) != 0) {
        result = add(result, P);
      }
    }
    return result;
  }

  private byte[] comb() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int bytes = curve.field().bytes;
    for (int i = 0; i < combWindows(); i++) {
      for (int j = 0; j < 1 << (COMB_WINDOW - 1); j++) {
        Affine P = multiples.get(((2 * j + 1) << (COMB_WINDOW * i)) % order);
        for (int k = 0; k < bytes; k++) {
          out.write(P.x >> (8 * k));
        }
        for (int k = 0; k < bytes; k++) {
          out.write(P.y >> (8 * k));
        }
      }
    }
    return out.toByteArray();
  }

  /** The engine's form of one point a lane, with T and a Z that is not 1. */
  public Point toEngine(Group group, Affine... lanes) {
    Point out = group.point();
    Affine[] all = new Affine[group.f.lanes];
    Arrays.setAll(all, lane -> lanes[lane % lanes.length]);
    int z = 5;
    set(out.X, group, all, P -> P.equals(INFINITY) ? 0 : P.x * z);
    set(out.Y, group, all, P -> P.equals(INFINITY) ? z : P.y * z);
    set(out.Z, group, all, P -> P.equals(INFINITY) ? 0 : z);
    set(out.T, group, all, P -> P.x * P.y % prime * z);
    return out;
  }

  private interface Coordinate {
    int of(Affine P);
  }

  private void set(long[] r, Group group, Affine[] lanes, Coordinate c) {
    int bytes = group.f.bytes;
    byte[] encoded = new byte[bytes * lanes.length];
    for (int i = 0; i < encoded.length; i++) {
      encoded[i] = (byte) (mod(c.of(lanes[i / bytes])) >> (8 * (i % bytes)));
    }
    group.f.decode(r, encoded, 0);
  }

  /** The affine points of the engine's form; checks Z, which may be 0 for INFINITY only. */
  public Affine[] fromEngine(Group group, Point P) {
    int[] x = get(group, P.X);
    int[] y = get(group, P.Y);
    int[] z = get(group, P.Z);
    Affine[] lanes = new Affine[group.f.lanes];
    for (int lane = 0; lane < lanes.length; lane++) {
      int w = inverse(z[lane]);
      if (w == 0 && (isEdwards() || x[lane] != 0 || y[lane] == 0)) {
        throw new AssertionError("(" + x[lane] + " : " + y[lane] + " : 0) is no point");
      }
      lanes[lane] = w == 0 ? INFINITY : new Affine(mod(x[lane] * w), mod(y[lane] * w));
    }
    return lanes;
  }

  private static int[] get(Group group, long[] element) {
    int bytes = group.f.bytes;
    byte[] encoded = new byte[bytes * group.f.lanes];
    group.f.encode(encoded, 0, element, group.f.element());
    int[] values = new int[group.f.lanes];
    for (int i = 0; i < encoded.length; i++) {
      values[i / bytes] |= (encoded[i] & 0xff) << (8 * (i % bytes));
    }
    return values;
  }

  @Override
  public String toString() {
    return "%s a=%d b=%d modulo %d, order %d, lanes %d, headroom %d"
        .formatted(
            parameters.model,
            parameters.a,
            b,
            prime,
            order,
            curve.field().lanes,
            curve.field().headroom);
  }
}
