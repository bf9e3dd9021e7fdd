package io.kexd.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.client.Peer;
import io.kexd.foreign.Daemon;
import io.kexd.launcher.FakeCheckout.Outcome;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The launcher as people use it, on what this build made: it must find nothing left to build. */
@Timeout(300)
class LauncherIT {
  private static final Path KEXD =
      Path.of(System.getProperty("kexd.root", "..")).resolve("kexd").toAbsolutePath();

  @TempDir private Path temp;

  @Test
  void version() throws Exception {
    Outcome outcome = run("--version");
    assertEquals(0, outcome.status(), outcome::err);
    assertTrue(outcome.out().startsWith("kexd "), outcome::out);
    assertEquals("", outcome.err());
  }

  @Test
  void exchangeWithAServerUntilSigterm() throws Exception {
    Process server = start("serve", "--port", "0", "--management-port", "0");
    try {
      String target = Daemon.awaitReady(server);
      String peer = HexFormat.of().formatHex(Peer.create().publicKey());
      Outcome outcome = run("exchange", "--target", target, "--peer", peer);
      assertEquals(0, outcome.status(), outcome::err);
      assertTrue(
          outcome.out().matches("(?s)public_key: [0-9a-f]{64}\nsecret: [0-9a-f]{64}\n.*"),
          outcome::out);
      assertEquals("", outcome.err());

      outcome = run("exchange", "--target", target, "--peer", "00".repeat(32));
      assertEquals(1, outcome.status());
      assertTrue(outcome.err().startsWith("INVALID_PUBLIC_KEY: "), outcome::err);

      server.destroy();
      assertTrue(server.waitFor(30, TimeUnit.SECONDS));
      assertEquals(0, server.exitValue());
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void standardInputAndFailures() throws Exception {
    Process process =
        start("exchange", "--peer", "-", "--target", "127.0.0.1:" + Daemon.freePort());
    process.getOutputStream().write(new byte[32]);
    process.getOutputStream().close();
    Outcome outcome = FakeCheckout.end(process);
    assertEquals(1, outcome.status());
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    assertTrue(outcome.err().contains("connection refused"), outcome::err);

    assertEquals(2, run("exchange").status());
  }

  @Test
  void certs() throws Exception {
    Path folder = temp.resolve("certs");
    Outcome outcome = run("certs", "--out", folder.toString());
    assertEquals(0, outcome.status(), outcome::err);
    assertFalse(Files.notExists(folder.resolve("ca.pem")));
  }

  private Outcome run(String... args) throws Exception {
    return FakeCheckout.end(start(args));
  }

  /** With a Maven that fails: a launcher that builds fails the test. */
  private Process start(String... args) throws Exception {
    Path maven = Files.createDirectories(temp.resolve("bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho 'nothing should be left to build'\nexit 1\n");
    assertTrue(maven.toFile().setExecutable(true));
    List<String> command = new ArrayList<>(List.of(KEXD.toString()));
    command.addAll(List.of(args));
    ProcessBuilder builder = new ProcessBuilder(command).directory(temp.toFile());
    builder
        .environment()
        .merge("PATH", maven.getParent() + File.pathSeparator, (path, bin) -> bin + path);
    builder.environment().put("JAVA25_HOME", System.getProperty("java.home"));
    return builder.start();
  }
}
