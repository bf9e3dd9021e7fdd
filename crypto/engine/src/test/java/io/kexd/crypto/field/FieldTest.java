package io.kexd.crypto.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The hand-written part of the field, on every kernel and on the test fields. */
class FieldTest {
  private static final BigInteger TWO = BigInteger.TWO;

  static List<Field> fields() {
    return List.of(
        F25519.FIELD,
        L25519.FIELD,
        new LaneByLane(3, F25519.FIELD),
        new LaneByLane(3, L25519.FIELD),
        new CheckedField(3, 2, 109),
        new CheckedField(1, 1, 157));
  }

  /** Edge values and random ones, all below 2^bits, reduced or not. */
  private static BigInteger[] values(Field f, long seed) {
    Random random = new Random(seed);
    BigInteger[] v = new BigInteger[40];
    BigInteger top = TWO.pow(f.bits).subtract(BigInteger.ONE);
    for (int i = 0; i < v.length; i++) {
      v[i] = new BigInteger(f.bits, random);
    }
    for (int i = 0; i < 4; i++) {
      v[i] = BigInteger.valueOf(i);
      v[4 + i] = f.modulus.add(BigInteger.valueOf(i - 2)).min(top);
      v[8 + i] = top.subtract(BigInteger.valueOf(i));
      v[12 + i] = TWO.pow(f.bits - 1 - i);
    }
    return v;
  }

  private static byte[] bytes(Field f, BigInteger... lanes) {
    byte[] out = new byte[f.bytes * f.lanes];
    for (int i = 0; i < out.length; i++) {
      out[i] = lanes[i / f.bytes].shiftRight(8 * (i % f.bytes)).byteValue();
    }
    return out;
  }

  private static BigInteger[] lanes(Field f, BigInteger[] values, int start) {
    BigInteger[] out = new BigInteger[f.lanes];
    for (int lane = 0; lane < f.lanes; lane++) {
      out[lane] = values[(start + lane) % values.length];
    }
    return out;
  }

  private static long[] element(Field f, BigInteger... lanes) {
    long[] r = f.element();
    f.decode(r, bytes(f, lanes), 0);
    return r;
  }

  private static BigInteger[] read(Field f, long[] a) {
    byte[] out = new byte[f.bytes * f.lanes];
    f.encode(out, 0, a, f.element());
    BigInteger[] lanes = new BigInteger[f.lanes];
    for (int lane = 0; lane < f.lanes; lane++) {
      byte[] bigEndian = new byte[f.bytes];
      for (int i = 0; i < f.bytes; i++) {
        bigEndian[f.bytes - 1 - i] = out[lane * f.bytes + i];
      }
      lanes[lane] = new BigInteger(1, bigEndian);
    }
    return lanes;
  }

