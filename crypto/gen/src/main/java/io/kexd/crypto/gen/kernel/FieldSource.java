package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.Arrays;

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
    return head() + VerbSource.all(kernels) + domain() + "}\n";
  }

  private String head() {
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
            bounds.tightText(),
            name,
            name,
            name,
            plan.limbs(),
            plan.radix(),
            plan.modulus(),
            bounds.headroom(),
            bounds.excessBits(plan));
  }

  /** Into and out of the Montgomery domain, by a multiplication each. */
  private String domain() {
    return kernels.domainBits() == 0
        ? ""
        : domain(constant(Interval.power(2 * kernels.domainBits())), constant(BigInteger.ONE));
  }

  /** With those initialisers of the constants to multiply by. */
  static String domain(String into, String out) {
    return """

      private static final long[] INTO_DOMAIN = %s;
      private static final long[] OUT_OF_DOMAIN = %s;

      @Override
      protected void toDomain(long[] r, long[] a) {
        mul(r, a, INTO_DOMAIN);
      }

      @Override
      protected void fromDomain(long[] r, long[] a) {
        mul(r, a, OUT_OF_DOMAIN);
      }
    """
        .formatted(into, out);
  }

  private String constant(BigInteger number) {
    return Arrays.stream(kernels.element(number))
        .map(d -> d + "L")
        .collect(joining(", ", "{", "}"));
  }
}
