package io.kexd.crypto.model;

import io.kexd.crypto.field.CheckedField;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * An Edwards curve -x^2 + y^2 = 1 + d x^2 y^2 over a prime so small that everything about it can be
 * listed, with arithmetic from the affine definition that shares nothing with the engine. Its order
 * is 8 l, its base point has order l.
 */
public final class ToyCurve {
  /** A point (x, y). */
  public record Point(int x, int y) {}

  public static final int COMB_WINDOW = 3;

  public final int prime;
  public final int d;

  /** The prime order. */
  public final int order;

  private final int[] inverses;
  public final List<Point> points = new ArrayList<>();
  public final Point neutral = new Point(0, 1);
  public final Point base;
  public final Curve curve;
  public final CombTable table;

  private ToyCurve(int prime, int d, int order, int lanes, int headroom) {
    this.prime = prime;
    this.d = d;
    this.inverses = inverses(prime);
    this.order = order;
    for (int x = 0; x < prime; x++) {
      for (int y = 0; y < prime; y++) {
        if (Math.floorMod(y * y - x * x - 1 - d * (x * x % prime) * (y * y % prime), prime) == 0) {
          points.add(new Point(x, y));
        }
      }
    }
    if (points.size() != 8 * order) {
      throw new AssertionError("the curve has " + points.size() + " points");
    }
    this.base =
        points.stream()
            .filter(P -> !P.equals(neutral) && multiply(order, P).equals(neutral))
            .findFirst()
            .orElseThrow();
    this.curve = curve(lanes, headroom);
    this.table = new CombTable(curve, comb());
  }

  /** Seven bits of prime, order 8 * 13. */
  public static ToyCurve p109(int lanes, int headroom) {
    return new ToyCurve(109, 11, 13, lanes, headroom);
  }

  /** Eight bits of prime, so that an encoded point has a byte more; order 8 * 19. */
  public static ToyCurve p157(int lanes, int headroom) {
    return new ToyCurve(157, 24, 19, lanes, headroom);
  }

  /** The curves with one lane and with three, on fields with and without headroom. */
  public static List<ToyCurve> all() {
    return List.of(p109(1, 1), p109(3, 2), p157(1, 4), p157(3, 1));
  }

  private Curve curve(int lanes, int headroom) {
    return new Curve(
        "toy" + prime,
        new CheckedField(lanes, headroom, prime),
        new CheckedField(lanes, headroom, order),
        Integer.toHexString(prime - 1),
        Integer.toHexString(d),
        Integer.toHexString(base.x),
        Integer.toHexString(base.y),
        8,
        ladderA(),
        Integer.toHexString(ladderU(base)),
        List.of(),
        new Curve.Comb("none", COMB_WINDOW, combWindows(), ""),
        List.of(),
        "made up");
  }

  private int combWindows() {
    int bits = 32 - Integer.numberOfLeadingZeros(2 * order - 1);
    return (bits + COMB_WINDOW - 1) / COMB_WINDOW;
  }

  /** A = 2 (a + d) / (a - d), as the least number that is 2 modulo 4. */
  public int ladderA() {
    int a = mod(2 * (d - 1) * inverse(-1 - d));
    while (a % 4 != 2) {
      a += prime;
    }
    return a;
  }

  /** u = (1 + y) / (1 - y). */
  public int ladderU(Point P) {
    return mod((1 + P.y) * inverse(1 - P.y));
  }

  public int mod(int value) {
    return Math.floorMod(value, prime);
  }

  /** 1/value, and 0 for 0. */
  public int inverse(int value) {
    return inverses[mod(value)];
  }

  private static int[] inverses(int prime) {
    int[] table = new int[prime];
    for (int a = 1; a < prime; a++) {
      for (int b = 1; b < prime; b++) {
        if (a * b % prime == 1) {
          table[a] = b;
        }
      }
    }
    return table;
  }

  /** The affine addition law. */
  public Point add(Point P, Point Q) {
    int product = mod(mod(d * mod(P.x * Q.x)) * mod(P.y * Q.y));
    int x = mod(mod(P.x * Q.y + P.y * Q.x) * inverse(1 + product));
    int y = mod(mod(P.y * Q.y + P.x * Q.x) * inverse(1 - product));
    return new Point(x, y);
  }

  public Point negate(Point P) {
    return new Point(mod(-P.x), P.y);
  }

  public Point multiply(int k, Point P) {
    Point result = neutral;
    for (int i = 0; i < k; i++) {
      result = add(result, P);
    }
    return result;
  }

  private byte[] comb() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < combWindows(); i++) {
      for (int j = 0; j < 1 << (COMB_WINDOW - 1); j++) {
        Point P = multiply(((2 * j + 1) << (COMB_WINDOW * i)) % order, base);
        out.write(mod(P.y + P.x));
        out.write(mod(P.y - P.x));
        out.write(mod(2 * d * mod(P.x * P.y)));
      }
    }
    return out.toByteArray();
  }

  /** The engine's form of one point a lane, with T and a Z that is not 1. */
  public EdwardsPoint toEngine(Edwards edwards, Point... lanes) {
    EdwardsPoint out = new EdwardsPoint(edwards.f);
    Point[] all = new Point[edwards.f.lanes];
    for (int lane = 0; lane < all.length; lane++) {
      all[lane] = lanes[lane % lanes.length];
    }
    int z = 5;
    set(out.X, edwards, all, P -> P.x * z);
    set(out.Y, edwards, all, P -> P.y * z);
    set(out.Z, edwards, all, P -> z);
    set(out.T, edwards, all, P -> P.x * P.y % prime * z);
    return out;
  }

  private interface Coordinate {
    int of(Point P);
  }

  private void set(long[] r, Edwards edwards, Point[] lanes, Coordinate c) {
    byte[] encoded = new byte[lanes.length];
    for (int lane = 0; lane < lanes.length; lane++) {
      encoded[lane] = (byte) mod(c.of(lanes[lane]));
    }
    edwards.f.decode(r, encoded, 0);
  }

  /** The affine points of the engine's form; checks that Z is not 0. */
  public Point[] fromEngine(Edwards edwards, EdwardsPoint P) {
    byte[][] c = new byte[3][edwards.f.lanes];
    long[] scratch = edwards.f.element();
    edwards.f.encode(c[0], 0, P.X, scratch);
    edwards.f.encode(c[1], 0, P.Y, scratch);
    edwards.f.encode(c[2], 0, P.Z, scratch);
    Point[] lanes = new Point[edwards.f.lanes];
    for (int lane = 0; lane < lanes.length; lane++) {
      int z = c[2][lane] & 0xff;
      if (z == 0) {
        throw new AssertionError("Z = 0");
      }
      lanes[lane] =
          new Point(mod((c[0][lane] & 0xff) * inverse(z)), mod((c[1][lane] & 0xff) * inverse(z)));
    }
    return lanes;
  }

  @Override
  public String toString() {
    return curve.id() + ", lanes " + curve.field().lanes + ", headroom " + curve.field().headroom;
  }
}
