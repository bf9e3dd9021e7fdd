package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.VerifyRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The management port, and what the meters say after some calls. */
class ManagementTest {
  private static final Set<String> CURVES =
      Stream.concat(Stream.of("none"), Curves.all().stream().map(Scheme::id))
          .collect(Collectors.toUnmodifiableSet());
  private static final String EXCHANGE = "{curve=\"x25519\",operation=\"exchange\"}";

  private static TestServer server;
  private static GenerateKeyPairResponse pair;

  @BeforeAll
  static void makeSomeCalls() throws StartException {
    server = TestServer.start();
    ExchangeRequest good =
        ExchangeRequest.newBuilder()
            .setCurve("x25519")
            .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
            .build();
    for (int i = 0; i < 3; i++) {
      assertEquals(32, server.keyExchange().exchange(good).getSecret().size());
    }
    fail(ErrorReason.ERROR_REASON_UNKNOWN_CURVE, good.toBuilder().setCurve("evil\"curve").build());
    fail(ErrorReason.ERROR_REASON_UNKNOWN_CURVE, good.toBuilder().setCurve("p999").build());
    fail(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
        good.toBuilder().setPeerPublicKey(ByteString.copyFromUtf8("short")).build());
    pair =
        server
            .keyExchange()
            .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
    assertEquals(
        1,
        server
            .signing()
            .createSigningKey(
                CreateSigningKeyRequest.newBuilder()
                    .setName("name-of-a-key")
                    .setAlgorithm("ed25519")
                    .build())
            .getKey()
            .getPrimaryVersion());
    assertFalse(
        server
            .signing()
            .verify(
                VerifyRequest.newBuilder()
                    .setKey("name-of-a-key")
                    .setMessage(ByteString.EMPTY)
                    .build())
            .getValid());
  }

  private static void fail(ErrorReason reason, ExchangeRequest request) {
    assertEquals(reason, Failure.of(() -> server.keyExchange().exchange(request)).reason());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void probes() {
    for (String probe : List.of("/livez", "/readyz")) {
      assertEquals(200, server.manage("GET", probe).statusCode());
      HttpResponse<String> head = server.manage("HEAD", probe);
      assertEquals(200, head.statusCode());
      assertEquals("", head.body());
    }
  }

  @Test
  void nothingElseIsThere() {
    for (String path : List.of("/metrics/", "/metricsx", "/admin", "/livez/..")) {
      assertEquals(404, server.manage("GET", path).statusCode(), path);
    }
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS", "TRACE")) {
      HttpResponse<String> refused = server.manage(method, "/metrics");
      assertEquals(405, refused.statusCode(), method);
      assertEquals("GET, HEAD", refused.headers().firstValue("Allow").orElseThrow());
    }
  }

