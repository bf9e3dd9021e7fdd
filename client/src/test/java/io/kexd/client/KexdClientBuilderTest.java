package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KexdClientBuilderTest {

  @ParameterizedTest
  @ValueSource(strings = {"localhost:9090", "127.0.0.1:9090", "127.1.2.3:1", "[::1]:9090"})
  void plaintextToThisMachineNeedsNoWord(String target) {
    KexdClient.builder(target).build().close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kexd.example.org:9090",
        "localhost.example.org:9090",
        "127.0.0.1.example.org:9090",
        "10.0.0.1:9090",
        "[::2]:9090"
      })
  void plaintextElsewhereMustBeSaid(String target) {
    assertTrue(refusal(KexdClient.builder(target)).contains("use TLS"));
    KexdClient.builder(target).plaintext().build().close();
    KexdClient.builder(target).tls().build().close();
  }

  @Test
  void contradictionsAreRefused() {
    assertTrue(refusal(KexdClient.builder("localhost:1").tls().plaintext()).contains("exclude"));
    KexdClientBuilder builder = KexdClient.builder("localhost:1");
    assertThrows(IllegalArgumentException.class, () -> builder.deadline(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> builder.deadline(Duration.ofSeconds(-1)));
    assertThrows(IllegalArgumentException.class, () -> builder.deadline(Duration.ofHours(9999999)));
  }

  @Test
  void filesThatCannotBeUsedAreNamed(@TempDir Path folder) throws Exception {
    Path missing = folder.resolve("missing.pem");
    Path wrong = Files.writeString(folder.resolve("wrong.pem"), "no PEM at all");
    Path damaged =
        Files.writeString(
            folder.resolve("damaged.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertEquals("cannot read " + missing, refusal(trusting(missing)));
    assertEquals(wrong + " holds no PEM CERTIFICATE", refusal(trusting(wrong)));
    assertEquals(
        "the TLS files cannot be used, one is damaged or of an unknown kind",
        refusal(trusting(damaged)));
    assertEquals(
        damaged + " holds no PEM PRIVATE KEY (PKCS #8)",
        refusal(KexdClient.builder("localhost:1").identity(damaged, damaged)));
  }

  private static KexdClientBuilder trusting(Path ca) {
    return KexdClient.builder("localhost:1").trust(ca);
  }

  private static String refusal(KexdClientBuilder builder) {
    return String.valueOf(
        assertThrows(IllegalArgumentException.class, builder::build).getMessage());
  }
}
