package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Raw;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What handles promise: one use, an end in time, precise answers for their owner. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HandleTest {
  private TestServer server;

  @BeforeAll
  void start() throws Exception {
    server = server("handles.maxPerCaller", "8");
  }

  @AfterAll
  void stop() {
    server.close();
  }

  /** A server of the kind that is tested. */
  TestServer server(String... settings) throws Exception {
    return TestServer.start(settings);
  }

  @Test
  void aHandleServesOnce() {
    GenerateKeyPairResponse pair = generate(server, 60);
    server.keyExchange().agree(agree(pair));
    assertUsed(server, pair);
  }

  @Test
  void ofSixtyFourThreadsOneWins() throws Exception {
    int threads = 64;
    GenerateKeyPairResponse pair = generate(server, 60);
    CyclicBarrier barrier = new CyclicBarrier(threads);
    Callable<ErrorReason> attempt =
        () -> {
          barrier.await();
          try {
            server.keyExchange().agree(agree(pair));
            return ErrorReason.ERROR_REASON_UNSPECIFIED;
          } catch (StatusRuntimeException e) {
            return Failure.of(e).reason();
          }
        };
    Map<ErrorReason, Integer> outcomes = new EnumMap<>(ErrorReason.class);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<ErrorReason>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(attempt));
      }
      for (Future<ErrorReason> one : all) {
        outcomes.merge(one.get(), 1, Integer::sum);
      }
    }
    assertEquals(
        Map.of(
            ErrorReason.ERROR_REASON_UNSPECIFIED,
            1,
            ErrorReason.ERROR_REASON_KEY_ALREADY_USED,
            threads - 1),
        outcomes);
  }

  @Test
  void aHandleExpiresAndIsForgotten() throws Exception {
    try (TestServer own = server("handles.tombstoneTime", "1s")) {
      assertFalse(generate(own, 60).getHandle().isEmpty());
      GenerateKeyPairResponse pair = generate(own, 0, 200);
      awaitExpiry(own, pair);
      assertFails(
          Status.Code.FAILED_PRECONDITION,
          ErrorReason.ERROR_REASON_KEY_EXPIRED,
          () -> own.keyExchange().agree(agree(pair)));
      await(
          () ->
              Failure.of(() -> own.keyExchange().agree(agree(pair))).reason()
                  == ErrorReason.ERROR_REASON_KEY_NOT_FOUND);
    }
  }

  /** No call touches the handle: the timer alone ends it. */
  void awaitExpiry(TestServer own, GenerateKeyPairResponse pair) throws InterruptedException {
    assertTrue(pair.hasExpiresAt());
    await(() -> own.metric("kexd_handles_expired_total{curve=\"x25519\"}") == 1);
    assertEquals(1, own.metric("kexd_handles_live{curve=\"x25519\"}"));
  }

  @Test
  void aUsedHandleIsForgottenToo() throws Exception {
    try (TestServer own = server("handles.tombstoneTime", "700ms")) {
      GenerateKeyPairResponse pair = generate(own, 60);
      own.keyExchange().agree(agree(pair));
      await(
          () ->
              Failure.of(() -> own.keyExchange().agree(agree(pair))).reason()
                  == ErrorReason.ERROR_REASON_KEY_NOT_FOUND);
    }
  }

  @Test
  void destroyEndsAHandleAndMayBeRepeated() {
    GenerateKeyPairResponse pair = generate(server, 60);
    DestroyKeyPairRequest destroy =
        DestroyKeyPairRequest.newBuilder().setHandle(pair.getHandle()).build();
    assertEquals(
        server.keyExchange().destroyKeyPair(destroy), server.keyExchange().destroyKeyPair(destroy));
    assertUsed(server, pair);
    assertEquals(
        server.keyExchange().destroyKeyPair(destroy),
        server
            .keyExchange()
            .destroyKeyPair(DestroyKeyPairRequest.newBuilder().setHandle("never was").build()));
  }

  @Test
  void aCallerHoldsOnlySoMany() throws Exception {
    try (TestServer own = server("handles.maxPerCaller", "3", "handles.max", "3")) {
      List<GenerateKeyPairResponse> held = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        held.add(generate(own, 60));
      }
      Failure failure = Failure.of(() -> generate(own, 60));
      assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.code());
      assertEquals(ErrorReason.ERROR_REASON_TOO_MANY_HANDLES, failure.reason());
      assertTrue(failure.retryAfter().orElseThrow().isPositive());
      own.keyExchange().agree(agree(held.get(0)));
      own.keyExchange()
          .destroyKeyPair(
              DestroyKeyPairRequest.newBuilder().setHandle(held.get(1).getHandle()).build());
      generate(own, 60);
      generate(own, 60);
      assertEquals(
          ErrorReason.ERROR_REASON_TOO_MANY_HANDLES, Failure.of(() -> generate(own, 60)).reason());
    }
  }

  @Test
  void handlesAreLongAndUnlikeEachOther() {
    String a = generate(server, 1).getHandle();
    String b = generate(server, 1).getHandle();
    assertNotEquals(a, b);
    // base64url of 24 bytes, at least
    assertTrue(a.length() >= 32, a);
  }

  static GenerateKeyPairResponse generate(TestServer server, long seconds) {
    return generate(server, seconds, 0);
  }

  private static GenerateKeyPairResponse generate(TestServer server, long seconds, int millis) {
    return server
        .keyExchange()
        .generateKeyPair(
            GenerateKeyPairRequest.newBuilder()
                .setCurve("x25519")
                .setTtl(Duration.newBuilder().setSeconds(seconds).setNanos(millis * 1_000_000))
                .build());
  }

  static AgreeRequest agree(GenerateKeyPairResponse pair) {
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
        .setRaw(Raw.getDefaultInstance())
        .build();
  }

  private static void assertUsed(TestServer server, GenerateKeyPairResponse pair) {
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        ErrorReason.ERROR_REASON_KEY_ALREADY_USED,
        () -> server.keyExchange().agree(agree(pair)));
  }

  static void await(Callable<Boolean> condition) throws InterruptedException {
    for (int i = 0; i < 400; i++) {
      try {
        if (condition.call()) {
          return;
        }
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      Thread.sleep(25);
    }
    throw new AssertionError("it did not happen");
  }
}
