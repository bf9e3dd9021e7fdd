package io.kexd.server;

import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.Curve;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.Raw;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ready pairs as callers meet them. */
class PoolTest {
  private static TestServer start(String... more) throws StartException {
    String[] settings = {"pools.target", "40", "pools.lowWater", "20"};
    String[] all = Arrays.copyOf(settings, settings.length + more.length);
    System.arraycopy(more, 0, all, settings.length, more.length);
    return TestServer.start(all);
  }

  @Test
  void aReadyPairIsReportedAndIsTheCallersOwn() throws Exception {
    try (TestServer server = start()) {
      awaitDepth(server, "x25519", 40);
      Set<ByteString> keys = new HashSet<>();
      for (int i = 0; i < 10; i++) {
        Peer peer = Peer.random();
        ExchangeResponse reply =
            server.keyExchange().exchange(exchange(peer).setRaw(Raw.getDefaultInstance()).build());
        assertTrue(reply.getPoolHit());
        assertArrayEquals(
            peer.agree(reply.getPublicKey().toByteArray()), reply.getSecret().toByteArray());
        assertTrue(keys.add(reply.getPublicKey()));
        GenerateKeyPairResponse pair =
            server
                .keyExchange()
                .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
        assertTrue(keys.add(pair.getPublicKey()));
        assertArrayEquals(
            peer.agree(pair.getPublicKey().toByteArray()),
            server
                .keyExchange()
                .agree(agree(pair, peer).setRaw(Raw.getDefaultInstance()).build())
                .getSecret()
                .toByteArray());
      }
      assertEquals(20, server.metric("kexd_pool_hits_total{curve=\"x25519\"}"));
      assertEquals(0, server.metric("kexd_pool_misses_total{curve=\"x25519\"}"));
      assertEquals(40, server.metric("kexd_pool_target{curve=\"x25519\"}"));
      assertTrue(server.metric("kexd_pool_refills_total{curve=\"x25519\",outcome=\"OK\"}") > 0);
    }
  }

  /** A bad key costs no pair. */
  @Test
  void aRefusedExchangeTakesNone() throws Exception {
    try (TestServer server = start()) {
      awaitDepth(server, "x25519", 40);
      ExchangeRequest bad =
          exchange(Peer.random()).setPeerPublicKey(ByteString.copyFrom(new byte[32])).build();
      Failure.assertBadKey("peer_public_key", () -> server.keyExchange().exchange(bad));
      assertEquals(40, curve(server, "x25519").getPoolDepth());
      assertEquals(40, curve(server, "x25519").getPoolTarget());
    }
  }

  /** Only who asks for a curve makes its pool fill; the first is computed. */
  @Test
  void theFirstOfACurveMissesAndCallsForMore() throws Exception {
    try (TestServer server = start()) {
      assertEquals(0, curve(server, "p384").getPoolDepth());
      assertEquals(
          97,
          server
              .keyExchange()
              .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("p384").build())
              .getPublicKey()
              .size());
      assertEquals(1, server.metric("kexd_pool_misses_total{curve=\"p384\"}"));
      awaitDepth(server, "p384", 40);
      assertTrue(generateAndExchange(server, "p384"));
    }
  }

  private static boolean generateAndExchange(TestServer server, String curve) {
    ByteString peer =
        server
            .keyExchange()
            .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve(curve).build())
            .getPublicKey();
    return server
        .keyExchange()
        .exchange(ExchangeRequest.newBuilder().setCurve(curve).setPeerPublicKey(peer).build())
        .getPoolHit();
  }

  @Test
  void anEmptyPoolRefusesWhereTheSettingsSaySo() throws Exception {
    try (TestServer server = start("pools.whenEmpty", "refuse")) {
      Failure failure =
          Failure.of(
              () ->
                  server
                      .keyExchange()
                      .generateKeyPair(
                          GenerateKeyPairRequest.newBuilder().setCurve("p384").build()));
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.code());
      assertEquals(ErrorReason.ERROR_REASON_OVERLOADED, failure.reason());
      assertTrue(failure.retryAfter().orElseThrow().isPositive());
      assertEquals(0, server.metric("kexd_handles_live{curve=\"p384\"}"));
      awaitDepth(server, "p384", 40);
      assertTrue(generateAndExchange(server, "p384"));
      assertEquals(1, server.metric("kexd_handles_live{curve=\"p384\"}"));
    }
  }

  @Test
  void aCurveWithoutAPoolIsComputed() throws Exception {
    try (TestServer server = start("pools.curves", "p256", "pools.whenEmpty", "refuse")) {
      assertEquals(0, curve(server, "x25519").getPoolTarget());
      assertFalse(server.keyExchange().exchange(exchange(Peer.random()).build()).getPoolHit());
    }
  }

  @Test
  void aPoolOfNoAgreementIsNoSetting() {
    SettingsException wrong =
        assertThrows(SettingsException.class, () -> start("pools.curves", "ed25519,x25519"));
    assertTrue(
        String.valueOf(wrong.getMessage())
            .startsWith("pools.curves: this build has no ed25519; it has "));
  }

  private static Curve curve(TestServer server, String id) {
    return server
        .keyExchange()
        .listCurves(ListCurvesRequest.getDefaultInstance())
        .getCurvesList()
        .stream()
        .filter(curve -> curve.getId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static void awaitDepth(TestServer server, String curve, int depth)
      throws InterruptedException {
    for (int i = 0; i < 3_000 && curve(server, curve).getPoolDepth() != depth; i++) {
      Thread.sleep(20);
    }
    assertEquals(depth, curve(server, curve).getPoolDepth());
  }
}
