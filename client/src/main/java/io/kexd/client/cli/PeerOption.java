package io.kexd.client.cli;

import io.kexd.v1.KeyEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The public key of the other end. */
final class PeerOption {
  static final String FORMS = "Hex, base64, PEM, or @FILE or - of these or of the bytes.";

  @Option(
      names = "--peer",
      required = true,
      paramLabel = "KEY",
      converter = KeyText.Converter.class,
      description = "The peer's public key. " + FORMS + " Required.")
  private @Nullable KeyText key;

  @Mixin private final KeyForm form = new KeyForm();

  KeyText key() {
    if (key == null) {
      throw new IllegalStateException("--peer is required");
    }
    return key;
  }

  KeyEncoding encoding(CommandSpec command) {
    return form.encoding(command, key());
  }

  KeyForm form() {
    return form;
  }
}
