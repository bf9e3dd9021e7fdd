package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.foreign.Daemon;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every scheme of the build by command. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryCurveTest {
  private final Daemon daemon = Daemon.serving(Curves.all().stream().map(Scheme::id).toList());

  EveryCurveTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  static Stream<Scheme> agreements() {
    return Curves.all().stream().filter(scheme -> scheme.kind() == Scheme.Kind.AGREEMENT);
  }

  static Stream<String> algorithms() {
    return Curves.all().stream().flatMap(scheme -> scheme.algorithms().stream());
  }

  /** As {@code --format} takes them; PEM is SubjectPublicKeyInfo. */
  private static List<String> formats(Scheme scheme) {
    List<String> formats =
        new ArrayList<>(
            scheme.formats().stream().map(f -> f.name().toLowerCase(Locale.ROOT)).toList());
    if (scheme.formats().contains(KeyFormat.SPKI)) {
      formats.add("pem");
    }
    return formats;
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void bothEndsInEveryFormat(Scheme scheme) {
    for (String format : formats(scheme)) {
      Cli.Outcome pair = run("generate", "--curve", scheme.id(), "--format", format);
      String[] exchange = {"exchange", "--curve", scheme.id(), "--peer", publicKey(pair, format)};
      Cli.Outcome answer = run(with(exchange, format));
      String[] agree = {
        "agree", "--handle", pair.value("handle"), "--peer", publicKey(answer, format)
      };
      assertEquals(answer.value("secret"), run(with(agree, format)).value("secret"), format);
    }
  }

  /** PEM is known by itself. */
  private static String[] with(String[] command, String format) {
    return format.equals("pem") ? command : concat(command, "--format", format);
  }

  private static String publicKey(Cli.Outcome reply, String format) {
    return format.equals("pem") ? reply.success() : "hex:" + reply.value("public_key");
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void aFormatThatTheCurveLacks(Scheme scheme) {
    for (KeyFormat format : KeyFormat.values()) {
      if (!scheme.formats().contains(format)) {
        String name = format.name().toLowerCase(Locale.ROOT);
        String refusal = run("generate", "--curve", scheme.id(), "--format", name).refusal();
        assertTrue(refusal.startsWith("INVALID_REQUEST: encoding: " + scheme.id()), refusal);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void signedAndVerified(String algorithm) {
    for (String format : formats(Signer.of(algorithm).scheme())) {
      String name = algorithm + "." + format;
      Cli.Outcome key =
          run("keys", "create", "--key", name, "--algorithm", algorithm, "--format", format);
      String[] input = input(algorithm, "--message", "hello");
      String signature =
          run(concat(new String[] {"sign", "--key", name}, input)).value("signature");
      String[] verify = {
        "verify", "--algorithm", algorithm, "--public-key", publicKey(key, format), "--signature"
      };
      verify = with(concat(verify, "hex:" + signature), format);
      assertEquals("true", run(concat(verify, input)).value("valid"), format);
      String[] other = input(algorithm, "--message", "hallo");
      assertEquals(1, run(concat(verify, other)).status(), format);
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void digests(String algorithm) throws GeneralSecurityException {
    Signer signer = Signer.of(algorithm);
    if (signer.digestSize() == 0) {
      return;
    }
    String name = algorithm + ".digests";
    run("keys", "create", "--key", name, "--algorithm", algorithm).success();
    byte[] digest = MessageDigest.getInstance(signer.digestAlgorithm()).digest(new byte[5]);
    String[] hashed = {"--digest", HexFormat.of().formatHex(digest)};
    if (signer.digestAlgorithm().startsWith("SHAKE256")) {
      hashed = concat(hashed, "--digest-hash", "shake256");
    }
    String signature = run(concat(new String[] {"sign", "--key", name}, hashed)).value("signature");
    String[] verify = {"verify", "--key", name, "--signature", "hex:" + signature};
    assertEquals("true", run(concat(verify, hashed)).value("valid"));
    assertEquals("true", run(concat(verify, "--message-hex", "0000000000")).value("valid"));
  }

  @Test
  void ecdsaByEveryOption() {
    run("keys", "create", "--key", "options", "--algorithm", "ecdsa-p256-sha256").success();
    String[] sign = {"sign", "--key", "options", "--message", "hello"};
    String[] verify = {"verify", "--key", "options", "--message", "hello", "--signature"};
    String der = run(concat(sign, "--deterministic")).value("signature");
    assertEquals(der, run(concat(sign, "--deterministic", "--encoding", "der")).value("signature"));
    assertTrue(der.startsWith("30"), der);
    String p1363 = run(concat(sign, "--low-s", "--encoding", "p1363")).value("signature");
    assertEquals(2 * 64, p1363.length());
    assertEquals("true", run(concat(verify, "hex:" + der)).value("valid"));
    String[] strict = concat(verify, "hex:" + p1363, "--low-s");
    assertEquals("true", run(concat(strict, "--encoding", "p1363")).value("valid"));
    assertEquals(1, run(strict).status());

    run("keys", "create", "--key", "no-options").success();
    for (String[] option :
        new String[][] {{"--encoding", "der"}, {"--low-s"}, {"--deterministic"}}) {
      String refusal =
          run(concat(new String[] {"sign", "--key", "no-options", "--message", "m"}, option))
              .refusal();
      assertTrue(refusal.startsWith("INVALID_REQUEST: "), refusal);
      assertTrue(refusal.contains("is for ECDSA"), refusal);
    }
  }

  @Test
  void pemSaysItsFormatItself() {
    String pem = run("generate", "--curve", "p256", "--format", "pem").success();
    for (String format : List.of("raw", "compressed")) {
      String[] exchange = {"exchange", "--curve", "p256", "--format", format, "--peer", pem};
      assertEquals(
          "a key in PEM is neither raw nor compressed: leave out --format",
          run(exchange).wrongUsage());
    }
    // Another curve's PEM is told from a wrong key.
    String refusal = run("exchange", "--curve", "p384", "--peer", pem).refusal();
    assertTrue(refusal.startsWith("INVALID_PUBLIC_KEY: "), refusal);
  }

  private static String[] input(String algorithm, String... words) {
    return Signer.of(algorithm).acceptsContext(0) ? words : concat(words, "--context", "text:c");
  }

  private Cli.Outcome run(String... args) {
    return Cli.run(concat(args, "--target=" + daemon.target()));
  }

  private static String[] concat(String[] one, String... two) {
    String[] all = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, all, one.length, two.length);
    return all;
  }
}
