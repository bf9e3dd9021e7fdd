package io.kexd.crypto.gen.kernel;

import java.util.List;

/** The verbs of a field as straight-line Java. */
public record Verbs(Kernel mul, Kernel sqr, Kernel add, Kernel sub, Kernel mulSmall, Kernel carry) {

  /**
   * The statements of a verb, and what they prove.
   *
   * @param body Java statements
   * @param limbs bounds of the result's limbs
   * @param multiplications how many it executes: what its time depends on most
   */
  public record Kernel(String body, List<Interval> limbs, int multiplications) {}

  /** Those whose result is tight. */
  List<Kernel> reducing() {
    return List.of(mul, sqr, mulSmall, carry);
  }
}
