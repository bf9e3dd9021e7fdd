package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.random.RandomGenerator;

/** Elements for tests: at the very bounds, near them, small, and anything between. */
final class Operands {
  private final Plan plan;
  private final Bounds bounds;
  private final RandomGenerator random;

  Operands(FieldKernels kernels, RandomGenerator random) {
    this.plan = kernels.plan();
    this.bounds = kernels.bounds();
    this.random = random;
  }

  /** An element bounded by {@code excess} T; the first few cases are the corners. */
  long[] element(int number, int excess) {
    long[] limbs = new long[plan.limbs()];
    int style = number < 5 ? number : 5 + random.nextInt(5);
    for (int k = 0; k < limbs.length; k++) {
      limbs[k] = limb(style, k, bounds.limb(k, excess).hi().longValueExact());
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

  /** The integer that the limbs stand for. */
  BigInteger value(long[] limbs) {
    BigInteger value = BigInteger.ZERO;
    for (int k = limbs.length - 1; k >= 0; k--) {
      value = value.shiftLeft(plan.radix()).add(BigInteger.valueOf(limbs[k]));
    }
    return value;
  }
}
