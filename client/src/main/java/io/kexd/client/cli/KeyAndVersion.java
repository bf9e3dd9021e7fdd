package io.kexd.client.cli;

import picocli.CommandLine.Option;

/** A signing key, or one of its versions. */
final class KeyAndVersion {
  @Option(
      names = "--key",
      required = true,
      paramLabel = "NAME",
      description = "Its name. Required.")
  private String name = "";

  @Option(
      names = "--key-version",
      paramLabel = "N",
      description = "One version of it. Default: the whole key.")
  private int version;

  String name() {
    return name;
  }

  int version() {
    return version;
  }
}
