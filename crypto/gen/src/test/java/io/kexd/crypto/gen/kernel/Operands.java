package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.field.Field;
import java.math.BigInteger;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Elements for tests: at the very bounds, near them, small, and anything between; in every lane
 * another kind.
 */
final class Operands {
  private final Field field;
  private final Plan plan;
  private final Bounds bounds;
  private final RandomGenerator random;

  Operands(CompiledField compiled, RandomGenerator random) {
    this.field = compiled.field();
    this.plan = compiled.kernels().plan();
    this.bounds = compiled.kernels().bounds();
    this.random = random;
  }

  /** An element bounded by {@code excess} T; the first few cases are the corners. */
  long[] element(int number, int excess) {
    List<Interval> limits =
        IntStream.range(0, plan.limbs()).mapToObj(k -> bounds.limb(k, excess)).toList();
    return words(integers(number, limits));
  }

  /** Limbs as integers within symmetric limits; the first few cases are the corners. */
  long[] integers(int number, List<Interval> limits) {
    long[] limbs = field.element();
    for (int lane = 0; lane < field.lanes; lane++) {
      int corner = number + lane;
      int style = corner < 4 + field.lanes ? corner % 5 : 5 + random.nextInt(5);
      for (int k = 0; k < plan.limbs(); k++) {
        limbs[k * field.lanes + lane] = limb(style, k, limits.get(k).hi().longValueExact());
      }
    }
    return limbs;
  }

  private long limb(int style, int k, long most) {
    boolean odd = k % 2 == 1;
    return switch (style) {
      case 0 -> most;
      case 1 -> -most;
      case 2 -> odd ? most : -most;
      case 3 -> odd ? -most : most;
      case 4 -> 0;
      case 5 -> random.nextBoolean() ? most : -most;
      case 6 -> (random.nextBoolean() ? 1 : -1) * (most - random.nextInt(4));
      case 7 -> random.nextInt(5) - 2;
      case 8 -> random.nextInt(3) == 0 ? limb(5, k, most) : random.nextLong(-most, most + 1);
      default -> random.nextLong(-most, most + 1);
    };
  }

  /** Limbs as the field holds them: in lanes, as the bits of doubles. */
  long[] words(long[] limbs) {
    return field.lanes == 1
        ? limbs
        : LongStream.of(limbs).map(limb -> Double.doubleToRawLongBits((double) limb)).toArray();
  }

  /** Limb k of a lane, as an integer. */
  long limb(long[] element, int k, int lane) {
    long word = element[k * field.lanes + lane];
    if (field.lanes == 1) {
      return word;
    }
    double limb = Double.longBitsToDouble(word);
    assertEquals(Math.rint(limb), limb, 0, "a limb is no integer");
    return (long) limb;
  }

  /** The integers that the limbs stand for, one for each lane. */
  List<BigInteger> values(long[] element) {
    return IntStream.range(0, field.lanes).mapToObj(lane -> value(element, lane)).toList();
  }

  private BigInteger value(long[] element, int lane) {
    BigInteger value = BigInteger.ZERO;
    for (int k = plan.limbs() - 1; k >= 0; k--) {
      value = value.shiftLeft(plan.radix()).add(BigInteger.valueOf(limb(element, k, lane)));
    }
    return value;
  }
}
