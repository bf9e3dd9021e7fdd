package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What OpenSSL's s_client sees of the TLS endpoint. */
@Tag("foreign")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TlsTest {

  /**
   * The client's connection preface of HTTP/2 (RFC 9113 section 3.4) with an empty SETTINGS frame.
   */
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + "\0\0\0\4\0\0\0\0\0";

  private final Certificates certificates;
  private final Daemon kexd;

  TlsTest(@TempDir Path folder) throws Exception {
    certificates = Certificates.byOpenssl(folder);
    kexd = certificates.daemon();
  }

  @AfterAll
  void stop() throws Exception {
    kexd.close();
  }

  @Test
  void version13WithClientCertificate() {
    String all = connect("-tls1_3", client(certificates)).all();
    assertTrue(all.contains("TLSv1.3"), all);
    assertTrue(all.contains("ALPN protocol: h2"), all);
    assertTrue(all.contains("Verify return code: 0 (ok)"), all);
  }

  @Test
  void noClientCertificateIsRefused() {
    String all = connect("-tls1_3", "-ign_eof").all();
    assertTrue(all.contains("certificate required"), all);
  }

  @Test
  void clientCertificateOfAnotherAuthorityIsRefused(@TempDir Path folder) throws Exception {
    Certificates others = Certificates.byOpenssl(folder);
    String all = connect("-tls1_3", "-ign_eof", client(others)).all();
    // Which alert it is, is BoringSSL's choice.
    assertTrue(all.contains("SSL alert number"), all);
  }

  @Test
  void version12IsRefused() {
    Tool.Result result = connect("-tls1_2", client(certificates));
    assertTrue(result.status() != 0, result::all);
    assertTrue(result.all().contains("protocol version"), result::all);
  }

  private List<Object> client(Certificates of) {
    return List.of("-cert", of.file("client.pem"), "-key", of.file("client.key"));
  }

  /**
   * Connects and sends HTTP/2's preface; then s_client ends, unless it is told to wait for the
   * server's end.
   */
  private Tool.Result connect(Object... more) {
    return Tool.find("openssl")
        .runWith(
            PREFACE,
            "s_client",
            List.of("-connect", kexd.target(), "-alpn", "h2"),
            List.of("-CAfile", certificates.file("ca.pem")),
            List.of(more));
  }
}
