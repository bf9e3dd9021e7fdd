package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.client.Derivation;
import io.kexd.client.HkdfDerivation;
import io.kexd.v1.Hash;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What is made of the shared secret. */
final class DerivationOptions {
  static final String HEADING =
      "%nDerivation (HKDF unless --dhkem or --raw; the same at both ends):%n";

  /** The hashes, as the command line writes them. */
  enum HashName {
    sha256,
    sha384,
    sha512
  }

  @Option(
      names = "--hash",
      paramLabel = "HASH",
      description = "Hash of HKDF: ${COMPLETION-CANDIDATES}. Default: sha256")
  private @Nullable HashName hash;

  @Option(
      names = "--salt",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "Salt of HKDF. " + DataConverter.FORMS)
  private @Nullable ByteString salt;

  @Option(
      names = "--info",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "What the secret is for. " + DataConverter.FORMS)
  private @Nullable ByteString info;

  @Option(names = "--length", paramLabel = "BYTES", description = "Size of the secret. Default: 32")
  private @Nullable Integer length;

  @Option(
      names = "--omit-public-keys",
      description = "HKDF's info is --info alone, without curve and public keys.")
  private boolean omitPublicKeys;

  @Option(names = "--dhkem", description = "The KEM of HPKE (RFC 9180).")
  private boolean dhkem;

  @Option(
      names = "--raw",
      description = "The bare result of the Diffie-Hellman function: never use it as a key.")
  private boolean raw;

  Derivation derivation(CommandSpec command) {
    if (dhkem && raw) {
      throw new ParameterException(command.commandLine(), "--dhkem and --raw exclude each other");
    }
    if (!dhkem && !raw) {
      return hkdf(command);
    }
    if (hash != null || salt != null || info != null || length != null || omitPublicKeys) {
      throw new ParameterException(
          command.commandLine(),
          "--hash, --salt, --info, --length and --omit-public-keys are for HKDF: leave out "
              + (raw ? "--raw" : "--dhkem"));
    }
    return raw ? Derivation.raw() : Derivation.dhkem();
  }

  private HkdfDerivation hkdf(CommandSpec command) {
    HkdfDerivation hkdf = Derivation.hkdf();
    if (hash != null) {
      hkdf = hkdf.hash(protoHash(hash));
    }
    if (salt != null) {
      hkdf = hkdf.salt(salt.toByteArray());
    }
    if (info != null) {
      hkdf = hkdf.info(info.toByteArray());
    }
    if (omitPublicKeys) {
      hkdf = hkdf.omitPublicKeys();
    }
    try {
      return length == null ? hkdf : hkdf.length(length);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--length must be positive");
    }
  }

  private static Hash protoHash(HashName name) {
    return switch (name) {
      case sha256 -> Hash.HASH_SHA256;
      case sha384 -> Hash.HASH_SHA384;
      case sha512 -> Hash.HASH_SHA512;
    };
  }
}
