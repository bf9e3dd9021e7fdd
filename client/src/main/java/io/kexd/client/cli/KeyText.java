package io.kexd.client.cli;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A public key or a signature as people write them: hex, base64, PEM, or a file of any of these or
 * of the bytes themselves.
 */
final class KeyText {
  /** Hex digits that are surely no base64: by chance alone, fewer might be both. */
  private static final int SURELY_HEX = 32;

  /** What a SubjectPublicKeyInfo begins with in DER. */
  private static final byte SEQUENCE = 0x30;

  private final ByteString bytes;
  private final boolean pem;

  private KeyText(byte[] bytes, boolean pem) {
    this.bytes = ByteString.copyFrom(bytes);
    this.pem = pem;
  }

  ByteString bytes() {
    return bytes;
  }

  boolean pem() {
    return pem;
  }

  /** Whether bytes that were no PEM begin as DER does; a raw key may do so by chance. */
  boolean mayBeDer() {
    return !pem && !bytes.isEmpty() && bytes.byteAt(0) == SEQUENCE;
  }

  static KeyText parse(String value) {
    if (!Input.isElsewhere(value)) {
      return parseText(value);
    }
    byte[] content = Input.read(value);
    return isText(content)
        ? parseText(new String(content, StandardCharsets.US_ASCII))
        : new KeyText(content, false);
  }

  private static KeyText parseText(String value) {
    if (value.contains("-----BEGIN ")) {
      return new KeyText(parsePem(value), true);
    }
    String text = value.replaceAll("\\s", "");
    if (text.isEmpty()) {
      throw new TypeConversionException("it is empty");
    }
    if (text.startsWith("hex:")) {
      return new KeyText(Input.hex(text.substring("hex:".length())), false);
    }
    if (text.startsWith("base64:")) {
      return new KeyText(Input.base64(text.substring("base64:".length())), false);
    }
    if (!text.matches("([0-9a-fA-F]{2})+")) {
      return new KeyText(parseBase64(text), false);
    }
    if (text.length() < SURELY_HEX) {
      throw new TypeConversionException(
          "so few characters can be read as hex and as base64: write hex:... or base64:...");
    }
    return new KeyText(Input.hex(text), false);
  }

  private static byte[] parseBase64(String text) {
    try {
      return Input.base64(text);
    } catch (TypeConversionException e) {
      throw new TypeConversionException("neither hex nor base64 nor PEM");
    }
  }

  private static byte[] parsePem(String text) {
    PemObject pem;
    boolean more;
    try (PemReader reader = new PemReader(new StringReader(text))) {
      pem = reader.readPemObject();
      more = pem != null && reader.readPemObject() != null;
    } catch (IOException | RuntimeException e) {
      throw new TypeConversionException("damaged PEM");
    }
    if (pem == null || !pem.getType().equals("PUBLIC KEY")) {
      throw new TypeConversionException("of PEM only a PUBLIC KEY is taken");
    }
    if (more) {
      throw new TypeConversionException("more than one PEM block: give one key");
    }
    return pem.getContent();
  }

  private static boolean isText(byte[] content) {
    for (byte b : content) {
      if (b != '\n' && b != '\r' && b != '\t' && (b < ' ' || b > '~')) {
        return false;
      }
    }
    return true;
  }

  /** For options that take a public key. */
  static final class Converter implements ITypeConverter<KeyText> {
    @Override
    public KeyText convert(String value) {
      return parse(value);
    }
  }

  /** For options that take a signature. */
  static final class SignatureConverter implements ITypeConverter<ByteString> {
    @Override
    public ByteString convert(String value) {
      KeyText text = parse(value);
      if (text.pem()) {
        throw new TypeConversionException("this is a public key, no signature");
      }
      return text.bytes();
    }
  }
}
