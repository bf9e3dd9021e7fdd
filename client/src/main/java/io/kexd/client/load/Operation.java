package io.kexd.client.load;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a call of the mix does. */
public enum Operation {
  /** One {@code Exchange}. */
  EXCHANGE,
  /** One {@code GenerateKeyPair}, whose pair expires a second later. */
  GENERATE,
  /** {@code GenerateKeyPair}, then {@code Agree}, timed as one. */
  AGREE,
  /** One {@code BatchExchange}. */
  BATCH_EXCHANGE,
  /** One {@code Sign} by a named key. */
  SIGN,
  /** One {@code Verify} under a named key. */
  VERIFY;

  /** As a mix has it, for example {@code batch-exchange}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Whether it takes a signing key's name in place of a curve. */
  boolean takesKey() {
    return this == SIGN || this == VERIFY;
  }

  static Optional<Operation> of(String id) {
    return Arrays.stream(values()).filter(operation -> operation.id().equals(id)).findFirst();
  }

  /** All of them, separated by commas. */
  static String ids() {
    return Arrays.stream(values()).map(Operation::id).collect(Collectors.joining(", "));
  }
}
