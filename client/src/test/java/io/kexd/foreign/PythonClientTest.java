package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Python's grpcio with keys of OpenSSL and libsodium, in plaintext and over mTLS. */
@Tag("foreign")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PythonClientTest {

  private final Path stubs;
  private final Certificates certificates;
  private final Daemon plaintext;
  private final Daemon mutualTls;

  PythonClientTest(@TempDir Path folder) throws Exception {
    stubs = stubs(Protos.copyTo(folder.resolve("protos")), folder.resolve("stubs"));
    certificates = Certificates.byOpenssl(folder.resolve("certificates"));
    plaintext = Daemon.plaintext();
    mutualTls = certificates.daemon();
  }

  private static Path stubs(Path protos, Path stubs) throws Exception {
    Files.createDirectories(stubs);
    try (Stream<Path> files = Files.walk(protos)) {
      List<Path> sources =
          files
              .filter(f -> f.toString().endsWith(".proto"))
              .filter(f -> !f.startsWith(protos.resolve("google/protobuf")))
              .toList();
      Tool.find("protoc")
          .run(
              "-I" + protos,
              "--python_out=" + stubs,
              "--grpc_out=" + stubs,
              "--plugin=protoc-gen-grpc=" + Tool.find("grpc_python_plugin").program,
              sources)
          .success();
    }
    return stubs;
  }

  @BeforeAll
  void toolsAreThere() {
    Tool.python().run("-c", "import grpc, nacl, google.protobuf").success();
  }

  @AfterAll
  void stop() throws Exception {
    plaintext.close();
    mutualTls.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exchange_hkdf",
        "exchange_spki",
        "exchange_dhkem",
        "generate_agree",
        "small_order",
        "batch",
        "stream",
        "sign_verify",
        "signed_exchange"
      })
  void plaintext(String scenario) {
    run(scenario, plaintext.target());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exchange_hkdf",
        "generate_agree",
        "small_order",
        "batch",
        "stream",
        "sign_verify"
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
    Path script = Tool.SCRIPTS.resolve("client.py");
    String out = Tool.python().run(script, stubs, target, scenario, List.of(tls)).success();
    assertEquals("passed: " + scenario, out.strip());
  }
}
