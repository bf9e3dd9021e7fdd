package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.kexd.foreign.Daemon;
import io.kexd.foreign.Tool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** OpenSSL as the peer of the command line, for every standard that it has too. */
@Tag("foreign")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpensslTest {
  private static final HexFormat HEX = HexFormat.of();

  private final Tool openssl = Tool.find("openssl");
  private final Daemon daemon = Daemon.plaintext();
  @TempDir private Path folder;

  OpensslTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  @ParameterizedTest
  @CsvSource({"x25519, X25519", "x448, X448", "p256, P-256", "p384, P-384", "p521, P-521"})
  void secretsAreOpenssls(String curve, String name) throws Exception {
    Path key = newKey(name);
    Cli.Outcome answer = run("exchange", "--curve", curve, "--raw", "--peer", "@" + publicKey(key));
    assertEquals(derive(key, answer), answer.value("secret"));

    Cli.Outcome pair = run("generate", "--curve", curve, "--format", "pem");
    String[] agree = {"agree", "--handle", pair.value("handle"), "--raw"};
    assertEquals(
        derive(key, pair), run(concat(agree, "--peer", "@" + publicKey(key))).value("secret"));
  }

  /** A whole reply is a PEM file: what stands before BEGIN is skipped. */
  private String derive(Path key, Cli.Outcome reply) throws Exception {
    Path peer = Files.writeString(folder.resolve("peer.pem"), reply.success());
    Path secret = folder.resolve("secret");
    openssl.run("pkeyutl", "-derive", "-inkey", key, "-peerkey", peer, "-out", secret).success();
    return HEX.formatHex(Files.readAllBytes(secret));
  }

  @ParameterizedTest
  @CsvSource({
    "ecdsa-p256-sha256, P-256, sha256",
    "ecdsa-p384-sha384, P-384, sha384",
    "ecdsa-p521-sha512, P-521, sha512"
  })
  void ecdsaIsOpenssls(String algorithm, String name, String hash) throws Exception {
    List<Object> verify = List.of("dgst", "-" + hash, "-verify");
    List<Object> sign = List.of("dgst", "-" + hash, "-sign");
    Path message = Files.writeString(folder.resolve("message"), "hello");
    Path signature = signed(algorithm, message);
    Path publicKey = Files.writeString(folder.resolve("kexd.pem"), keyOf(algorithm));
    openssl.run(verify, publicKey, "-signature", signature, message).success();
    Path other = Files.writeString(folder.resolve("other"), "hallo");
    assertNotEquals(0, openssl.run(verify, publicKey, "-signature", signature, other).status());

    Path key = newKey(name);
    openssl.run(sign, key, "-out", signature, message).success();
    assertVerifies(algorithm, publicKey(key), message, signature);
  }

  @ParameterizedTest
  @CsvSource({"ed25519, ED25519", "ed448, ED448"})
  void edDsaIsOpenssls(String algorithm, String name) throws Exception {
    Path message = Files.writeString(folder.resolve("message"), "hello");
    Path signature = signed(algorithm, message);
    Path publicKey = Files.writeString(folder.resolve("kexd.pem"), keyOf(algorithm));
    List<Object> input = List.of("-rawin", "-in", message);
    openssl
        .run("pkeyutl", "-verify", "-pubin", "-inkey", publicKey, input, "-sigfile", signature)
        .success();
    Path key = newKey(name);
    openssl.run("pkeyutl", "-sign", "-inkey", key, input, "-out", signature).success();
    assertVerifies(algorithm, publicKey(key), message, signature);
  }

  /** Signs with a new key of the name of its algorithm. */
  private Path signed(String algorithm, Path message) throws Exception {
    run("keys", "create", "--key", algorithm, "--algorithm", algorithm).success();
    String signature =
        run("sign", "--key", algorithm, "--message", "@" + message).value("signature");
    return Files.write(folder.resolve("signature"), HEX.parseHex(signature));
  }

  private String keyOf(String algorithm) {
    return run("keys", "get", "--key", algorithm, "--format", "pem").success();
  }

  private void assertVerifies(String algorithm, Path publicKey, Path message, Path signature) {
    Cli.Outcome verified =
        run(
            "verify",
            "--algorithm",
            algorithm,
            "--public-key",
            "@" + publicKey,
            "--message",
            "@" + message,
            "--signature",
            "@" + signature);
    assertEquals("true", verified.value("valid"));
  }

  private Path newKey(String name) {
    Path key = folder.resolve("key.pem");
    List<String> algorithm =
        name.startsWith("P-")
            ? List.of("-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:" + name)
            : List.of("-algorithm", name);
    openssl.run("genpkey", algorithm, "-out", key).success();
    return key;
  }

  private Path publicKey(Path key) {
    Path file = folder.resolve("public.pem");
    openssl.run("pkey", "-in", key, "-pubout", "-out", file).success();
    return file;
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
