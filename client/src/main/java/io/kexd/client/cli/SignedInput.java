package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import io.kexd.v1.Digest;
import io.kexd.v1.Hash;
import io.kexd.v1.SignRequest;
import io.kexd.v1.VerifyRequest;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
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

  @Option(
      names = "--digest",
      paramLabel = "DATA",
      converter = DataConverter.class,
      description = "Its digest, for the ph algorithms (SHA-512). " + DataConverter.FORMS)
  private @Nullable ByteString digest;

  void applyTo(CommandSpec command, SignRequest.Builder request) {
    if (digest != null) {
      request.setDigest(typed(command, digest));
    } else {
      request.setMessage(message());
    }
  }

  void applyTo(CommandSpec command, VerifyRequest.Builder request) {
    if (digest != null) {
      request.setDigest(typed(command, digest));
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

  /** The size says which hash made a digest. */
  private static Digest typed(CommandSpec command, ByteString digest) {
    Hash hash =
        switch (digest.size()) {
          case 32 -> Hash.HASH_SHA256;
          case 48 -> Hash.HASH_SHA384;
          case 64 -> Hash.HASH_SHA512;
          default ->
              throw new ParameterException(
                  command.commandLine(), "--digest must have 32, 48 or 64 bytes");
        };
    return Digest.newBuilder().setHash(hash).setValue(digest).build();
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
