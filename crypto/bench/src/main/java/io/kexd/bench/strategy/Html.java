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

  /** Three digits at least, with k for thousands and M for millions. */
  static String compact(double value) {
    if (value < 1_000) {
      return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%.0f", value);
    }
    if (value < 999_500) {
      return String.format(Locale.ROOT, value < 99_950 ? "%.1f k" : "%.0f k", value / 1e3);
    }
    return String.format(Locale.ROOT, value < 9.995e6 ? "%.2f M" : "%.1f M", value / 1e6);
  }
}
