package io.kexd.crypto.field;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.CurveLanes;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Canonical forms of values up to the declared bounds, close to every multiple of the modulus. */
class FieldCodecTest {
  private static final BigInteger TWO = BigInteger.TWO;
  private static final BigInteger P256 =
      new BigInteger("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff", 16);

  /** Every field of coordinates and of scalars. */
  static Stream<Field> fields() {
    return Stream.concat(
            CurveIndex.FIELDS.stream().map(prime -> prime.field()),
            CurveIndex.ALL.stream().map(curve -> curve.order()))
        .distinct();
  }

  /** Those, and their kernels in lanes. */
  static Stream<Field> fieldsAndLanes() {
    Stream<Field> vectors =
        CurveIndex.ALL.stream()
            .flatMap(curve -> Stream.of(4, 8).map(n -> CurveLanes.of(curve, n).field()));
    Stream<Field> laneByLane = Stream.of(new LaneByLane(3, F25519.FIELD));
    return Stream.of(fields(), vectors, laneByLane).flatMap(all -> all).distinct();
  }

  /** Their limbs, in one lane and three; plans with much more room than the modulus needs. */
  static Stream<Field> plans() {
    Stream<Field> index =
        fields()
            .flatMap(
                f ->
                    Stream.of(1, 3)
                        .map(n -> new PlainField(n, f.limbs, f.radix, f.modulus, f.excessBits)));
    Stream<Field> roomy =
        Stream.of(
            new PlainField(2, 6, 48, P256, 33),
            new PlainField(2, 6, 48, P256, 44),
            new PlainField(1, 6, 43, TWO.pow(256).subtract(BigInteger.valueOf(189)), 12),
            new PlainField(2, 3, 20, BigInteger.valueOf((1L << 55) - 55), 5), // seven bytes
            new PlainField(1, 3, 20, BigInteger.valueOf((1L << 41) - 21), 18));
    return Stream.concat(index, roomy);
  }

  static Stream<Field> toys() {
    Stream<Field> one =
        Stream.of(3, 5, 17, 109, 157, 1021, 4093)
            .map(p -> new PlainField(1, 2, 14, BigInteger.valueOf(p), 2));
    Stream<Field> two =
        Stream.of(257, 1021, 4093).map(p -> new PlainField(1, 2, 8, BigInteger.valueOf(p), 5));
    return Stream.concat(one, two);
  }

  /** Limbs of that sum: balanced ones, or some of them longer by a carry that was not taken. */
  private static long[] limbs(Field f, BigInteger value, Random random) {
    long[] limbs = new long[f.limbs];
    BigInteger rest = value;
    for (int k = 0; k < f.limbs - 1; k++) {
      BigInteger half = TWO.pow(f.radix - 1);
      BigInteger carry =
          rest.add(half).shiftRight(f.radix).add(BigInteger.valueOf(random.nextInt(3) - 1));
      limbs[k] = rest.subtract(carry.shiftLeft(f.radix)).longValueExact();
      rest = carry;
    }
    limbs[f.limbs - 1] = rest.longValueExact();
    return limbs;
  }

  private static long[] element(Field f, List<BigInteger> values, int start, Random random) {
    long[] r = f.element();
    for (int lane = 0; lane < f.lanes; lane++) {
      long[] limbs = limbs(f, values.get((start + lane) % values.size()), random);
      for (int k = 0; k < f.limbs; k++) {
        r[k * f.lanes + lane] = limbs[k];
      }
    }
    return r;
  }

  private static BigInteger value(Field f, long[] a, int lane) {
    BigInteger sum = BigInteger.ZERO;
    for (int k = f.limbs - 1; k >= 0; k--) {
      sum = sum.shiftLeft(f.radix).add(BigInteger.valueOf(a[k * f.lanes + lane]));
    }
    return sum;
  }