  private static BigInteger[] reduced(Field f, BigInteger[] lanes) {
    return Arrays.stream(lanes).map(v -> v.mod(f.modulus)).toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void encodesTheLeastResidue(Field f) {
    BigInteger[] v = values(f, 1);
    for (int i = 0; i < v.length; i++) {
      BigInteger[] lanes = lanes(f, v, i);
      assertArrayEquals(reduced(f, lanes), read(f, element(f, lanes)));
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void encodesSumsAndDifferences(Field f) {
    BigInteger[] v = values(f, 2);
    for (int i = 0; i < v.length; i++) {
      BigInteger[] a = lanes(f, v, i);
      BigInteger[] b = lanes(f, v, 2 * i + 1);
      long[] r = element(f, a);
      f.sub(r, r, element(f, b));
      f.sub(r, r, element(f, b));
      BigInteger[] expected = new BigInteger[f.lanes];
      for (int lane = 0; lane < f.lanes; lane++) {
        expected[lane] = a[lane].subtract(b[lane].multiply(TWO)).mod(f.modulus);
      }
      assertArrayEquals(expected, read(f, r), "a - 2b");
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void multipliesAsBigIntegersDo(Field f) {
    BigInteger[] v = values(f, 3);
    for (int i = 0; i < v.length; i++) {
      BigInteger[] a = lanes(f, v, i);
      BigInteger[] b = lanes(f, v, 3 * i + 7);
      long[] r = element(f, a);
      f.mul(r, r, element(f, b));
      BigInteger[] expected = new BigInteger[f.lanes];
      for (int lane = 0; lane < f.lanes; lane++) {
        expected[lane] = a[lane].multiply(b[lane]).mod(f.modulus);
      }
      assertArrayEquals(expected, read(f, r));
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void tellsCanonicalEncodings(Field f) {
    BigInteger[] v = values(f, 4);
    long[] mask = f.mask();
    for (int i = 0; i < v.length; i++) {
      BigInteger[] lanes = lanes(f, v, i);
      f.isCanonical(mask, bytes(f, lanes), 0);
      for (int lane = 0; lane < f.lanes; lane++) {
        assertEquals(lanes[lane].compareTo(f.modulus) < 0 ? -1 : 0, mask[lane], "" + lanes[lane]);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void comparesResidues(Field f) {
    BigInteger[] v = values(f, 5);
    long[] mask = f.mask();
    for (int i = 0; i < v.length; i++) {
      for (int j = 0; j < v.length; j++) {
        BigInteger[] a = lanes(f, v, i);
        BigInteger[] b = lanes(f, v, j);
        f.isEqual(mask, element(f, a), element(f, b), f.element());
        for (int lane = 0; lane < f.lanes; lane++) {
          boolean equal = a[lane].subtract(b[lane]).mod(f.modulus).signum() == 0;
          assertEquals(equal ? -1 : 0, mask[lane]);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void choosesUnderMasks(Field f) {
    BigInteger[] a = lanes(f, values(f, 6), 20);
    BigInteger[] b = lanes(f, values(f, 7), 20);
    for (int bits = 0; bits < 1 << f.lanes; bits++) {
      long[] mask = f.mask();
      BigInteger[] chosen = new BigInteger[f.lanes];
      BigInteger[] other = new BigInteger[f.lanes];
      BigInteger[] signed = new BigInteger[f.lanes];
      for (int lane = 0; lane < f.lanes; lane++) {
        boolean yes = (bits >> lane & 1) != 0;
        mask[lane] = yes ? -1 : 0;
        chosen[lane] = (yes ? a : b)[lane].mod(f.modulus);
        other[lane] = (yes ? b : a)[lane].mod(f.modulus);
        signed[lane] = (yes ? a[lane].negate() : a[lane]).mod(f.modulus);
      }
      long[] r = f.element();
      f.select(r, mask, element(f, a), element(f, b));
      assertArrayEquals(chosen, read(f, r), "select");
      long[] x = element(f, a);
      long[] y = element(f, b);
      f.swap(mask, y, x);
      assertArrayEquals(chosen, read(f, y), "swap");
      assertArrayEquals(other, read(f, x), "swap");
      f.negate(r, mask, element(f, a));
      assertArrayEquals(signed, read(f, r), "negate");
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void looksUpEveryEntry(Field f) {
    int entries = 8;
    int size = 2 * f.limbs; // two elements
    int offset = 3;
    BigInteger[] v = values(f, 8);
    long[] table = new long[offset + entries * size];
    for (int i = 0; i < 2 * entries; i++) {
      long[] r = f.element();
      f.set(r, v[i + 20]);
      for (int k = 0; k < f.limbs; k++) {
        table[offset + i * f.limbs + k] = r[k * f.lanes];
      }
    }
    for (int e = 0; e < entries; e++) {
      long[] index = f.mask();
      BigInteger[] first = new BigInteger[f.lanes];
      BigInteger[] second = new BigInteger[f.lanes];
      for (int lane = 0; lane < f.lanes; lane++) {
        int at = (e + 3 * lane) % entries;
        index[lane] = at;
        first[lane] = v[2 * at + 20].mod(f.modulus);
        second[lane] = v[2 * at + 21].mod(f.modulus);
      }
      long[] r = new long[size * f.lanes];
      Arrays.fill(r, 99);
      f.lookup(r, table, offset, size, entries, index);
      assertArrayEquals(first, read(f, Arrays.copyOf(r, r.length / 2)));
      assertArrayEquals(second, read(f, Arrays.copyOfRange(r, r.length / 2, r.length)));
      long[] picked = new long[size * f.lanes];
      f.pickVartime(picked, table, offset, size, index);
      assertArrayEquals(r, picked);
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void invertsAlone(Field f) {
    FieldRoots roots = new FieldRoots(f);
    BigInteger[] v = values(f, 9);
    for (int i = 0; i < v.length; i++) {
      BigInteger[] lanes = lanes(f, v, i);
      long[] r = element(f, lanes);
      roots.invert(r, r);
      assertArrayEquals(inverses(f, lanes), read(f, r));
    }
  }

  private static BigInteger[] inverses(Field f, BigInteger[] lanes) {
    return Arrays.stream(lanes)
        .map(v -> v.modPow(f.modulus.subtract(TWO), f.modulus))
        .toArray(BigInteger[]::new);
  }

  @ParameterizedTest
  @MethodSource("fields")
  void invertsTogetherPastZeros(Field f) {
    BigInteger[] v = values(f, 10);
    BatchInverse batch = new BatchInverse(f, v.length);
    for (int count : new int[] {1, 2, v.length}) {
      long[][] elements = new long[count][];
      for (int i = 0; i < count; i++) {
        elements[i] = element(f, lanes(f, v, i));
      }
      batch.invert(elements, count);
      for (int i = 0; i < count; i++) {
        assertArrayEquals(inverses(f, lanes(f, v, i)), read(f, elements[i]), count + ", " + i);
      }
    }
  }

  @Test
  void invertsWithFewMultiplications() {
    CountingField f = new CountingField(F25519.FIELD);
    long[] r = f.element();
    f.set(r, BigInteger.valueOf(7));
    f.reset();
    new FieldRoots(f).invert(r, r);
    assertEquals(254, f.squarings);
    assertTrue(f.multiplications <= 14, "multiplications: " + f.multiplications);
  }

  /** All ratios of small fields, with p = 5 mod 8 and p = 3 mod 4. */
  @ParameterizedTest
  @ValueSource(ints = {13, 29, 109, 157, 7, 11, 23, 103})
  void takesRootsOfAllRatios(int p) {
    CheckedField f = new CheckedField(2, 1, p);
    FieldRoots roots = new FieldRoots(f);
    boolean[] isSquare = new boolean[p];
    for (int x = 0; x < p; x++) {
      isSquare[x * x % p] = true;
    }
    long[] exists = f.mask();
    for (int u = 0; u < p; u++) {
      for (int v = 1; v < p; v++) {
        BigInteger lane0 = BigInteger.valueOf(u);
        BigInteger lane1 = BigInteger.valueOf(u * v % p);
        BigInteger divisor = BigInteger.valueOf(v);
        long[] r = f.element();
        roots.sqrtRatio(exists, r, element(f, lane0, lane1), element(f, divisor, divisor));
        checkRoot(f, read(f, r)[0], exists[0], lane0, divisor, isSquare[u * v % p]);
        checkRoot(f, read(f, r)[1], exists[1], lane1, divisor, isSquare[u]);
      }
    }
  }

  private static void checkRoot(
      Field f, BigInteger root, long exists, BigInteger u, BigInteger v, boolean expected) {
    assertEquals(expected ? -1 : 0, exists, u + "/" + v);
    if (expected) {
      assertEquals(u, root.multiply(root).multiply(v).mod(f.modulus), u + "/" + v);
    }
  }

  @Test
  void refusesRootsModuloOneModEight() {
    CheckedField f = new CheckedField(1, 1, 17);
    assertThrows(IllegalArgumentException.class, () -> new FieldRoots(f));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void reducesWideScalars(int lanes) {
    for (Curve curve : CurveIndex.ALL) {
      Field one = curve.order();
      OrderField order = new OrderField(lanes == 1 ? one : new LaneByLane(lanes, one));
      Random random = new Random(11);
      for (int size : new int[] {one.bytes, curve.field().bytes, 32, 57, 64, 114}) {
        for (int i = 0; i < 60; i++) {
          byte[] in = new byte[size * lanes];
          random.nextBytes(in);
          if (i == 0) {
            Arrays.fill(in, (byte) -1);
          }
          checkReduced(order, in, size);
        }
      }
    }
  }

  private static void checkReduced(OrderField order, byte[] in, int size) {
    byte[] out = new byte[order.bytes * order.f.lanes];
    long[] reduced = order.f.element();
    order.reduce(reduced, in, 0, size);
    order.write(out, 0, reduced);
    for (int lane = 0; lane < order.f.lanes; lane++) {
      assertEquals(
          littleEndian(in, lane * size, size).mod(order.f.modulus),
          littleEndian(out, lane * order.bytes, order.bytes));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void multipliesAndAddsScalars(int lanes) {
    Field f = lanes == 1 ? L25519.FIELD : new LaneByLane(lanes, L25519.FIELD);
    OrderField order = new OrderField(f);
    Random random = new Random(12);
    for (int i = 0; i < 300; i++) {
      byte[][] in = new byte[3][order.bytes * lanes];
      for (byte[] operand : in) {
        random.nextBytes(operand);
        if (i == 0) {
          Arrays.fill(operand, (byte) -1);
        }
      }
      long[][] elements = new long[3][];
      for (int j = 0; j < 3; j++) {
        elements[j] = f.element();
        order.reduce(elements[j], in[j], 0, order.bytes);
      }
      byte[] out = new byte[order.bytes * lanes];
      order.toFactor(elements[1], elements[1]);
      order.mulAdd(elements[i % 3], elements[0], elements[1], elements[2]);
      order.write(out, 0, elements[i % 3]);
      for (int lane = 0; lane < lanes; lane++) {
        int at = lane * order.bytes;
        BigInteger product =
            littleEndian(in[0], at, order.bytes).multiply(littleEndian(in[1], at, order.bytes));
        assertEquals(
            product.add(littleEndian(in[2], at, order.bytes)).mod(f.modulus),
            littleEndian(out, at, order.bytes));
      }
    }
  }

  private static BigInteger littleEndian(byte[] in, int offset, int size) {
    byte[] bigEndian = new byte[size];
    for (int i = 0; i < size; i++) {
      bigEndian[size - 1 - i] = in[offset + i];
    }
    return new BigInteger(1, bigEndian);
  }

  static List<Arguments> integers() {
    List<Arguments> all = new ArrayList<>();
    for (Field f : fields()) {
      all.add(Arguments.of(f, f.bits));
    }
    for (Curve curve : CurveIndex.ALL) {
      all.add(Arguments.of(curve.order(), curve.field().bits)); // scalars of a ladder
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("integers")
  void residuesOfIntegers(Field f, int bits) {
    Random random = new Random(13);
    int size = (bits + 7) / 8;
    byte[] in = new byte[size * f.lanes];
    byte[] out = new byte[f.bytes * f.lanes];
    for (int i = 0; i < 400; i++) {
      for (int lane = 0; lane < f.lanes; lane++) {
        BigInteger v = new BigInteger(bits, random);
        if (lane == 0 && i < 50) { // around the multiples of the modulus, and the largest
          v = f.modulus.multiply(BigInteger.valueOf(i % 9)).add(BigInteger.valueOf(i % 3 - 1));
          v = v.min(TWO.pow(bits).subtract(BigInteger.ONE)).max(BigInteger.ZERO);
        }
        System.arraycopy(LittleEndian.of(v, size), 0, in, lane * size, size);
      }
      f.residues(out, 0, in, 0, bits, f.element());
      for (int lane = 0; lane < f.lanes; lane++) {
        assertEquals(
            littleEndian(in, lane * size, size).mod(f.modulus),
            littleEndian(out, lane * f.bytes, f.bytes));
      }
    }
    byte[] longer = new byte[(size + 8) * f.lanes];
    assertThrows(
        IllegalArgumentException.class,
        () -> f.residues(out, 0, longer, 0, bits + 60, f.element()));
  }

  /** Threads that use one field at the same time do not meet in its scratch space. */
  @Test
  void laneByLaneServesManyThreads() {
    Field f = new LaneByLane(3, F25519.FIELD);
    long wrong =
        IntStream.range(2, 2000)
            .parallel()
            .filter(
                v -> {
                  long[] a = f.element();
                  long[] square = f.element();
                  f.set(a, BigInteger.valueOf(v));
                  f.set(square, BigInteger.valueOf((long) v * v));
                  f.mul(a, a, a);
                  long[] mask = f.mask();
                  f.isEqual(mask, a, square, f.element());
                  return (mask[0] & mask[1] & mask[2]) == 0;
                })
            .count();
    assertEquals(0, wrong);
  }

  @Test
  void laneByLaneTakesAFieldOfOneLane() {
    Field three = new LaneByLane(3, F25519.FIELD);
    assertThrows(IllegalArgumentException.class, () -> new LaneByLane(2, three));
  }
}
