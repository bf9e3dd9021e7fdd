package io.kexd.crypto.gen.kernel;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Turns the range comments of generated source into checks. */
final class Probes {
  private static final Pattern LOCAL =
      Pattern.compile("final long (\\w+) = [^;]*; // (\\+-(\\S+)|\\[(\\S+), (\\S+)])");

  /** Comments are exact to a hundredth of a bit. */
  private static final double ROUNDED = 0.01;

  private Probes() {}

  /** The source, with a check behind every local. */
  static String insert(String source) {
    return LOCAL.matcher(source).replaceAll(Probes::withCheck);
  }

  private static String withCheck(MatchResult match) {
    boolean symmetric = match.group(3) != null;
    double hi = end(symmetric ? match.group(3) : match.group(5));
    double lo = symmetric ? -hi : end(match.group(4));
    String name = match.group(1);
    return "%s\n    Probe.check(\"%s\", %s, %s, %s);".formatted(match.group(), name, name, lo, hi);
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