  /** Around multiples of the modulus, up to {@code most} times it, and random ones. */
  private static List<BigInteger> values(Field f, BigInteger most, Random random) {
    BigInteger limit = f.modulus.multiply(most);
    List<BigInteger> values = new ArrayList<>();
    List<BigInteger> factors = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      factors.add(BigInteger.valueOf(i));
      factors.add(most.subtract(BigInteger.valueOf(i)));
      factors.add(new BigInteger(most.bitLength(), random).mod(most));
    }
    for (BigInteger factor : factors) {
      for (int offset = -2; offset <= 2; offset++) {
        values.add(factor.multiply(f.modulus).add(BigInteger.valueOf(offset)));
      }
      values.add(new BigInteger(limit.bitLength(), random).mod(limit));
      values.add(factor.multiply(f.modulus).add(f.modulus.shiftRight(1)));
    }
    values.replaceAll(v -> random.nextBoolean() ? v : v.negate());
    values.removeIf(v -> v.abs().compareTo(limit) >= 0);
    return values;
  }

  /** Checks one element of integers, whose residues are its limbs' sums times {@code factor}. */
  private static void check(Field f, long[] a, BigInteger factor) {
    BigInteger[] expected = new BigInteger[f.lanes];
    Arrays.setAll(expected, lane -> value(f, a, lane).multiply(factor));
    checkResidues(f, a, expected);
  }

  private static void checkResidues(Field f, long[] a, BigInteger[] expected) {
    byte[] out = new byte[f.lanes * f.bytes + 2];
    Arrays.fill(out, (byte) 0x55);
    f.encode(out, 1, a, f.element());
    long[] mask = f.mask();
    f.isZero(mask, a, f.element());
    for (int lane = 0; lane < f.lanes; lane++) {
      BigInteger residue = expected[lane].mod(f.modulus);
      assertEquals(residue, littleEndian(out, 1 + lane * f.bytes, f.bytes));
      assertEquals(residue.signum() == 0 ? -1 : 0, mask[lane], () -> "" + residue);
    }
    assertEquals(0x55, out[0]);
    assertEquals(0x55, out[out.length - 1]);
  }

  private static BigInteger littleEndian(byte[] in, int offset, int size) {
    byte[] bigEndian = new byte[size];
    for (int i = 0; i < size; i++) {
      bigEndian[size - 1 - i] = in[offset + i];
    }
    return new BigInteger(1, bigEndian);
  }

  @ParameterizedTest
  @MethodSource("plans")
  void tightValuesUpToTheBound(Field f) {
    Random random = new Random(31);
    List<BigInteger> values = values(f, TWO.pow(f.excessBits), random);
    for (int i = 0; i < values.size(); i++) {
      for (int repeat = 0; repeat < 8; repeat++) {
        check(f, element(f, values, i, random), BigInteger.ONE);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("toys")
  void everyTightValueOfToys(Field f) {
    Random random = new Random(32);
    int limit = f.modulus.shiftLeft(f.excessBits).intValueExact();
    for (int v = 1 - limit; v < limit; v++) {
      List<BigInteger> one = List.of(BigInteger.valueOf(v));
      check(f, element(f, one, 0, random), BigInteger.ONE);
    }
  }

  /** Sums as large as carry takes, through the kernel's own carry and domain. */
  @ParameterizedTest
  @MethodSource("fields")
  void sumsUpToTheBound(Field one) {
    Random random = new Random(33);
    long[] unit = one.element();
    one.set(unit, BigInteger.ONE);
    BigInteger factor = value(one, unit, 0).modInverse(one.modulus);
    for (Field f : List.of(one, new LaneByLane(3, one))) {
      BigInteger most = BigInteger.valueOf((long) f.headroom << f.excessBits);
      List<BigInteger> values = values(f, most, random);
      for (int i = 0; i < values.size(); i++) {
        check(f, element(f, values, i, random), factor);
        check(f, longLimbs(f, random), factor);
      }
    }
  }

  /** Every limb at a bound, or anywhere between. */
  private static long[] longLimbs(Field f, Random random) {
    long[] r = f.element();
    long top = f.modulus.shiftRight(f.radix * (f.limbs - 1)).longValueExact();
    for (int i = 0; i < f.size; i++) {
      long most =
          i / f.lanes < f.limbs - 1
              ? (4L * f.headroom) << (f.radix - 1)
              : (top << f.excessBits) * f.headroom;
      int style = random.nextInt(4);
      r[i] = style == 0 ? most : style == 1 ? -most : random.nextLong(-most, most + 1);
    }
    return r;
  }

  /** Sums and differences of as many decoded values as carry takes, around multiples of p. */
  @ParameterizedTest
  @MethodSource("fieldsAndLanes")
  void sumsOfDecodedValues(Field f) {
    Random random = new Random(35);
    long[] scratch = f.element();
    for (int repeat = 0; repeat < 25; repeat++) {
      long[] sum = f.element();
      BigInteger[] expected = new BigInteger[f.lanes];
      Arrays.fill(expected, BigInteger.ZERO);
      for (int i = 0; i < 4 * f.headroom; i++) {
        BigInteger[] terms = new BigInteger[f.lanes];
        Arrays.setAll(terms, lane -> closeToAMultiple(f, random));
        f.decode(scratch, bytes(f, terms), 0);
        boolean plus = repeat == 0 || random.nextBoolean();
        if (plus) {
          f.add(sum, sum, scratch);
        } else {
          f.sub(sum, sum, scratch);
        }
        Arrays.setAll(expected, l -> expected[l].add(plus ? terms[l] : terms[l].negate()));
        checkResidues(f, sum, expected);
      }
    }
  }

  /** 0, p or a neighbour, or anything, below 2^bits. */
  private static BigInteger closeToAMultiple(Field f, Random random) {
    if (random.nextInt(4) == 0) {
      return new BigInteger(f.bits, random);
    }
    BigInteger near = BigInteger.valueOf(random.nextInt(3));
    return random.nextBoolean() ? near : f.modulus.subtract(near);
  }

  private static byte[] bytes(Field f, BigInteger[] lanes) {
    byte[] out = new byte[f.lanes * f.bytes];
    for (int lane = 0; lane < f.lanes; lane++) {
      System.arraycopy(LittleEndian.of(lanes[lane], f.bytes), 0, out, lane * f.bytes, f.bytes);
    }
    return out;
  }

  /** Pieces of every size that fits, apart from each other, with bits beyond that do not count. */
  @ParameterizedTest
  @MethodSource("fieldsAndLanes")
  void readsPieces(Field f) {
    Random random = new Random(34);
    for (int size = 1; size <= f.bytes; size++) {
      int stride = f.bytes + 3;
      byte[] in = new byte[2 + f.lanes * stride];
      random.nextBytes(in);
      long[] r = f.element();
      f.decode(r, in, 2, size, stride);
      byte[] out = new byte[f.lanes * f.bytes];
      f.encode(out, 0, r, f.element());
      for (int lane = 0; lane < f.lanes; lane++) {
        BigInteger read = littleEndian(in, 2 + lane * stride, size).mod(TWO.pow(f.bits));
        assertEquals(read.mod(f.modulus), littleEndian(out, lane * f.bytes, f.bytes));
      }
    }
  }

  @Test
  void limbsThatTheQuotientDoesNotFitAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> new PlainField(1, 6, 48, P256, 45), "H + e > 60");
    assertThrows(
        IllegalArgumentException.class,
        () -> new PlainField(1, 3, 20, BigInteger.valueOf((1L << 41) - 21), 19),
        "the quotient is longer than a limb");
    assertThrows(
        IllegalArgumentException.class,
        () -> new PlainField(1, 3, 4, BigInteger.valueOf(1021), 0),
        "two limbs have six bits of the modulus");
  }
}
