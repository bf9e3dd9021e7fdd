package io.kexd.crypto.gen.kernel;

import java.util.List;
import java.util.Map;

/** The verbs of a field as methods, each with its contract. */
final class VerbSource {
  private VerbSource() {}

  static String all(FieldKernels kernels) {
    Verbs verbs = kernels.verbs();
    Bounds bounds = kernels.bounds();
    String operand = bounds.headroom() + "T";
    String carry = bounds.carryOperand() + "T";
    String small = "r = k a, |k| < 2^" + kernels.plan().smallBits() + ".";
    String three = "long[] r, long[] a, long[] b";
    String two = "long[] r, long[] a";
    return verb("mul", three, "r = a b.", operand, "T", verbs.mul())
        + verb("sqr", two, "r = a a.", operand, "T", verbs.sqr())
        + verb("add", three, "r = a + b.", "iT, jT", "(i+j)T", verbs.add())
        + verb("sub", three, "r = a - b.", "iT, jT", "(i+j)T", verbs.sub())
        + verb("mulSmall", two + ", int k", small, operand, "T", verbs.mulSmall())
        + verb("carry", two, "r = a.", carry, "T", verbs.carry())
        + fused(verbs.fused(), operand)
        + mixes(verbs.mixes(), carry);
  }

  private static String fused(Map<Verbs.Fused, Verbs.Kernel> kernels, String operand) {
    StringBuilder text = new StringBuilder();
    kernels.forEach(
        (verb, kernel) ->
            text.append(verb(verb.verb, verb.parameters(), verb.formula, operand, "T", kernel)));
    return text.toString();
  }

  private static String mixes(Map<Verbs.Mix, Verbs.Kernel> kernels, String sum) {
    StringBuilder text = new StringBuilder();
    kernels.forEach(
        (verb, kernel) -> {
          String formula = "r = the sum of permuted lanes times factors, at most " + sum + ".";
          String out = verb.tight ? "T" : "that sum";
          text.append(verb(verb.verb, verb.parameters(), formula, sum, out, kernel));
        });
    return text.toString();
  }

  private static String verb(
      String verb, String parameters, String formula, String in, String out, Verbs.Kernel kernel) {
    List<String> parts = kernel.parts();
    String signature = verb + "(" + parameters + ")";
    return parts.size() == 1
        ? method(signature, formula, in, out, parts.get(0))
        : method(signature, formula, in, out, calls(verb, parameters, parts.size()))
            + methods(verb, parameters, parts);
  }

  private static String method(
      String signature, String formula, String in, String out, String body) {
    return """

      /** %s In: %s. Out: %s. Time: constant. */
      @Override
      public void %s {
    %s  }
    """
        .formatted(formula, in, out, signature, body);
  }

  private static String calls(String verb, String parameters, int count) {
    String arguments = parameters.replaceAll("(long\\[]|int) ", "");
    StringBuilder calls = new StringBuilder();
    for (int part = 1; part <= count; part++) {
      calls.append("    %s%d(%s);\n".formatted(verb, part, arguments));
    }
    return calls.toString();
  }

  private static String methods(String verb, String parameters, List<String> parts) {
    StringBuilder methods = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      methods.append(
          """

            private static void %s%d(%s) {
          %s  }
          """
              .formatted(verb, i + 1, parameters, parts.get(i)));
    }
    return methods.toString();
  }
}
