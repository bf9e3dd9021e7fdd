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
  IMPORT_KEY,
  GET_KEY,
  LIST_KEYS,
  ROTATE_KEY,
  /** Any other change of a signing key. */
  UPDATE_KEY,
  DESTROY_KEY,
  SIGN,
  VERIFY;

  /** Its label. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
