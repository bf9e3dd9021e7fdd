package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.client.Peer;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

/** How bytes are read from arguments, files and PEM. */
class InputTest {
  /** All 64 characters of base64, among them those that differ in the URL-safe alphabet. */
  private static final byte[] KEY =
      HexFormat.of().parseHex("fbefbe00108310518720928b30d38f41149351559761969b71d79f8218a39259");

  private final DataConverter data = new DataConverter();

  @TempDir private Path folder;

  @Test
  void keyInEveryForm() throws Exception {
    String hex = HexFormat.of().formatHex(KEY);
    String base64 = Base64.getEncoder().encodeToString(KEY);
    String url = Base64.getUrlEncoder().withoutPadding().encodeToString(KEY);
    assertFalse(base64.startsWith(url));
    for (String text :
        new String[] {
          hex,
          hex.toUpperCase(Locale.ROOT),
          "hex:" + hex,
          base64,
          "base64:" + base64,
          url,
          "@" + Files.writeString(folder.resolve("hex"), hex + "\n"),
          "@" + Files.writeString(folder.resolve("base64"), "\t" + base64 + "\r\n"),
          "@" + Files.write(folder.resolve("raw"), KEY)
        }) {
      KeyText key = KeyText.parse(text);
      assertArrayEquals(KEY, key.bytes().toByteArray(), text);
      assertFalse(key.pem());
      assertFalse(key.pem());
    }
  }

  @Test
  void keyInPem() throws Exception {
    byte[] spki = Peer.create().pair().getPublic().getEncoded();
    String pem = pem("PUBLIC KEY", spki);
    Path file = Files.writeString(folder.resolve("key.pem"), "a comment\n" + pem);
    for (String text : new String[] {pem, "@" + file}) {
      KeyText key = KeyText.parse(text);
      assertArrayEquals(spki, key.bytes().toByteArray());
      assertTrue(key.pem());
      assertTrue(key.pem());
    }
  }

  /** It must not leave this machine by mistake. */
  @Test
  void privateKeyInPemIsRefused() throws Exception {
    String pem = pem("PRIVATE KEY", Peer.create().pair().getPrivate().getEncoded());
    assertEquals("of PEM only a PUBLIC KEY is taken", refusedKey(pem));
  }

  @Test
  void oneKeyOnly() throws Exception {
    String pem = pem("PUBLIC KEY", Peer.create().pair().getPublic().getEncoded());
    assertEquals("more than one PEM block: give one key", refusedKey(pem + pem));
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", "beef", "0123456789abcdef0123456789abcd"})
  void shortHexMightBeBase64(String text) {
    assertTrue(refusedKey(text).contains("write hex:... or base64:..."));
    assertEquals(text.length() / 2, KeyText.parse("hex:" + text).bytes().size());
    assertEquals(text.length() * 6 / 8, KeyText.parse("base64:" + text).bytes().size());
  }

  @ParameterizedTest
  @CsvSource({
    "'', it is empty",
    "' ', it is empty",
    "not a key!, neither hex nor base64 nor PEM",
    "hex:0, not hex: an even number of the digits 0-9 a-f is wanted",
    "hex:0g, not hex: an even number of the digits 0-9 a-f is wanted",
    "base64:!, not base64",
    "-----BEGIN PUBLIC KEY-----, damaged PEM",
    "@missing/file, cannot read missing/file"
  })
  void keyThatCannotBeRead(String text, String message) {
    assertEquals(message, refusedKey(text));
  }

  @Test
  void data() throws Exception {
    Path file = Files.writeString(folder.resolve("data"), "00ff\n");
    assertArrayEquals(new byte[] {0, -1}, convert("00ff"));
    assertArrayEquals(new byte[] {0, -1}, convert("hex:00FF"));
    assertArrayEquals(new byte[] {0, -1}, convert("base64:AP8="));
    assertArrayEquals("00ff\u00e9".getBytes(StandardCharsets.UTF_8), convert("text:00ff\u00e9"));
    assertArrayEquals("00ff\n".getBytes(StandardCharsets.UTF_8), convert("@" + file));
    assertArrayEquals(new byte[0], convert(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "0", "hex:x", "base64:*", "@missing/file"})
  void dataThatCannotBeRead(String text) {
    String message =
        String.valueOf(
            assertThrows(TypeConversionException.class, () -> data.convert(text)).getMessage());
    assertFalse(message.contains("session"), "a value may be a secret");
  }

  /** Sparse, so that it costs no disk. */
  @Test
  void filesHaveABound() throws Exception {
    Path file = folder.resolve("large");
    try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
      large.setLength(3L << 30);
    }
    assertEquals("more than 32 MiB", refusedKey("@" + file));
  }

  @ParameterizedTest
  @CsvSource({"30s, 30", "5m, 300", "1h30m, 5400", "-5s, -5", "0s, 0"})
  void time(String text, long seconds) {
    assertEquals(Duration.ofSeconds(seconds), new TimeConverter().convert(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5", "s", "5 s", "five", "PT5S", "99999999999999999999s"})
  void notATime(String text) {
    assertThrows(TypeConversionException.class, () -> new TimeConverter().convert(text));
  }

  private byte[] convert(String text) {
    return data.convert(text).toByteArray();
  }

  private static String refusedKey(String text) {
    return String.valueOf(
        assertThrows(TypeConversionException.class, () -> KeyText.parse(text)).getMessage());
  }

  private static String pem(String type, byte[] content) {
    return "-----BEGIN %s-----%n%s%n-----END %s-----%n"
        .formatted(type, Base64.getMimeEncoder().encodeToString(content), type);
  }
}
