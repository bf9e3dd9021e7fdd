package io.kexd.server.metrics;

import java.util.Locale;

/** What callers ask for; the closed set of values of the label {@code operation}. */
public enum Operation {
  LIST_CURVES,
  GENERATE,
  AGREE,
  EXCHANGE,
  DESTROY,
  CREATE_KEY,
  GET_KEY,
  SIGN,
  VERIFY;

  /** Its label. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
