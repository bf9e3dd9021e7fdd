package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The Java class of a field: the kernels with their contracts, and what the codec needs. */
public final class FieldSource {
  private final String name;
  private final String origin;
  private final FieldKernels kernels;
  private final Plan plan;
  private final Bounds bounds;

  /**
   * A class to be written.
   *
   * @param name of the class
   * @param origin what it was made from, for the Javadoc
   */
  public FieldSource(String name, String origin, FieldKernels kernels) {
    this.name = name;
    this.origin = origin;
    this.kernels = kernels;
    this.plan = kernels.plan();
    this.bounds = kernels.bounds();
  }

  /** The whole compilation unit. */
  public String text() {
    Verbs verbs = kernels.verbs();
    String operand = bounds.headroom() + "T";
    String carry = bounds.carryOperand() + "T";
    String small = "r = k a, |k| < 2^" + plan.smallBits() + ".";
    return head()
        + verb("mul(long[] r, long[] a, long[] b)", "r = a b.", operand, "T", verbs.mul())
        + verb("sqr(long[] r, long[] a)", "r = a a.", operand, "T", verbs.sqr())
        + verb("add(long[] r, long[] a, long[] b)", "r = a + b.", "iT, jT", "(i+j)T", verbs.add())
        + verb("sub(long[] r, long[] a, long[] b)", "r = a - b.", "iT, jT", "(i+j)T", verbs.sub())
        + verb("mulSmall(long[] r, long[] a, int k)", small, operand, "T", verbs.mulSmall())
        + verb("carry(long[] r, long[] a)", "r = a.", carry, "T", verbs.carry())
        + domain()
        + "}\n";
  }

  private String head() {
    String tight =
        IntStream.range(0, plan.limbs())
            .mapToObj(k -> bounds.limb(k, 1).toString())
            .collect(joining(", "));
    return """
    package io.kexd.crypto.field;

    /**
     * Integers modulo 0x%x, generated from %s.
     *
     * <p>One lane; %d signed limbs of %d bits, limb k weighs 2^(%d k). Reduction: %s.
     *
     * <p>T = (%s). The range of every local stands beside it.
     */
    public final class %s extends Field {
      /** The field: it has no state. */
      public static final Field FIELD = new %s();

      private %s() {
        super(1, %d, %d, new java.math.BigInteger("%x", 16), %d, %d);
      }
    """
        .formatted(
            plan.modulus(),
            origin,
            plan.limbs(),
            plan.radix(),
            plan.radix(),
            kernels.reduction(),
            tight,
            name,
            name,
            name,
            plan.limbs(),
            plan.radix(),
            plan.modulus(),
            bounds.headroom(),
            bounds.excessBits(plan));
  }

  private static String verb(
      String signature, String formula, String in, String out, Verbs.Kernel kernel) {
    return """

      /** %s In: %s. Out: %s. Time: constant. */
      @Override
      public void %s {
    %s  }
    """
        .formatted(formula, in, out, signature, kernel.body());
  }

  /** Into and out of the Montgomery domain, by a multiplication each. */
  private String domain() {
    int bits = kernels.domainBits();
    if (bits == 0) {
      return "";
    }
    return """

      private static final long[] INTO_DOMAIN = {%s};
      private static final long[] OUT_OF_DOMAIN = {%s};

      @Override
      protected void toDomain(long[] r, long[] a) {
        mul(r, a, INTO_DOMAIN);
      }

      @Override
      protected void fromDomain(long[] r, long[] a) {
        mul(r, a, OUT_OF_DOMAIN);
      }
    """
        .formatted(element(Interval.power(2 * bits)), element(BigInteger.ONE));
  }

  /** Tight limbs of a number modulo the prime. */
  private String element(BigInteger number) {
    BigInteger rest = number.mod(plan.modulus());
    if (rest.shiftLeft(1).compareTo(plan.modulus()) > 0) {
      rest = rest.subtract(plan.modulus());
    }
    BigInteger[] digits = plan.digits(rest);
    for (int k = 0; k < plan.limbs(); k++) {
      if (!Interval.of(digits[k]).isInside(bounds.limb(k, bounds.headroom()))) {
        throw new PlanRefused("limb " + k + " of a constant exceeds the operands' bound");
      }
    }
    return Arrays.stream(digits).map(d -> d + "L").collect(joining(", "));
  }
}
