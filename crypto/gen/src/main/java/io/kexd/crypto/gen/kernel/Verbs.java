package io.kexd.crypto.gen.kernel;

import java.util.List;

/** The verbs of a field as straight-line Java. */
public record Verbs(Kernel mul, Kernel sqr, Kernel add, Kernel sub, Kernel mulSmall, Kernel carry) {

  /**
   * The statements of a verb, and what they prove.
   *
   * @param parts Java statements; of several parts each is a method of its own, run in order
   * @param limbs bounds of the result's limbs
   * @param cost what its time depends on most: multiplications in one lane, operations in several
   */
  public record Kernel(List<String> parts, List<Interval> limbs, int cost) {}

  /** Those whose result is tight. */
  List<Kernel> reducing() {
    return List.of(mul, sqr, mulSmall, carry);
  }
}
