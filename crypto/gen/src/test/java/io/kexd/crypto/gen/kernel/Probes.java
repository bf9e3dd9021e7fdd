package io.kexd.crypto.gen.kernel;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Turns the range comments of generated source into checks. */
final class Probes {
  private static final Pattern LOCAL =
      Pattern.compile(
          "final (long|LongVector|DoubleVector) (\\w+) = [^;]*; // (minus )?"
              + "(\\+-([^ ,\\n]+)|\\[(\\S+), (\\S+)])( times -2\\^(\\d+))?(, biased by (0x\\w+))?");

  /** Comments are exact to a hundredth of a bit. */
  private static final double ROUNDED = 0.01;

  private Probes() {}

  /** The source, with a check behind every local. */
  static String insert(String source) {
    return LOCAL
        .matcher(source)
        .replaceAll(local -> local.group() + "\n    Probe.check(" + arguments(local) + ");");
  }

  private static String arguments(MatchResult local) {
    String name = local.group(2);
    boolean symmetric = local.group(5) != null;
    double hi = end(symmetric ? local.group(5) : local.group(7));
    double lo = symmetric ? -hi : end(local.group(6));
    String form =
        switch (local.group(1)) {
          case "LongVector" -> ", %b, %sL".formatted(local.group(3) != null, bias(local));
          case "DoubleVector" -> ", " + scale(local);
          default -> "";
        };
    return "\"%s\", %s%s, %s, %s".formatted(name, name, form, lo, hi);
  }

  private static String bias(MatchResult local) {
    return local.group(11) == null ? "0" : local.group(11);
  }

  private static double scale(MatchResult local) {
    return local.group(9) == null ? 1 : -Math.scalb(1.0, Integer.parseInt(local.group(9)));
  }

  /** {@code -2^52.34} or a small integer. */
  private static double end(String text) {
    int sign = text.startsWith("-") ? -1 : 1;
    String size = sign < 0 ? text.substring(1) : text;
    return sign
        * (size.startsWith("2^")
            ? Math.pow(2, Double.parseDouble(size.substring(2)) + ROUNDED)
            : Double.parseDouble(size));
  }
}
