package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** keys, sign and verify against a daemon. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SigningCommandsTest {
  private static final HexFormat HEX = HexFormat.of();

  /** RFC 8032 section 7.1, test 2, with its public key as PEM below. */
  private static final String PUBLIC_KEY =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  private static final String SIGNATURE =
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
          + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00";

  private final Daemon daemon = Daemon.plaintext();

  SigningCommandsTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  @Test
  void keyIsMadeAndShown() throws Exception {
    Cli.Outcome made = run("keys", "create", "--key", "shown", "--format", "pem");
    assertEquals("ed25519", made.value("algorithm"));
    KeyText pem = KeyText.parse(made.success());
    KeyFactory.getInstance("Ed25519")
        .generatePublic(new X509EncodedKeySpec(pem.bytes().toByteArray()));

    JsonNode shown = run("keys", "get", "--key", "shown", "--json").json();
    String raw = shown.at("/key/versions/0/public_key").asString();
    assertTrue(HEX.formatHex(pem.bytes().toByteArray()).endsWith(raw), raw);
    assertEquals("PURPOSE_SIGN_DATA", shown.at("/key/purpose").asString());
    assertEquals(1, shown.at("/key/primary_version").asInt());
  }

  @Test
  void signatureIsGoodForTheJdk(@TempDir Path folder) throws Exception {
    byte[] spki =
        KeyText.parse(run("keys", "create", "--key", "jdk", "--format", "pem").success())
            .bytes()
            .toByteArray();
    byte[] message = {0, 1, 2, (byte) 0xff, '\n'};
    Path file = Files.write(folder.resolve("message"), message);
    Signature jdk = Signature.getInstance("Ed25519");
    jdk.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
    for (Cli.Outcome signed :
        new Cli.Outcome[] {
          run("sign", "--key", "jdk", "--message", "@" + file),
          run("sign", "--key", "jdk", "--message-hex", HEX.formatHex(message)),
          Cli.run(message, with("sign", "--key", "jdk", "--message", "-", "--key-version", "1"))
        }) {
      jdk.update(message);
      assertTrue(jdk.verify(HEX.parseHex(signed.value("signature"))));
    }
  }

  @Test
  void verifyByKey(@TempDir Path folder) throws Exception {
    run("keys", "create", "--key", "verify").success();
    Cli.Outcome signed = run("sign", "--key", "verify", "--message", "hello", "--base64");
    String base64 = signed.value("signature");
    Path binary = Files.write(folder.resolve("signature"), Base64.getDecoder().decode(base64));
    for (String signature : new String[] {base64, "@" + binary}) {
      Cli.Outcome verified =
          run("verify", "--key", "verify", "--message", "hello", "--signature", signature);
      assertEquals("true", verified.value("valid"));
      assertEquals("1", verified.value("version"));
    }
  }

  @Test
  void wrongSignatureIsStatusOne() {
    Cli.Outcome wrong = verifyRfc8032("--message", "s");
    assertEquals(1, wrong.status());
    assertEquals("valid: false", wrong.out().lines().findFirst().orElse(""));
    assertEquals("", wrong.err());
    wrong = verifyRfc8032("--message", "s", "--json");
    assertEquals(1, wrong.status());
    assertTrue(wrong.out().startsWith("{\"valid\":false,"), wrong::toString);
  }

  @Test
  void verifyByPublicKey() {
    assertEquals("true", verifyRfc8032("--message", "r").value("valid"));
    assertEquals("true", verifyRfc8032("--message-hex", "72").value("valid"));
    byte[] spki = HEX.parseHex("302a300506032b6570032100" + PUBLIC_KEY);
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getEncoder().encodeToString(spki)
            + "\n-----END PUBLIC KEY-----";
    assertEquals("true", verifyUnder(pem, "--message", "r").value("valid"));
    assertEquals(
        "true",
        verifyUnder(HEX.formatHex(spki), "--format", "spki", "--message", "r").value("valid"));
  }

  @Test
  void prehashed() throws Exception {
    run("keys", "create", "--key", "ph", "--algorithm", "ed25519ph").success();
    String digest =
        HEX.formatHex(
            MessageDigest.getInstance("SHA-512").digest("hello".getBytes(StandardCharsets.UTF_8)));
    String[] signer = {"--key", "ph", "--context", "text:test"};
    String signature =
        run(concat(concat(new String[] {"sign"}, signer), "--digest", digest)).value("signature");
    String[] verify = concat(concat(new String[] {"verify"}, signer), "--signature", signature);
    assertEquals("true", run(concat(verify, "--message", "hello")).value("valid"));
    assertEquals("true", run(concat(verify, "--digest", digest)).value("valid"));
    verify[Arrays.asList(verify).indexOf("text:test")] = "text:other";
    assertEquals(1, run(concat(verify, "--message", "hello")).status());
  }

  @ParameterizedTest
  @CsvSource({
    "sign --key nobody --message x, KEY_NOT_FOUND: ",
    "keys create --key ., INVALID_REQUEST: ",
    "keys get --key nobody, KEY_NOT_FOUND: ",
    "keys create --key x --algorithm rsa, UNKNOWN_CURVE: ",
    "keys create --key x --algorithm ecdsa-p256, 'INVALID_REQUEST: algorithm: that is a family; '",
    "verify --key nobody --message x --signature hex:00, KEY_NOT_FOUND: ",
    "keys create --key x --format compressed, INVALID_REQUEST: encoding"
  })
  void serversRefusalsAreShown(String command, String start) {
    String refusal = run(command.split(" ", -1)).refusal();
    assertTrue(refusal.startsWith(start), refusal);
  }

  @Test
  void keysAreRotatedDisabledAndDestroyed() throws Exception {
    run("keys", "create", "--key", "life", "--purpose", "data").success();
    String old = run("sign", "--key", "life", "--message", "m").value("signature");
    assertEquals(
        2,
        run("keys", "rotate", "--key", "life", "--json").json().at("/key/primary_version").asInt());
    String[] verify = {"verify", "--key", "life", "--key-version", "1", "--message", "m"};
    assertEquals("true", run(concat(verify, "--signature", old)).value("valid"));
    run("keys", "update", "--key", "life", "--minimal-version", "2").success();
    assertTrue(run(concat(verify, "--signature", old)).refusal().startsWith("KEY_DISABLED: "));
    run("keys", "disable", "--key", "life").success();
    assertTrue(
        run("sign", "--key", "life", "--message", "m").refusal().startsWith("KEY_DISABLED: "));
    run("keys", "enable", "--key", "life").success();
    assertEquals("2", run("sign", "--key", "life", "--message", "m").value("version"));
    JsonNode doomed =
        run("keys", "destroy", "--key", "life", "--key-version", "1", "--json").json();
    assertEquals("KEY_STATE_DESTROY_SCHEDULED", doomed.at("/key/versions/0/state").asString());
    JsonNode restored =
        run("keys", "cancel-destruction", "--key", "life", "--key-version", "1", "--json").json();
    assertEquals("KEY_STATE_DISABLED", restored.at("/key/versions/0/state").asString());
    assertTrue(run("keys", "list").success().contains("name: life"));
  }

  @Test
  void aPrivateKeyIsImported(@TempDir Path folder) throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    byte[] pkcs8 = pair.getPrivate().getEncoded();
    Path pem = folder.resolve("key.pem");
    Files.writeString(
        pem,
        "-----BEGIN PRIVATE KEY-----\n"
            + Base64.getMimeEncoder().encodeToString(pkcs8)
            + "\n-----END PRIVATE KEY-----\n");
    Path der = Files.write(folder.resolve("key.der"), pkcs8);
    Path none = Files.writeString(folder.resolve("none"), "-----BEGIN X-----\n-----END X-----\n");
    String[] command = {"keys", "import", "--format", "spki", "--private-key"};
    for (Path file : new Path[] {pem, der}) {
      assertEquals(
          HEX.formatHex(pair.getPublic().getEncoded()),
          run(concat(command, "@" + file, "--key", "import" + file.getFileName()))
              .value("public_key"));
    }
    assertTrue(
        run(concat(command, "@" + none, "--key", "x")).wrongUsage().contains("no PRIVATE KEY"));
    String said = run(concat(command, HEX.formatHex(pkcs8), "--key", "x")).wrongUsage();
    assertTrue(said.contains("comes from @FILE or -"), said);
    assertFalse(said.contains(HEX.formatHex(pkcs8)), "it shows no private key");
  }

  @Test
  void exchangesAreSigned() throws Exception {
    run("keys", "create", "--key", "peer", "--purpose", "exchange").success();
    Cli.Outcome made = run("generate", "--sign-with", "peer", "--sign-context", "text:a");
    assertEquals(128, made.value("signature").length());
    assertEquals("1", made.value("signature_version"));
    Cli.Outcome exchanged =
        run("exchange", "--peer", made.value("public_key"), "--sign-with", "peer");
    assertEquals(128, exchanged.value("signature").length());
    assertTrue(
        run("sign", "--key", "peer", "--message", "m").refusal().startsWith("KEY_PURPOSE: "));
    assertFalse(run("generate").success().contains("signature"));
  }

  @Test
  void nameIsTakenOnce() {
    run("keys", "create", "--key", "taken").success();
    String refusal = run("keys", "create", "--key", "taken").refusal();
    assertTrue(refusal.startsWith("KEY_EXISTS: "), refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "sign --key k, --message",
    "sign --key k --message a --message-hex 00, exclusive",
    "sign --key k --message a --digest 00, exclusive",
    "sign --key k --digest 00, '--digest must have 32, 48 or 64 bytes'",
    "sign --key k --message-hex abc, an even number",
    "sign --key k --message a --key-version one, --key-version",
    "verify --message a --signature hex:00, --public-key",
    "verify --key k --public-key hex:00 --message a --signature hex:00, exclusive",
    "verify --key k --message a, --signature",
    "verify --key k --format pem --message a --signature hex:00, '--format is for --public-key'",
    "sign --key k --message a --digest-hash sha256, --digest",
    "sign --key k --digest-hash sha256, --digest",
    "sign --key k --message a --encoding pem, 'der, p1363'",
    "keys create --key k --format hex, 'raw, compressed, spki, pem'"
  })
  void wrongUsage(String command, String message) {
    String said = run(command.split(" ", -1)).wrongUsage();
    assertTrue(said.contains(message), said);
  }

  @Test
  void publicKeyIsNoSignature() {
    byte[] spki = HEX.parseHex("302a300506032b6570032100" + PUBLIC_KEY);
    String pem =
        "-----BEGIN PUBLIC KEY-----\n"
            + Base64.getEncoder().encodeToString(spki)
            + "\n-----END PUBLIC KEY-----";
    String said = run("verify", "--key", "k", "--message", "a", "--signature", pem).wrongUsage();
    assertTrue(said.endsWith("this is a public key, no signature"), said);
  }

  private Cli.Outcome verifyRfc8032(String... input) {
    return verifyUnder(PUBLIC_KEY, input);
  }

  private Cli.Outcome verifyUnder(String publicKey, String... input) {
    return run(
        concat(
            new String[] {
              "verify", "--algorithm=ed25519", "--public-key", publicKey, "--signature", SIGNATURE
            },
            input));
  }

  private Cli.Outcome run(String... args) {
    return Cli.run(with(args));
  }

  private String[] with(String... args) {
    return concat(args, "--target=" + daemon.target());
  }

  private static String[] concat(String[] one, String... two) {
    String[] all = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, all, one.length, two.length);
    return all;
  }
}
