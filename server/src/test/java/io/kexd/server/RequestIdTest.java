package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.grpc.Status;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.CreateSigningKeyResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyEncoding;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A repeat with the same request_id gets the same answer and costs nothing. */
class RequestIdTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aRepeatGetsTheSamePairEvenAfterItWasUsed() {
    GenerateKeyPairRequest request = request("repeat");
    GenerateKeyPairResponse first = server.keyExchange().generateKeyPair(request);
    assertEquals(first, server.keyExchange().generateKeyPair(request));
    assertEquals(32, server.keyExchange().agree(HandleTest.agree(first)).getSecret().size());
    assertEquals(first, server.keyExchange().generateKeyPair(request));
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        ErrorReason.ERROR_REASON_KEY_ALREADY_USED,
        () -> server.keyExchange().agree(HandleTest.agree(first)));
  }

  @Test
  void anotherPayloadIsAConflict() {
    assertNotEquals("", server.keyExchange().generateKeyPair(request("conflict")).getHandle());
    assertConflict(
        request("conflict").toBuilder().setEncoding(KeyEncoding.KEY_ENCODING_SPKI).build());
    assertConflict(
        request("conflict").toBuilder()
            .setTtl(com.google.protobuf.Duration.newBuilder().setSeconds(59))
            .build());
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_REQUEST_ID_CONFLICT,
        () -> server.signing().createSigningKey(create("conflict", "key-of-conflict")));
  }

  private static void assertConflict(GenerateKeyPairRequest request) {
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_REQUEST_ID_CONFLICT,
        () -> server.keyExchange().generateKeyPair(request));
  }

  @Test
  void createSigningKeyCanBeRepeated() {
    CreateSigningKeyRequest request = create("create", "key-of-create");
    CreateSigningKeyResponse first = server.signing().createSigningKey(request);
    assertEquals(first, server.signing().createSigningKey(request));
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_KEY_EXISTS,
        () ->
            server.signing().createSigningKey(request.toBuilder().setRequestId("another").build()));
  }

  @Test
  void aRefusalIsNotRemembered() throws StartException {
    try (TestServer own = TestServer.start("handles.maxPerCaller", "1")) {
      GenerateKeyPairResponse held =
          own.keyExchange()
              .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
      assertFails(
          Status.Code.RESOURCE_EXHAUSTED,
          ErrorReason.ERROR_REASON_TOO_MANY_HANDLES,
          () -> own.keyExchange().generateKeyPair(request("again")));
      assertEquals(32, own.keyExchange().agree(HandleTest.agree(held)).getSecret().size());
      assertNotEquals("", own.keyExchange().generateKeyPair(request("again")).getHandle());
    }
  }

  @Test
  void theWindowEnds() throws Exception {
    try (TestServer own = TestServer.start("requestIds.window", "200ms")) {
      GenerateKeyPairResponse first = own.keyExchange().generateKeyPair(request("window"));
      GenerateKeyPairResponse next = first;
      for (int i = 0; i < 400 && next.equals(first); i++) {
        Thread.sleep(25);
        next = own.keyExchange().generateKeyPair(request("window"));
      }
      assertNotEquals(first, next);
    }
  }

  @Test
  void repeatsAtOnceMakeOnePair() throws Exception {
    int threads = 32;
    double before = server.metric("kexd_handles_live{curve=\"x25519\"}");
    CyclicBarrier barrier = new CyclicBarrier(threads);
    Callable<GenerateKeyPairResponse> attempt =
        () -> {
          barrier.await();
          return server.keyExchange().generateKeyPair(request("at once"));
        };
    Set<GenerateKeyPairResponse> answers = new HashSet<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<GenerateKeyPairResponse>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(pool.submit(attempt));
      }
      for (Future<GenerateKeyPairResponse> one : all) {
        answers.add(one.get());
      }
    }
    assertEquals(1, answers.size());
    assertEquals(before + 1, server.metric("kexd_handles_live{curve=\"x25519\"}"));
  }

  private static GenerateKeyPairRequest request(String id) {
    return GenerateKeyPairRequest.newBuilder().setCurve("x25519").setRequestId(id).build();
  }

  private static CreateSigningKeyRequest create(String id, String name) {
    return CreateSigningKeyRequest.newBuilder()
        .setName(name)
        .setAlgorithm("ed25519")
        .setRequestId(id)
        .build();
  }
}
