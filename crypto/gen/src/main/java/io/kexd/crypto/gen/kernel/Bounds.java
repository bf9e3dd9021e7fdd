package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The contract of a field's verbs.
 *
 * @param tight T: limb k of a tight element lies in +-tight(k)
 * @param headroom h: mul, sqr and mulSmall take operands up to hT
 */
public record Bounds(List<BigInteger> tight, int headroom) {
  /** The largest headroom that is looked for: no formula asks for more. */
  public static final int MOST_HEADROOM = 16;

  public Bounds {
    tight = List.copyOf(tight);
  }

  /** Bounds of limb k of an element bounded by {@code excess} T. */
  public Interval limb(int k, int excess) {
    return Interval.within(tight.get(k).multiply(BigInteger.valueOf(excess)));
  }

  /** T for people: the bounds of all limbs. */
  String tightText() {
    return IntStream.range(0, tight.size())
        .mapToObj(k -> limb(k, 1).toString())
        .collect(joining(", "));
  }

  /** How many T {@code carry} takes. */
  public int carryOperand() {
    return 4 * headroom;
  }

  /** How many T each operand of add and sub has at most, so that carry takes the result. */
  int sumOperand() {
    return carryOperand() / 2;
  }

  /** These bounds, raised where the given limbs exceed them. */
  Bounds raisedTo(List<Interval> limbs) {
    List<BigInteger> raised = new ArrayList<>();
    for (int k = 0; k < tight.size(); k++) {
      raised.add(tight.get(k).max(limbs.get(k).magnitude()));
    }
    return new Bounds(raised, headroom);
  }

  /** Whether no bound is more than {@code factor} times the other's. */
  boolean isWithin(int factor, Bounds other) {
    return IntStream.range(0, tight.size())
        .allMatch(k -> limb(k, 1).isInside(other.limb(k, factor)));
  }

  /**
   * The least s such that |value of a tight element| is below 2^s times the modulus. The engine's
   * codec estimates a quotient by s and the upper limbs, so the others must not be long.
   */
  public int excessBits(Plan plan) {
    BigInteger longest = Interval.power(plan.radix()).multiply(BigInteger.valueOf(3)).shiftRight(1);
    BigInteger value = BigInteger.ZERO;
    for (int k = plan.limbs() - 1; k >= 0; k--) {
      if (k < plan.limbs() - 1 && tight.get(k).compareTo(longest) > 0) {
        throw new PlanRefused("limb " + k + " of a tight element exceeds 1.5 * 2^" + plan.radix());
      }
      value = value.shiftLeft(plan.radix()).add(tight.get(k));
    }
    return value.divide(plan.modulus()).bitLength();
  }
}
