package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.client.Derivation;
import io.kexd.client.HkdfDerivation;
import io.kexd.client.Peer;
import io.kexd.foreign.Daemon;
import io.kexd.v1.Hash;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import javax.crypto.KEM;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** curves, exchange, generate, agree and destroy against a daemon. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExchangeCommandsTest {
  private static final HexFormat HEX = HexFormat.of();

  private final Daemon daemon = Daemon.plaintext();

  ExchangeCommandsTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  @Test
  void curvesAreATable() {
    List<String> rows = run("curves").success().lines().toList();
    assertTrue(rows.get(1).startsWith("CURVE "), rows::toString);
    for (String row :
        List.of(
            "x25519 +standard +yes +32 +32 +yes +raw spki",
            "p256 +standard +yes +65 +32 +yes +raw compressed spki",
            "numsp256t1 +experimental +no +33 +32 +- +raw",
            "ed448 +standard +yes +57 +114 +raw spki",
            "  ed448 ed448ph")) {
      assertEquals(1, rows.stream().filter(line -> line.matches(row)).count(), row);
    }
    assertTrue(rows.stream().allMatch(row -> row.length() <= 80), rows::toString);
  }

  /** No kernel is timed here: one lane serves. */
  @Test
  void kernelsAreATable() {
    List<String> rows = run("curves", "--kernels").success().lines().toList();
    String row = "x25519 +agree +F25519 +yes +yes +yes +yes";
    assertEquals(1, rows.stream().filter(line -> line.matches(row)).count(), rows::toString);
    assertTrue(rows.stream().allMatch(line -> line.length() <= 80), rows::toString);
  }

  @Test
  void curvesInJsonHaveTheLimits() {
    JsonNode reply = run("curves", "--json").json();
    JsonNode x25519 =
        StreamSupport.stream(reply.get("curves").spliterator(), false)
            .filter(curve -> curve.get("id").asString().equals("x25519"))
            .findFirst()
            .orElseThrow();
    assertEquals("STATUS_STANDARD", x25519.get("status").asString());
    assertTrue(x25519.get("dhkem").asBoolean());
    assertEquals("60s", reply.at("/limits/default_ttl").asString());
    assertEquals(10_000, reply.at("/limits/max_handles_per_caller").asInt());
  }

  @Test
  void exchangeByEveryHkdfOption() throws Exception {
    Peer peer = Peer.create();
    Cli.Outcome reply =
        run(
            ("exchange --curve x25519 --hash sha384 --salt 0102 --info text:session --length 50"
                    + " --peer "
                    + HEX.formatHex(peer.publicKey()))
                .split(" ", -1));
    byte[] publicKey = HEX.parseHex(reply.value("public_key"));
    HkdfDerivation hkdf =
        Derivation.hkdf()
            .hash(Hash.HASH_SHA384)
            .salt(new byte[] {1, 2})
            .info("session".getBytes(StandardCharsets.UTF_8))
            .length(50);
    byte[] secret = hkdf.derive("x25519", peer.agree(publicKey), peer.publicKey(), publicKey);
    assertEquals(HEX.formatHex(secret), reply.value("secret"));
    assertEquals("false", reply.value("reused"));
  }

  @Test
  void exchangeWithKeysOmitted() throws Exception {
    Peer peer = Peer.create();
    JsonNode reply =
        run("exchange", "--omit-public-keys", "--json", "--peer", HEX.formatHex(peer.publicKey()))
            .json();
    assertEquals(
        Set.of("public_key", "secret", "pool_hit", "reused", "signature"),
        Set.copyOf(reply.propertyNames()));
    byte[] shared = peer.agree(HEX.parseHex(reply.get("public_key").asString()));
    byte[] none = {};
    assertEquals(
        HEX.formatHex(Derivation.hkdf().omitPublicKeys().derive("", shared, none, none)),
        reply.get("secret").asString());
  }

  @Test
  void exchangeRaw() throws Exception {
    Peer peer = Peer.create();
    Cli.Outcome reply =
        run("exchange", "--raw", "--base64", "--peer", HEX.formatHex(peer.publicKey()));
    byte[] publicKey = Base64.getDecoder().decode(reply.value("public_key"));
    assertArrayEquals(peer.agree(publicKey), Base64.getDecoder().decode(reply.value("secret")));
  }

  @Test
  void exchangeDhkem() throws Exception {
    Peer peer = Peer.create();
    Cli.Outcome reply = run("exchange", "--dhkem", "--peer", HEX.formatHex(peer.publicKey()));
    byte[] secret =
        KEM.getInstance("DHKEM")
            .newDecapsulator(peer.pair().getPrivate())
            .decapsulate(HEX.parseHex(reply.value("public_key")))
            .getEncoded();
    assertEquals(HEX.formatHex(secret), reply.value("secret"));
  }

  @Test
  void bothEndsByCommand() {
    Cli.Outcome pair = run("generate", "--ttl", "5m");
    assertTrue(
        Instant.parse(pair.value("expires_at")).isAfter(Instant.now().plus(Duration.ofMinutes(4))),
        pair.out());
    Cli.Outcome answer = run("exchange", "--info", "ff", "--peer", pair.value("public_key"));
    Cli.Outcome secret =
        run(
            "agree",
            "--info=ff",
            "--handle",
            pair.value("handle"),
            "--peer",
            answer.value("public_key"));
    assertEquals(answer.value("secret"), secret.value("secret"));
  }

  @Test
  void rolesByCommand() {
    Cli.Outcome one = run("generate");
    Cli.Outcome two = run("generate");
    String[] initiator = {
      "agree", "--handle", one.value("handle"), "--peer", two.value("public_key")
    };
    String[] responder = {
      "agree",
      "--handle",
      two.value("handle"),
      "--peer",
      one.value("public_key"),
      "--role",
      "responder"
    };
    assertEquals(run(initiator).value("secret"), run(responder).value("secret"));
  }

  @Test
  void pemIsAnsweredByPem(@TempDir Path folder) throws Exception {
    Peer peer = Peer.create();
    Path file =
        Files.writeString(
            folder.resolve("peer.pem"),
            "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getEncoder().encodeToString(peer.pair().getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n");
    Cli.Outcome reply = run("exchange", "--raw", "--peer", "@" + file);
    // A whole reply can be given where a key is wanted.
    KeyText answer = KeyText.parse(reply.success());
    byte[] spki = answer.bytes().toByteArray();
    byte[] raw = Arrays.copyOfRange(spki, spki.length - 32, spki.length);
    assertEquals(HEX.formatHex(peer.agree(raw)), reply.value("secret"));

    JsonNode json = run("exchange", "--json", "--peer", "@" + file).json();
    assertEquals(2 * 44, json.get("public_key").asString().length());
  }

  @Test
  void derInAndOut() throws Exception {
    Peer peer = Peer.create();
    byte[] spki = peer.pair().getPublic().getEncoded();
    Cli.Outcome reply = Cli.run(spki, with("exchange", "--format", "spki", "--peer", "-"));
    assertEquals(2 * spki.length, reply.value("public_key").length());
    String refusal = run("exchange", "--peer", HEX.formatHex(spki)).refusal();
    assertTrue(refusal.startsWith("INVALID_PUBLIC_KEY: "), refusal);
    assertTrue(refusal.endsWith("; for DER take --format spki"), refusal);
    refusal = run("exchange", "--peer", "31".repeat(44)).refusal();
    assertFalse(refusal.contains("DER"), refusal);
  }

  @Test
  void generatedPairInPem() {
    Cli.Outcome pair = run("generate", "--format", "pem");
    KeyText key = KeyText.parse(pair.success());
    assertTrue(key.pem());
    assertEquals(44, key.bytes().size());
    assertEquals(2 * 44, run("generate", "--format", "spki").value("public_key").length());
  }

  @Test
  void destroyedPairIsGone() throws Exception {
    String handle = run("generate").value("handle");
    assertEquals("", run("destroy", "--handle", handle).success());
    assertEquals("", run("destroy", "--handle", handle).success());
    assertTrue(agree(handle).refusal().startsWith("KEY_ALREADY_USED: "));
  }

  @Test
  void usedAndInventedHandlesAreRefused() throws Exception {
    String handle = run("generate").value("handle");
    assertEquals(64, agree(handle).value("secret").length());
    assertTrue(agree(handle).refusal().startsWith("KEY_ALREADY_USED: "));
    assertTrue(agree("A".repeat(handle.length())).refusal().startsWith("KEY_NOT_FOUND: "));
  }

  @ParameterizedTest
  @CsvSource({
    "generate --curve x25518, UNKNOWN_CURVE: ",
    "generate --ttl -5s, INVALID_REQUEST: ttl",
    "generate --ttl 90h, INVALID_REQUEST: ttl",
    "generate --max-uses 2, INVALID_REQUEST: max_uses",
    "exchange --length 8161, INVALID_REQUEST: hkdf.length",
    "exchange --allow-reuse, INVALID_REQUEST: allow_reuse",
  })
  void serversRefusalsAreShown(String command, String start) throws Exception {
    List<String> args = new ArrayList<>(List.of(command.split(" ", -1)));
    if (args.contains("exchange")) {
      args.addAll(List.of("--peer", HEX.formatHex(Peer.create().publicKey())));
    }
    String refusal = run(args.toArray(String[]::new)).refusal();
    assertTrue(refusal.startsWith(start), refusal);
  }

  @Test
  void smallOrderKeyIsRefused() {
    String refusal = run("exchange", "--peer", "00".repeat(32)).refusal();
    assertTrue(refusal.startsWith("INVALID_PUBLIC_KEY: "), refusal);
  }

  @ParameterizedTest
  @CsvSource({
    "--raw --dhkem, --dhkem and --raw exclude each other",
    "--raw --length 32, '--hash, --salt, --info, --length and --omit-public-keys are for HKDF:"
        + " leave out --raw'",
    "--dhkem --omit-public-keys, '--hash, --salt, --info, --length and --omit-public-keys are for"
        + " HKDF: leave out --dhkem'",
    "--length 0, --length must be positive",
    "--json --base64, --json always prints hex: leave out --base64",
    "--json --format pem, --json prints no PEM: take --format spki",
    "--format pem, '--format pem takes the given key as PEM, or as the same in DER'",
    "--cert a.pem, --cert and --cert-key go together",
    "--timeout soon, 'Invalid value for option ''--timeout'': a time is written 30s, 5m or 1h30m'",
    "--timeout 0s, a deadline must be positive"
  })
  void contradictionsAreWrongUsage(String options, String message) {
    List<String> args = new ArrayList<>(List.of("exchange", "--peer", "11".repeat(32)));
    args.addAll(List.of(options.split(" ", -1)));
    String said = run(args.toArray(String[]::new)).wrongUsage();
    assertTrue(said.startsWith(message), said);
  }

  @Test
  void badOptionValuesAreWrongUsage() {
    String peer = "11".repeat(32);
    String said = run("exchange", "--peer", peer, "--hash", "md5").wrongUsage();
    assertTrue(said.contains("sha256, sha384, sha512"), said);
    said = run("agree", "--handle", "h", "--peer", peer, "--role", "boss").wrongUsage();
    assertTrue(said.contains("initiator, responder"), said);
    assertTrue(run("exchange").wrongUsage().contains("'--peer=KEY'"));
    String target = Cli.run("curves", "--target", "nowhere").wrongUsage();
    assertEquals("--target must be HOST:PORT", target);
    target = Cli.run("curves", "--target", "kexd.example.org:9090").wrongUsage();
    assertTrue(target.contains("use TLS"), target);
  }

  /** A secret may have come to the wrong place: no message repeats a value. */
  @Test
  void valuesAreNotRepeated() {
    String secret = "s3cret-value!";
    for (String option : List.of("--peer", "--salt", "--info")) {
      String said = run("exchange", "--peer", "11".repeat(32), option, secret).err();
      assertFalse(said.contains(secret), said);
    }
  }

  @Test
  void standardInputServesOneOption() {
    Cli.Outcome outcome = Cli.run(new byte[32], with("exchange", "--peer", "-", "--info", "-"));
    assertTrue(outcome.wrongUsage().contains("standard input can serve one option only"));
  }

  @Test
  void serverThatIsNotThere() throws Exception {
    String target = "127.0.0.1:" + Daemon.freePort();
    assertEquals(
        "UNAVAILABLE: no kexd server answers at " + target + ": connection refused",
        Cli.run("curves", "--target", target).refusal());
  }

  private Cli.Outcome agree(String handle) throws Exception {
    String peer = HEX.formatHex(Peer.create().publicKey());
    return run("agree", "--handle", handle, "--peer", peer);
  }

  private Cli.Outcome run(String... args) {
    return Cli.run(with(args));
  }

  private String[] with(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 1);
    all[args.length] = "--target=" + daemon.target();
    return all;
  }
}
