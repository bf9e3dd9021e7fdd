package io.kexd.crypto.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.ToyCurve.Affine;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The group laws of every model, on all points of curves that are small enough. */
class GroupTest {
  static List<ToyCurve> toys() {
    return ToyCurve.small();
  }

  /** All points whose sums are defined: where the addition is not complete, the subgroup. */
  private static List<Affine> summable(ToyCurve toy) {
    return toy.isComplete() ? toy.points : toy.multiples;
  }

  private static Affine[] lanes(ToyCurve toy, List<Affine> points, int start) {
    Affine[] lanes = new Affine[toy.curve.field().lanes];
    Arrays.setAll(lanes, lane -> points.get((start + 31 * lane) % points.size()));
    return lanes;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void addsAllPairs(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    Operand operand = group.operand();
    List<Affine> points = summable(toy);
    for (int i = 0; i < points.size(); i++) {
      for (int j = 0; j < points.size(); j++) {
        Affine[] a = lanes(toy, points, i);
        Affine[] b = lanes(toy, points, j);
        Point sum = toy.toEngine(group, a);
        group.toOperand(operand, toy.toEngine(group, b));
        group.add(sum, operand, true);
        checkSum(toy, group, sum, a, b);
      }
    }
  }

  /** The second operand affine, and its negative taken by the operand. */
  @ParameterizedTest
  @MethodSource("toys")
  void subtractsAffineOperands(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    Operand operand = group.affineOperand();
    List<Affine> points = summable(toy);
    Point Q = group.point();
    FieldRoots roots = new FieldRoots(group.f);
    for (int i = 0; i < points.size(); i++) {
      for (int j = toy.isEdwards() ? 0 : 1; j < points.size(); j++) { // 0 is at infinity
        Affine[] a = lanes(toy, points, i);
        Affine b = points.get(j);
        long[] x = group.f.element();
        long[] y = group.f.element();
        group.toAffine(x, y, toy.toEngine(group, b), roots);
        group.setAffine(Q, x, y);
        assertEquals(b, toy.fromEngine(group, Q)[0]);
        group.toAffineOperand(operand, x, y);
        group.negate(operand, all(group));
        Point sum = toy.toEngine(group, a);
        group.add(sum, operand, true);
        checkSum(toy, group, sum, a, toy.negate(b));
      }
    }
  }

  /** Points that share an inversion, the one at infinity among them. */
  @ParameterizedTest
  @MethodSource("toys")
  void affinePointsShareAnInversion(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    AffinePoints affine = new AffinePoints(group, toy.points.size());
    for (int count : new int[] {1, 2, toy.points.size()}) {
      Point[] points = new Point[count];
      Arrays.setAll(points, i -> toy.toEngine(group, lanes(toy, toy.points, i)));
      affine.compute(points, count);
      for (int i = 0; i < count; i++) {
        assertArrayEquals(coordinates(toy, i, Affine::x), encode(group, affine.x(i)));
        assertArrayEquals(coordinates(toy, i, Affine::y), encode(group, affine.y(i)));
      }
    }
  }

  private static byte[] coordinates(ToyCurve toy, int i, ToIntFunction<Affine> coordinate) {
    Affine[] lanes = lanes(toy, toy.points, i);
    byte[] out = new byte[lanes.length * toy.curve.field().bytes];
    for (int lane = 0; lane < lanes.length; lane++) {
      out[lane * toy.curve.field().bytes] =
          (byte) Math.max(0, coordinate.applyAsInt(lanes[lane])); // -1 stands for infinity
    }
    return out;
  }

  private static byte[] encode(Group group, long[] element) {
    byte[] out = new byte[group.f.bytes * group.f.lanes];
    group.f.encode(out, 0, element, group.f.element());
    return out;
  }

  private static void checkSum(ToyCurve toy, Group group, Point sum, Affine[] a, Affine... b) {
    Affine[] expected = new Affine[a.length];
    Arrays.setAll(expected, lane -> toy.add(a[lane], b[lane % b.length]));
    assertArrayEquals(expected, toy.fromEngine(group, sum));
    checkT(toy, group, sum);
  }

  @ParameterizedTest
  @MethodSource("toys")
  void doublesAllPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    for (int i = 0; i < toy.points.size(); i++) {
      Affine[] a = lanes(toy, toy.points, i);
      Point P = toy.toEngine(group, a);
      group.twice(P, true);
      checkSum(toy, group, P, a, a);
    }
  }

