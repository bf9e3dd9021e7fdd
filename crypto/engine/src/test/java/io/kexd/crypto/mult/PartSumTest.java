package io.kexd.crypto.mult;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import io.kexd.crypto.model.Cut;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.PartMultiples;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.ToyCurve;
import io.kexd.crypto.model.ToyCurve.Affine;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** [s]B + [k]A by the multiples of parts: all of it on toy curves, what is hard on real ones. */
class PartSumTest {
  private static final int SIZE = 2;

  static Stream<ToyCurve> toys() {
    return ToyCurve.small().stream().filter(toy -> toy.curve.field().lanes > 1);
  }

  /** Those whose lanes can share an operation. */
  static Stream<ToyCurve> toysAlone() {
    return Stream.concat(
        ToyCurve.small().stream().filter(toy -> toy.curve.field().lanes == 1),
        ToyCurve.inLanes().stream());
  }

  static Stream<Curve> curves() {
    Curve p256 = curve("p256");
    return Stream.of(
        p256, CurveLanes.of(p256, 4), CurveLanes.of(p256, 8), CurveLanes.of(curve("p521"), 8));
  }

  private static Curve curve(String id) {
    return CurveIndex.ALL.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  /** The multiples of [j]B for all j; null where Weierstrass curves have none. */
  private static PartMultiples[] multiples(ToyCurve toy, Group group, Cut cut) {
    PartMultiples[] multiples = new PartMultiples[toy.order];
    for (int j = toy.isEdwards() ? 0 : 1; j < toy.order; j++) {
      Point A = toy.toEngine(group, toy.multiples.get(j));
      multiples[j] = new PartMultiples(toy.curve, cut, A);
    }
    return multiples;
  }

  private static byte[] encode(int... scalars) {
    byte[] out = new byte[SIZE * scalars.length];
    for (int i = 0; i < scalars.length; i++) {
      out[SIZE * i] = (byte) scalars[i];
      out[SIZE * i + 1] = (byte) (scalars[i] >> 8);
    }
    return out;
  }

  /** Each sum in one of the lanes, which have scalars and points of their own. */
  @ParameterizedTest
  @MethodSource("toys")
  void inEachLaneAllScalarsAndPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    int lanes = group.f.lanes;
    Cut cutOfB = new Cut(4, 2, 2);
    Cut cutOfA = new Cut(3, 2, 3);
    PartMultiples base = PartMultiples.ofBase(toy.curve, cutOfB);
    PartMultiples[] multiples = multiples(toy, group, cutOfA);
    PartSumVartime sum = PartSumVartime.inEach(toy.curve, group, cutOfB, cutOfA);
    int least = toy.isEdwards() ? 0 : 1;
    Point P = group.point();
    int[] ss = new int[lanes];
    int[] ks = new int[lanes];
    int[] js = new int[lanes];
    PartMultiples[] A = new PartMultiples[lanes];
    for (int j = least; j < toy.order; j++) {
      for (int i = 0; i < toy.order * toy.order; i += lanes) {
        for (int lane = 0; lane < lanes; lane++) {
          ss[lane] = (i + lane) / toy.order % toy.order;
          ks[lane] = (i + lane) % toy.order;
          js[lane] = least + (j - least + lane) % (toy.order - least);
          A[lane] = multiples[js[lane]];
        }
        sum.multiply(P, encode(ss), base, encode(ks), A, SIZE);
        Affine[] got = toy.fromEngine(group, P);
        for (int lane = 0; lane < lanes; lane++) {
          Affine expected = toy.multiples.get((ss[lane] + ks[lane] * js[lane]) % toy.order);
          assertEquals(expected, got[lane], ss[lane] + " B + " + ks[lane] + " [" + js[lane] + "]B");
        }
      }
    }
  }

