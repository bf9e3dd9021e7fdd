package io.kexd.client.cli;

import io.kexd.v1.Purpose;
import picocli.CommandLine.Option;

/** What a new signing key is for. */
final class KeyPurpose {
  /** The purposes, as the command line writes them. */
  enum Name {
    data,
    exchange
  }

  @Option(
      names = "--purpose",
      paramLabel = "PURPOSE",
      description = {
        "data, for 'kexd sign', or exchange, for sign_with of exchanges; one excludes the other.",
        "Default: ${DEFAULT-VALUE}"
      })
  private Name name = Name.data;

  Purpose value() {
    return switch (name) {
      case data -> Purpose.PURPOSE_SIGN_DATA;
      case exchange -> Purpose.PURPOSE_SIGN_EXCHANGE;
    };
  }
}
