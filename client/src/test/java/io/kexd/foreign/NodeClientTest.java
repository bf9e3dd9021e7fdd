package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * grpc-js with the keys of Node's OpenSSL, in plaintext and over mTLS with what `kexd certs` made.
 */
@Tag("foreign")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class NodeClientTest {

  private final Path protos;
  private final Certificates certificates;
  private final Daemon plaintext;
  private final Daemon mutualTls;

  NodeClientTest(@TempDir Path folder) throws Exception {
    protos = Protos.copyTo(folder.resolve("protos"));
    certificates = Certificates.byKexd(folder.resolve("certificates"));
    plaintext = Daemon.plaintext();
    mutualTls = certificates.daemon();
  }

  @AfterAll
  void stop() throws Exception {
    plaintext.close();
    mutualTls.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exchange",
        "generateAgree",
        "bothEnds",
        "refusals",
        "batch",
        "stream",
        "signVerify"
      })
  void plaintext(String scenario) {
    run(scenario, plaintext.target());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exchange",
        "generateAgree",
        "bothEnds",
        "refusals",
        "batch",
        "stream",
        "signVerify"
      })
  void mutualTls(String scenario) {
    run(
        scenario,
        mutualTls.target(),
        certificates.file("ca.pem"),
        certificates.file("client.pem"),
        certificates.file("client.key"));
  }

  private void run(String scenario, String target, Path... tls) {
    Path script = Tool.SCRIPTS.resolve("client.js");
    String out = Tool.node().run(script, protos, target, scenario, List.of(tls)).success();
    assertEquals("passed: " + scenario, out.strip());
  }
}