  /** T Z = X Y. */
  private static void checkT(ToyCurve toy, Group group, Point P) {
    if (toy.isEdwards()) {
      long[] a = group.f.element();
      long[] b = group.f.element();
      long[] mask = group.f.mask();
      group.f.mul(a, P.T, P.Z);
      group.f.mul(b, P.X, P.Y);
      group.f.isEqual(mask, a, b, group.f.element());
      assertArrayEquals(all(group), mask, "T of " + toy);
    }
  }

  private static long[] all(Group group) {
    long[] all = group.f.mask();
    Arrays.fill(all, -1);
    return all;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void knowsTheNeutralPoint(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    long[] mask = group.f.mask();
    for (int i = 0; i < toy.points.size(); i++) {
      Affine[] a = lanes(toy, toy.points, i);
      group.isNeutral(mask, toy.toEngine(group, a));
      for (int lane = 0; lane < a.length; lane++) {
        assertEquals(a[lane].equals(toy.neutral) ? -1 : 0, mask[lane], a[lane].toString());
      }
    }
    Point P = toy.toEngine(group, toy.base);
    group.setNeutral(P);
    group.isNeutral(mask, P);
    assertArrayEquals(all(group), mask);
  }

  @ParameterizedTest
  @MethodSource("toys")
  void negatesAndClearsTheCofactor(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    for (int i = 0; i < toy.points.size(); i++) {
      Affine[] a = lanes(toy, toy.points, i);
      Point P = toy.toEngine(group, a);
      group.negate(P, all(group));
      checkT(toy, group, P);
      group.multiplyByCofactor(P);
      Affine[] expected = new Affine[a.length];
      Arrays.setAll(expected, lane -> byDoubling(toy, toy.negate(a[lane])));
      assertArrayEquals(expected, toy.fromEngine(group, P));
      checkT(toy, group, P);
    }
  }

  private static Affine byDoubling(ToyCurve toy, Affine P) {
    Affine result = P;
    for (int c = toy.cofactor; c > 1; c /= 2) {
      result = toy.add(result, result);
    }
    return result;
  }

  @ParameterizedTest
  @MethodSource("toys")
  void setsTheBasePointAndSelectedNeutralOnes(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    Point P = group.point();
    group.setBase(P);
    assertEquals(toy.base, toy.fromEngine(group, P)[0]);
    checkT(toy, group, P);
    long[] last = group.f.mask();
    last[last.length - 1] = -1;
    group.setNeutral(P, last, group.point());
    Affine[] lanes = toy.fromEngine(group, P);
    for (int lane = 0; lane < lanes.length; lane++) {
      assertEquals(last[lane] == 0 ? toy.base : toy.neutral, lanes[lane]);
    }
  }

  static Stream<ToyCurve> toysOfPowersOfTwoLanes() {
    return Stream.concat(toys().stream(), ToyCurve.inLanes().stream())
        .filter(toy -> Integer.bitCount(toy.curve.field().lanes) == 1);
  }

  @ParameterizedTest
  @MethodSource("toysOfPowersOfTwoLanes")
  void sumsTheLanes(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    Affine[] a = lanes(toy, summable(toy), 7);
    Affine sum = Arrays.stream(a).reduce(toy.neutral, toy::add);
    Point P = toy.toEngine(group, a);
    group.sumLanes(P, group.point(), group.operand());
    for (Affine lane : toy.fromEngine(group, P)) {
      assertEquals(sum, lane);
    }
  }

  @Test
  void refusesOtherCoefficients() {
    for (ToyCurve toy : toys()) {
      assertThrows(IllegalArgumentException.class, () -> Group.of(withA(toy.curve, "2")));
    }
  }

  private static Curve withA(Curve c, String a) {
    return new Curve(
        c.id(),
        c.model(),
        c.field(),
        c.order(),
        a,
        c.b(),
        c.baseX(),
        c.baseY(),
        c.cofactor(),
        c.comb(),
        c.ladder(),
        c.schemes(),
        c.source());
  }
}
