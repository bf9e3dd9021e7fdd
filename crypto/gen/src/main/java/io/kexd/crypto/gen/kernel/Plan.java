package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;

/**
 * How elements of a prime field are cut into limbs.
 *
 * @param modulus the prime
 * @param limbs their number n
 * @param radix R: limb k weighs 2^(R k)
 * @param smallBits mulSmall takes constants below 2^smallBits
 */
public record Plan(BigInteger modulus, int limbs, int radix, int smallBits) {
  /** What the engine's field promises for mulSmall. */
  public static final int SMALL_BITS = 20;

  /** The engine's codec estimates a quotient from the two upper limbs. */
  private static final int LEAST_RADIX = 8;

  public Plan {
    if (limbs < 2) {
      throw new PlanRefused(limbs + " limbs: at least two are needed");
    }
    if (limbs * radix < modulus.bitLength()) {
      throw new PlanRefused(
          "%dx%d limbs hold %d bits, the prime has %d"
              .formatted(limbs, radix, limbs * radix, modulus.bitLength()));
    }
    if ((limbs - 1) * radix + 2 > modulus.bitLength()) {
      throw new PlanRefused(
          "%dx%d limbs: the top limb has less than two bits of the prime's %d"
              .formatted(limbs, radix, modulus.bitLength()));
    }
  }

  /** A plan of a field for the engine. */
  public static Plan of(BigInteger modulus, int limbs, int radix) {
    if (radix < LEAST_RADIX) {
      throw new PlanRefused("limbs of %d bits: at least %d".formatted(radix, LEAST_RADIX));
    }
    return new Plan(modulus, limbs, radix, SMALL_BITS);
  }

  /**
   * {@code number} in n balanced digits: each in [-2^(R-1), 2^(R-1) - 1], the top one takes all.
   */
  BigInteger[] digits(BigInteger number) {
    BigInteger[] digits = new BigInteger[limbs];
    BigInteger rest = number;
    for (int k = 0; k < limbs - 1; k++) {
      BigInteger half = Interval.power(radix - 1);
      BigInteger carry = rest.add(half).shiftRight(radix);
      digits[k] = rest.subtract(carry.shiftLeft(radix));
      rest = carry;
    }
    digits[limbs - 1] = rest;
    return digits;
  }
}
