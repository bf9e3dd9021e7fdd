package io.kexd.server;

import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.Curve;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.Raw;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reuse as callers meet it: only where the settings and the request ask for it, within bounds. */
class ReuseTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server =
        TestServer.start(
            "reuse.curves", "x25519,p384", "reuse.callers", "anonymous", "reuse.maxUses", "3");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aPairAnswersAgainAndNeverTooOften() {
    ExchangeRequest request =
        ExchangeRequest.newBuilder()
            .setCurve("p384")
            .setPeerPublicKey(generate("p384", 1).getPublicKey())
            .setAllowReuse(true)
            .build();
    Map<ByteString, Integer> uses = new HashMap<>();
    int repeated = 0;
    for (int i = 0; i < 12; i++) {
      ExchangeResponse reply = server.keyExchange().exchange(request);
      int number = uses.merge(reply.getPublicKey(), 1, Integer::sum);
      assertEquals(number > 1, reply.getReused());
      repeated += number > 1 ? 1 : 0;
    }
    assertTrue(uses.values().stream().allMatch(n -> n <= 3), uses.values().toString());
    assertEquals(8, repeated);
    assertEquals(8, server.metric("kexd_reuse_total{curve=\"p384\"}"));
  }

  /** With HKDF as the caller would do it. */
  @Test
  void everySecretIsItsOwn() throws GeneralSecurityException {
    Hkdf plain = Hkdf.newBuilder().setOmitPublicKeys(true).build();
    for (int i = 0; i < 4; i++) {
      Peer peer = Peer.random();
      ExchangeResponse reply =
          server.keyExchange().exchange(exchange(peer).setAllowReuse(true).setHkdf(plain).build());
      byte[] shared = peer.agree(reply.getPublicKey().toByteArray());
      assertArrayEquals(
          KDF.getInstance("HKDF-SHA256")
              .deriveData(HKDFParameterSpec.ofExtract().addIKM(shared).thenExpand(null, 32)),
          reply.getSecret().toByteArray());
    }
  }

  @Test
  void whoDoesNotAskGetsAFreshPair() {
    ByteString again =
        server
            .keyExchange()
            .exchange(exchange(Peer.random()).setAllowReuse(true).build())
            .getPublicKey();
    for (int i = 0; i < 4; i++) {
      ExchangeResponse reply = server.keyExchange().exchange(exchange(Peer.random()).build());
      assertFalse(reply.getReused());
      assertNotEquals(again, reply.getPublicKey());
    }
  }

  @Test
  void aHandleHasItsUses() {
    GenerateKeyPairResponse pair = generate("x25519", 3);
    Failure.assertInvalid(
        "raw",
        () ->
            server
                .keyExchange()
                .agree(agree(pair, Peer.random()).setRaw(Raw.getDefaultInstance()).build()));
    Failure.assertBadKey(
        "peer_public_key",
        () ->
            server
                .keyExchange()
                .agree(
                    agree(pair, Peer.random())
                        .setPeerPublicKey(ByteString.copyFrom(new byte[32]))
                        .build()));
    for (int i = 0; i < 3; i++) {
      assertEquals(
          32, server.keyExchange().agree(agree(pair, Peer.random()).build()).getSecret().size());
    }
    Failure used = Failure.of(() -> server.keyExchange().agree(agree(pair, Peer.random()).build()));
    assertEquals(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, used.reason());
    assertEquals(0, server.metric("kexd_handles_live{curve=\"x25519\"}"));
  }

  /** Many at once on one handle: as many as it has uses get their secret. */
  @Test
  void noHandleIsUsedTooOftenUnderConcurrency() throws Exception {
    int threads = 16;
    for (int round = 0; round < 5; round++) {
      GenerateKeyPairResponse pair = generate("x25519", 2);
      List<Future<Boolean>> calls = new ArrayList<>();
      try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
        for (int i = 0; i < threads; i++) {
          calls.add(pool.submit(() -> agrees(pair)));
        }
      }
      int done = 0;
      for (Future<Boolean> call : calls) {
        done += call.get() ? 1 : 0;
      }
      assertEquals(2, done);
    }
  }

  private static boolean agrees(GenerateKeyPairResponse pair) {
    try {
      return server.keyExchange().agree(agree(pair, Peer.random()).build()).getSecret().size()
          == 32;
    } catch (StatusRuntimeException refused) {
      assertEquals(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, Failure.of(refused).reason());
      return false;
    }
  }

  private static GenerateKeyPairResponse generate(String curve, int uses) {
    return server
        .keyExchange()
        .generateKeyPair(
            GenerateKeyPairRequest.newBuilder().setCurve(curve).setMaxUses(uses).build());
  }

  @Test
  void whatTheSettingsDoNotAllowIsRefused() {
    Failure.assertInvalid("max_uses", () -> generate("x25519", 4));
    Failure.assertInvalid("max_uses", () -> generate("x25519", -1));
    Failure.assertInvalid("max_uses", () -> generate("x448", 2));
    ExchangeRequest request = exchange(Peer.random()).setAllowReuse(true).build();
    for (ExchangeRequest refused :
        List.of(
            request.toBuilder().setRaw(Raw.getDefaultInstance()).build(),
            request.toBuilder().setDhkem(Dhkem.getDefaultInstance()).build(),
            request.toBuilder().setCurve("x448").build())) {
      Failure.assertInvalid("allow_reuse", () -> server.keyExchange().exchange(refused));
    }
  }

  @Test
  void listCurvesTellsTheCallersPolicy() {
    Curve x25519 = curve(server.keyExchange(), "x25519");
    assertEquals(3, x25519.getReuse().getMaxUses());
    assertEquals(10, x25519.getReuse().getWindow().getSeconds());
    Curve x448 = curve(server.keyExchange(), "x448");
    assertEquals(1, x448.getReuse().getMaxUses());
    assertFalse(x448.getReuse().hasWindow());
  }

  private static Curve curve(KeyExchangeServiceBlockingStub stub, String id) {
    return stub.listCurves(ListCurvesRequest.getDefaultInstance()).getCurvesList().stream()
        .filter(curve -> curve.getId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  /** Two callers may reuse, a third may not, and none gets another's pair. */
  @Test
  void callersShareNoPair(@TempDir Path folder) throws StartException, IOException {
    Certificates certificates = new Certificates(folder);
    Certificates.Pem pem = certificates.server();
    try (TestServer mutual =
        TestServer.start(
            "tls.certificate", pem.certificate().toString(),
            "tls.key", pem.key().toString(),
            "tls.clientCa", certificates.authority().toString(),
            "reuse.curves", "x25519",
            "reuse.callers", "spiffe://kexd.test/alice,bob.example")) {
      KeyExchangeServiceBlockingStub alice =
          stub(mutual, certificates, certificates.spiffe("alice", "spiffe://kexd.test/alice"));
      KeyExchangeServiceBlockingStub bob =
          stub(mutual, certificates, certificates.issue("bob", Certificates.dns("Bob.example")));
      KeyExchangeServiceBlockingStub carol =
          stub(mutual, certificates, certificates.issue("carol", Certificates.dns("anonymous")));
      ExchangeRequest request = exchange(Peer.random()).setAllowReuse(true).build();
      ByteString ofAlice = alice.exchange(request).getPublicKey();
      ByteString ofBob = bob.exchange(request).getPublicKey();
      assertNotEquals(ofAlice, ofBob);
      assertEquals(ofAlice, alice.exchange(request).getPublicKey());
      assertEquals(ofBob, bob.exchange(request).getPublicKey());
      Failure.assertInvalid("allow_reuse", () -> carol.exchange(request));
      assertEquals(16, curve(alice, "x25519").getReuse().getMaxUses());
      assertEquals(1, curve(carol, "x25519").getReuse().getMaxUses());
    }
  }

  private static KeyExchangeServiceBlockingStub stub(
      TestServer mutual, Certificates certificates, Certificates.Pem client) throws IOException {
    return KeyExchangeServiceGrpc.newBlockingStub(
        mutual.tls(certificates.authority(), Optional.of(client)));
  }

  /** A pair that nobody uses up is gone with its window. */
  @Test
  void aWindowCloses() throws Exception {
    try (TestServer brief =
        TestServer.start(
            "reuse.curves", "x25519", "reuse.callers", "anonymous", "reuse.window", "100ms")) {
      ExchangeRequest request = exchange(Peer.random()).setAllowReuse(true).build();
      ByteString first = brief.keyExchange().exchange(request).getPublicKey();
      GenerateKeyPairResponse pair =
          brief
              .keyExchange()
              .generateKeyPair(
                  GenerateKeyPairRequest.newBuilder().setCurve("x25519").setMaxUses(9).build());
      assertEquals(
          32, brief.keyExchange().agree(agree(pair, Peer.random()).build()).getSecret().size());
      Thread.sleep(150);
      assertNotEquals(first, brief.keyExchange().exchange(request).getPublicKey());
      Failure over =
          Failure.of(() -> brief.keyExchange().agree(agree(pair, Peer.random()).build()));
      assertEquals(Status.Code.FAILED_PRECONDITION, over.code());
      assertEquals(ErrorReason.ERROR_REASON_KEY_EXPIRED, over.reason());
      assertEquals(0, brief.metric("kexd_handles_expired_total{curve=\"x25519\"}"));
    }
  }
}
