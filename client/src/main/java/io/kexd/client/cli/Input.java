package io.kexd.client.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.TypeConversionException;

/**
 * Where the bytes of an option come from. Messages never repeat the value: it may be a secret that
 * went to the wrong place.
 */
final class Input {
  /**
   * More than any server takes; without a bound, a device or a wrong file would fill the memory.
   */
  private static final int MOST = 32 << 20;

  private static @Nullable InputStream consumed;

  private Input() {}

  /** Whether a value names a file or standard input. */
  static boolean isElsewhere(String value) {
    return value.equals("-") || value.startsWith("@");
  }

  /** The content of {@code @FILE}, or of standard input for {@code -}. */
  static byte[] read(String value) {
    try (InputStream file =
        value.equals("-") ? null : Files.newInputStream(Path.of(value.substring("@".length())))) {
      return bounded(file == null ? standardInput() : file);
    } catch (IOException | InvalidPathException e) {
      throw new TypeConversionException(
          "cannot read " + (value.equals("-") ? "standard input" : value.substring(1)));
    }
  }

  private static byte[] bounded(InputStream in) throws IOException {
    byte[] content = in.readNBytes(MOST + 1);
    if (content.length > MOST) {
      throw new TypeConversionException("more than " + (MOST >> 20) + " MiB");
    }
    return content;
  }

  private static InputStream standardInput() {
    if (System.in.equals(consumed)) {
      throw new TypeConversionException("standard input can serve one option only");
    }
    consumed = System.in;
    return System.in;
  }

  /** Hex digits in either case. */
  static byte[] hex(String text) {
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("not hex: an even number of the digits 0-9 a-f is wanted");
    }
  }

  /** Standard or URL-safe alphabet, with or without padding. */
  static byte[] base64(String text) {
    try {
      return Base64.getDecoder().decode(text.replace('-', '+').replace('_', '/'));
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException("not base64");
    }
  }
}