  @Test
  void aRequestThatNeverEndsIsCutOff() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (Socket slow = new Socket(loopback, server.server().managementPort())) {
      slow.setSoTimeout(60_000);
      slow.getOutputStream().write("GET /livez HT".getBytes(StandardCharsets.US_ASCII));
      assertEquals(-1, slow.getInputStream().read());
    }
  }

  @Test
  void thePageForPeopleNamesCurves() {
    HttpResponse<String> page = server.manage("GET", "/");
    assertEquals(200, page.statusCode());
    assertTrue(page.headers().firstValue("Content-Type").orElseThrow().startsWith("text/html"));
    for (String shown : List.of("x25519", "ed25519", "Serving.", "/metrics", "/readyz")) {
      assertTrue(page.body().contains(shown), shown);
    }
    assertShowsNobody(page.body());
  }

  @Test
  void outcomesAreCounted() {
    assertEquals(3, outcome("x25519", "exchange", "OK"));
    assertEquals(1, outcome("x25519", "exchange", "INVALID_PUBLIC_KEY"));
    assertEquals(2, outcome("none", "exchange", "UNKNOWN_CURVE"));
    assertEquals(1, outcome("x25519", "generate", "OK"));
    assertEquals(1, outcome("ed25519", "create_key", "OK"));
    assertEquals(1, outcome("ed25519", "verify", "OK"));
    assertEquals(4, server.metric("kexd_request_seconds_count" + EXCHANGE));
    assertEquals(4, server.metric("kexd_queue_seconds_count" + EXCHANGE));
    assertEquals(4, server.metric("kexd_compute_seconds_count" + EXCHANGE));
    assertEquals(4, server.metric("kexd_lanes_used_count" + EXCHANGE));
    assertEquals(1, server.metric("kexd_handles_live{curve=\"x25519\"}"));
    assertEquals(1, server.metric("kexd_signing_keys{state=\"enabled\"}"));
    assertEquals(0, server.metric("kexd_permits_in_use"));
    assertTrue(server.metric("kexd_compute_share_seconds_total" + EXCHANGE) > 0);
    assertEquals(
        1,
        server.metric(
            "kexd_kernel_info{curve=\"x25519\",kernel=\"F25519\",lanes=\"1\",operation=\"agree\"}"));
    assertTrue(server.metric("kexd_ready_seconds") > 0);
  }

  private static double outcome(String curve, String operation, String reason) {
    return server.metric(
        "kexd_requests_total{curve=\"%s\",operation=\"%s\",reason=\"%s\"}"
            .formatted(curve, operation, reason));
  }

  @Test
  void bucketsGoFromFiveMicrosecondsToTenSeconds() {
    List<Double> bounds =
        scrape()
            .filter(line -> line.startsWith("kexd_request_seconds_bucket"))
            .filter(line -> line.contains("operation=\"exchange\"") && line.contains("x25519"))
            .map(line -> line.replaceFirst(".*le=\"([^\"]*)\".*", "$1"))
            .filter(bound -> !bound.equals("+Inf"))
            .map(Double::valueOf)
            .toList();
    assertEquals(5e-6, bounds.get(0));
    assertEquals(10.0, bounds.get(bounds.size() - 1));
    assertEquals(20, bounds.size());
  }

  @Test
  void labelsComeFromClosedSets() {
    Pattern label = Pattern.compile("curve=\"([^\"]*)\"");
    long seen =
        scrape()
            .map(label::matcher)
            .filter(Matcher::find)
            .peek(found -> assertTrue(CURVES.contains(found.group(1)), found.group()))
            .count();
    assertTrue(seen > 0);
    Set<String> reasons =
        Stream.of(ErrorReason.values())
            .filter(reason -> reason != ErrorReason.UNRECOGNIZED)
            .map(reason -> reason.name().substring("ERROR_REASON_".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    reasons.add("OK");
    Pattern outcome = Pattern.compile("reason=\"([^\"]*)\"");
    scrape()
        .map(outcome::matcher)
        .filter(Matcher::find)
        .forEach(found -> assertTrue(reasons.contains(found.group(1)), found.group()));
  }

  @Test
  void nothingNamesACallerAKeyOrAHandle() {
    assertShowsNobody(server.manage("GET", "/metrics").body());
  }

  private static void assertShowsNobody(String text) {
    for (String hidden : List.of("name-of-a-key", pair.getHandle(), "anonymous", "evil", "p999")) {
      assertFalse(text.contains(hidden), hidden);
    }
  }

  @Test
  void everyMeterIsExplained() throws IOException {
    Path page = Path.of(System.getProperty("kexd.root", ".."), "docs", "metrics.md");
    String docs = Files.readString(page);
    Pattern family = Pattern.compile("# TYPE ((?:kexd|grpc|netty)_\\w+) \\w+");
    Set<String> undocumented =
        scrape()
            .map(family::matcher)
            .filter(Matcher::matches)
            .map(found -> found.group(1).replaceFirst("_max$", ""))
            .filter(name -> !docs.contains("`" + name))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(Set.of(), undocumented);
  }

  @Test
  void everyKexdMeterHasAHelpText() {
    List<String> silent = scrape().filter(line -> line.matches("# HELP kexd_\\w+\\s*")).toList();
    assertEquals(List.of(), silent);
  }

  @Test
  void openMetricsOnRequest() {
    HttpResponse<String> reply =
        server.manage("GET", "/metrics", "Accept", "application/openmetrics-text");
    assertTrue(
        reply
            .headers()
            .firstValue("Content-Type")
            .orElseThrow()
            .startsWith("application/openmetrics-text"));
    assertTrue(reply.body().endsWith("# EOF\n"));
  }

  private static Stream<String> scrape() {
    return server.manage("GET", "/metrics").body().lines();
  }
}
