package io.kexd.client.cli;

import io.kexd.v1.SignatureEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What ECDSA leaves open, for signing and verifying. The server refuses it for other algorithms.
 */
class EcdsaOptions {
  static final String HEADING = "%nECDSA:%n";

  /** The encodings, as the command line writes them. */
  enum Encoding {
    der,
    p1363
  }

  @Option(
      names = "--encoding",
      paramLabel = "ENCODING",
      description = {
        "Signatures as ${COMPLETION-CANDIDATES}: DER as OpenSSL has it, or r || s. Default: der"
      })
  private @Nullable Encoding encoding;

  @Option(names = "--low-s", description = "s is at most half of the order.")
  private boolean lowS;

  SignatureEncoding encoding() {
    if (encoding == null) {
      return SignatureEncoding.SIGNATURE_ENCODING_UNSPECIFIED;
    }
    return switch (encoding) {
      case der -> SignatureEncoding.SIGNATURE_ENCODING_DER;
      case p1363 -> SignatureEncoding.SIGNATURE_ENCODING_P1363;
    };
  }

  boolean lowS() {
    return lowS;
  }

  /** And what it leaves open to a signer alone. */
  static final class ForSigning extends EcdsaOptions {
    @Option(
        names = "--deterministic",
        description = "The same signature for the same message (RFC 6979).")
    private boolean deterministic;

    boolean deterministic() {
      return deterministic;
    }
  }
}
