package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads parameters (salt, info, context, digest): hex, {@code base64:...}, {@code text:...}, or the
 * bytes of a file as they are.
 */
final class DataConverter implements ITypeConverter<ByteString> {
  static final String FORMS = "Hex, base64:..., text:..., @FILE or - (bytes as they are).";

  @Override
  public ByteString convert(String value) {
    return ByteString.copyFrom(parse(value));
  }

  private static byte[] parse(String value) {
    if (Input.isElsewhere(value)) {
      return Input.read(value);
    }
    if (value.startsWith("text:")) {
      return value.substring("text:".length()).getBytes(StandardCharsets.UTF_8);
    }
    if (value.startsWith("base64:")) {
      return Input.base64(value.substring("base64:".length()));
    }
    return Input.hex(value.startsWith("hex:") ? value.substring("hex:".length()) : value);
  }
}