  /** One operation, whose parts lie in all lanes. */
  @ParameterizedTest
  @MethodSource("toysAlone")
  void inAllLanesAllScalarsAndPoints(ToyCurve toy) {
    Group group = Group.of(toy.curve);
    Cut cutOfB = new Cut(4, 8, 1);
    Cut cutOfA = new Cut(3, 8, 2);
    assertTrue(PartSumVartime.isFor(group.f.lanes, cutOfB, cutOfA));
    PartMultiples base = PartMultiples.ofBase(toy.curve, cutOfB);
    PartMultiples[] multiples = multiples(toy, group, cutOfA);
    PartSumVartime sum = PartSumVartime.inAll(toy.curve, group, cutOfB, cutOfA);
    Point P = group.point();
    for (int j = toy.isEdwards() ? 0 : 1; j < toy.order; j++) {
      PartMultiples[] A = {multiples[j]};
      for (int s = 0; s < toy.order; s++) {
        for (int k = 0; k < toy.order; k++) {
          sum.multiply(P, encode(s), base, encode(k), A, SIZE);
          Affine expected = toy.multiples.get((s + k * j) % toy.order);
          for (Affine got : toy.fromEngine(group, P)) {
            assertEquals(expected, got, s + " B + " + k + " [" + j + "]B");
          }
        }
      }
    }
  }

  /** Zero, small, all ones, powers of two about where parts begin, and just below the order. */
  private static List<BigInteger> hard(BigInteger order, Random random) {
    List<BigInteger> hard = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      hard.add(BigInteger.valueOf(i));
      hard.add(order.subtract(BigInteger.valueOf(i + 1)));
      hard.add(new BigInteger(order.bitLength(), random).mod(order));
    }
    for (int bit : new int[] {35, 70, 105, 245}) {
      hard.add(BigInteger.TWO.pow(bit));
      hard.add(BigInteger.TWO.pow(bit).subtract(BigInteger.ONE));
    }
    return hard;
  }

  private static byte[] littleEndian(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /**
   * On real kernels, against the sum without multiples of parts: hard scalars, and points that are
   * plus and minus the base point, doubled until its parts begin, and others.
   */
  @ParameterizedTest
  @MethodSource("curves")
  void sumsAsWithoutParts(Curve curve) {
    Group group = Group.of(curve);
    int lanes = group.f.lanes;
    int size = curve.order().bytes;
    Cut cutOfB = Cut.of(curve, 7);
    Cut cutOfA = Cut.of(curve, 5);
    PartMultiples base = PartMultiples.ofBase(curve, cutOfB);
    PartSumVartime each = PartSumVartime.inEach(curve, group, cutOfB, cutOfA);
    PartSumVartime all = PartSumVartime.inAll(curve, group, cutOfB, cutOfA);
    DoubleScalarVartime plain = new DoubleScalarVartime(curve, group, new BaseMultiples(curve));
    Random random = new Random(11);
    List<BigInteger> hard = hard(curve.order().modulus, random);
    Point P = group.point();
    Point expected = group.point();
    Point first = group.point();
    long[] allLanes = group.f.mask();
    for (int doublings : new int[] {0, 35, 171}) {
      Point A = group.point();
      group.setBase(A);
      for (int i = 0; i < doublings; i++) {
        group.twice(A, true);
      }
      Arrays.fill(allLanes, doublings == 171 ? 0 : -1);
      group.negate(A, allLanes);
      PartMultiples[] As = new PartMultiples[lanes];
      Arrays.fill(As, new PartMultiples(curve, cutOfA, A));
      for (int i = 0; i < 3; i++) {
        byte[] s = new byte[size * lanes];
        byte[] k = new byte[size * lanes];
        for (int lane = 0; lane < lanes; lane++) {
          int at = random.nextInt(hard.size());
          System.arraycopy(littleEndian(hard.get(at), size), 0, s, lane * size, size);
          System.arraycopy(
              littleEndian(hard.get((at + i) % hard.size()), size), 0, k, lane * size, size);
        }
        plain.multiply(expected, s, k, size, A);
        each.multiply(P, s, base, k, As, size);
        checkEqual(group, expected, P, "in each lane " + doublings + " " + i);
        first.permute(group.f, expected, group.f.mask());
        all.multiply(P, s, base, k, As, size);
        checkEqual(group, first, P, "in all lanes " + doublings + " " + i);
      }
    }
  }

  private static void checkEqual(Group group, Point expected, Point got, String name) {
    Operand operand = group.operand();
    Point difference = group.point();
    long[] mask = group.f.mask();
    Arrays.fill(mask, -1);
    difference.set(group.f, expected);
    group.negate(difference, mask);
    group.toOperand(operand, got);
    group.add(difference, operand, false);
    group.isNeutral(mask, difference);
    for (long lane : mask) {
      assertEquals(-1, lane, name);
    }
  }
}
