package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** mTLS with certificates that {@code kexd certs} made. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MutualTlsTest {
  private final Path folder;
  private final Daemon daemon;

  MutualTlsTest(@TempDir Path folder) throws Exception {
    this.folder = folder;
    Cli.run("certs", "--out", folder.toString(), "--client", "alice", "--client", "bob").success();
    daemon = Daemon.mutualTls(file("ca.pem"), file("server.pem"), file("server.key"));
  }

  @AfterAll
  void stop() throws Exception {
    daemon.close();
  }

  @Test
  void eachCallerHasKeysOfItsOwn() {
    String handle = as("alice", "generate").value("handle");
    String peer = as("bob", "generate").value("public_key");
    String[] agree = {"agree", "--handle", handle, "--peer", peer};
    String refusal = as("bob", agree).refusal();
    assertTrue(refusal.startsWith("KEY_NOT_FOUND: "), refusal);
    assertEquals(64, as("alice", agree).value("secret").length());

    as("alice", "keys", "create", "--key", "mine").success();
    refusal = as("bob", "sign", "--key", "mine", "--message", "x").refusal();
    assertTrue(refusal.startsWith("KEY_NOT_FOUND: "), refusal);
  }

  @Test
  void callerWithoutCertificate() {
    assertHandshakeFails(
        "the server requires a client certificate", "--ca", file("ca.pem").toString());
  }

  @Test
  void serverOfAnotherAuthority(@TempDir Path other) {
    Cli.run("certs", "--out", other.toString()).success();
    assertHandshakeFails(
        "no trusted authority issued the server's certificate",
        "--ca",
        other.resolve("ca.pem").toString());
    assertHandshakeFails("no trusted authority issued the server's certificate", "--tls");
  }

  @Test
  void keyOfAnotherCertificate() {
    assertHandshakeFails(
        "the client's certificate and private key do not belong together",
        "--ca=" + file("ca.pem"),
        "--cert=" + file("alice.pem"),
        "--cert-key=" + file("bob.key"));
  }

  @Test
  void serverThatWantsTls() {
    String refusal = Cli.run("curves", "--target", daemon.target()).refusal();
    assertEquals(
        "UNAVAILABLE: " + daemon.target() + " closed the connection: does it want TLS, or none?",
        refusal);
  }

  private void assertHandshakeFails(String why, String... options) {
    String refusal =
        Cli.run(
                Stream.concat(Stream.of("curves", "--target", daemon.target()), Stream.of(options))
                    .toArray(String[]::new))
            .refusal();
    assertEquals(
        "UNAVAILABLE: the TLS handshake with " + daemon.target() + " failed: " + why, refusal);
  }

  private Cli.Outcome as(String client, String... args) {
    return Cli.run(
        Stream.concat(
                Stream.of(args),
                Stream.of(
                    "--target=" + daemon.target(),
                    "--ca=" + file("ca.pem"),
                    "--cert=" + file(client + ".pem"),
                    "--cert-key=" + file(client + ".key")))
            .toArray(String[]::new));
  }

  private Path file(String name) {
    return folder.resolve(name);
  }
}
