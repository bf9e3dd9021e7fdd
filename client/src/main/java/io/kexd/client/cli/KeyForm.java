package io.kexd.client.cli;

import io.kexd.v1.KeyEncoding;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How public keys are encoded, in the request and in the reply alike. */
final class KeyForm {
  /** The forms, as the command line writes them. */
  enum Name {
    raw,
    compressed,
    spki,
    pem
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "Public keys as ${COMPLETION-CANDIDATES}; 'kexd curves' shows which a curve has.",
        "spki is DER, pem the same as text. Default: raw, or pem where the given key is PEM"
      })
  private @Nullable Name name;

  /** The encoding to ask for where only the reply has a public key. */
  KeyEncoding encoding() {
    return encoding(name == null ? Name.raw : name);
  }

  /** The encoding of a key from the command line; a contradiction is wrong usage. */
  KeyEncoding encoding(CommandSpec command, KeyText key) {
    if (key.pem() && (name == Name.raw || name == Name.compressed)) {
      throw new ParameterException(
          command.commandLine(), "a key in PEM is neither raw nor compressed: leave out --format");
    }
    if (!key.pem() && isPem() && !key.mayBeDer()) {
      throw new ParameterException(
          command.commandLine(), "--format pem takes the given key as PEM, or as the same in DER");
    }
    return key.pem() ? KeyEncoding.KEY_ENCODING_SPKI : encoding();
  }

  /** For a command that names a key of the server and neither takes nor prints its bytes. */
  void requireUnset(CommandSpec command) {
    if (name != null) {
      throw new ParameterException(command.commandLine(), "--format is for --public-key");
    }
  }

  /** Whether public keys are to be printed as PEM. */
  boolean isPem() {
    return name == Name.pem;
  }

  /** The same in answer to a given key: PEM is answered by PEM. */
  boolean isPem(KeyText key) {
    return isPem() || (key.pem() && name == null);
  }

  private static KeyEncoding encoding(Name name) {
    return switch (name) {
      case raw -> KeyEncoding.KEY_ENCODING_RAW;
      case compressed -> KeyEncoding.KEY_ENCODING_COMPRESSED;
      case spki, pem -> KeyEncoding.KEY_ENCODING_SPKI;
    };
  }
}
