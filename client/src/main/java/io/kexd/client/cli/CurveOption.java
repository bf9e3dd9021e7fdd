package io.kexd.client.cli;

import picocli.CommandLine.Option;

/** The curve of an exchange. */
final class CurveOption {
  @Option(
      names = "--curve",
      paramLabel = "ID",
      description = "Curve id, see 'kexd curves'. Default: ${DEFAULT-VALUE}")
  private String id = "x25519";

  String id() {
    return id;
  }
}
