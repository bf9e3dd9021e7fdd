package io.kexd.client.cli;

import io.kexd.v1.KeyEncoding;
import picocli.CommandLine.Option;

/** How public keys are encoded. */
final class KeyForm {
  @Option(
      names = "--spki",
      description = "Public keys are SubjectPublicKeyInfo in DER, not raw. PEM implies it.")
  private boolean spki;

  /** The encoding of a key from the command line. */
  KeyEncoding of(KeyText key) {
    return encoding(key.pem());
  }

  /** The encoding to ask for where only the reply has a public key. */
  KeyEncoding of(Output output) {
    return encoding(output.pem());
  }

  private KeyEncoding encoding(boolean pem) {
    return spki || pem ? KeyEncoding.KEY_ENCODING_SPKI : KeyEncoding.KEY_ENCODING_RAW;
  }
}
