package io.kexd.bench.strategy;

import java.util.Locale;

/** Text for HTML. */
final class Html {
  private Html() {}

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  /** A formula with its exponents raised: 2^255 - 19 becomes 2²⁵⁵ - 19. */
  static String raised(String formula) {
    StringBuilder out = new StringBuilder();
    boolean exponent = false;
    for (char c : escape(formula).toCharArray()) {
      if (c == '^') {
        exponent = true;
      } else if (exponent && c >= '0' && c <= '9') {
        out.append("⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(c - '0'));
      } else {
        exponent = false;
        out.append(c);
      }
    }
    return out.toString();
  }

  /** Three digits at least, with k for thousands and M for millions. */
  static String compact(double value) {
    if (value < 1_000) {
      return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }
    if (value < 999_500) {
      return String.format(
          Locale.ROOT,
          value < 9_995 ? "%.2f k" : value < 99_950 ? "%.1f k" : "%.0f k",
          value / 1e3);
    }
    return String.format(Locale.ROOT, value < 9.995e6 ? "%.2f M" : "%.1f M", value / 1e6);
  }
}
