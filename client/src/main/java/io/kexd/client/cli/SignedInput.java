package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.v1.Digest;
import io.kexd.v1.Hash;
import io.kexd.v1.SignRequest;
import io.kexd.v1.VerifyRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What is signed: exactly one of these. */
final class SignedInput {
  @Option(
      names = "--message",
      paramLabel = "TEXT",
      converter = MessageConverter.class,
      description = "The message: text as it stands, @FILE or - (bytes as they are).")
  private @Nullable ByteString message;

  @Option(
      names = "--message-hex",
      paramLabel = "HEX",
      converter = HexConverter.class,
      description = "The message in hex.")
  private @Nullable ByteString messageHex;

  @ArgGroup(exclusive = false)
  private @Nullable Hashed hashed;

  /** The hashes, as the command line writes them. */
  enum HashName {
    sha256,
    sha384,
    sha512,
    shake256
  }

  /** A message that was hashed before. */
  static final class Hashed {
    @Option(
        names = "--digest",
        required = true,
        paramLabel = "DATA",
        converter = DataConverter.class,
        description = {
          "Its digest, for ECDSA and the ph algorithms; 'kexd curves --json' shows by which hash.",
          DataConverter.FORMS
        })
    private ByteString value = ByteString.EMPTY;

    @Option(
        names = "--digest-hash",
        paramLabel = "HASH",
        description = {
          "Its hash: ${COMPLETION-CANDIDATES}; shake256 (64 bytes) is for ed448ph.",
          "Default: by its size, sha512 for 64 bytes"
        })
    private @Nullable HashName hash;

    private Digest digest(CommandSpec command) {
      return Digest.newBuilder()
          .setHash(hash == null ? bySize(command) : protoHash(hash))
          .setValue(value)
          .build();
    }

    private Hash bySize(CommandSpec command) {
      return switch (value.size()) {
        case 32 -> Hash.HASH_SHA256;
        case 48 -> Hash.HASH_SHA384;
        case 64 -> Hash.HASH_SHA512;
        default ->
            throw new ParameterException(
                command.commandLine(), "--digest must have 32, 48 or 64 bytes");
      };
    }
  }

  private static Hash protoHash(HashName name) {
    return switch (name) {
      case sha256 -> Hash.HASH_SHA256;
      case sha384 -> Hash.HASH_SHA384;
      case sha512 -> Hash.HASH_SHA512;
      case shake256 -> Hash.HASH_SHAKE256;
    };
  }

  void applyTo(CommandSpec command, SignRequest.Builder request) {
    if (hashed != null) {
      request.setDigest(hashed.digest(command));
    } else {
      request.setMessage(message());
    }
  }

  void applyTo(CommandSpec command, VerifyRequest.Builder request) {
    if (hashed != null) {
      request.setDigest(hashed.digest(command));
    } else {
      request.setMessage(message());
    }
  }

  private ByteString message() {
    if (message != null) {
      return message;
    }
    if (messageHex != null) {
      return messageHex;
    }
    throw new IllegalStateException("one input is required");
  }

  /** Text as it stands, or the bytes of a file. */
  static final class MessageConverter implements ITypeConverter<ByteString> {
    @Override
    public ByteString convert(String value) {
      return ByteString.copyFrom(
          Input.isElsewhere(value) ? Input.read(value) : value.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Hex digits. */
  static final class HexConverter implements ITypeConverter<ByteString> {
    @Override
    public ByteString convert(String value) {
      return ByteString.copyFrom(Input.hex(value));
    }
  }
}
