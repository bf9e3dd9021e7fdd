package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import picocli.CommandLine.Option;

/** Who signs an exchange, and what the signature covers beside it. */
final class SignWith {
  static final String HEADING = "%nSignature:%n";

  @Option(
      names = "--sign-with",
      paramLabel = "NAME",
      description = "A signing key of purpose exchange, which signs what the server answers.")
  private String key = "";

  @Option(
      names = "--sign-context",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "What the signature covers too. " + DataConverter.FORMS)
  private ByteString context = ByteString.EMPTY;

  String key() {
    return key;
  }

  ByteString context() {
    return context;
  }
}
