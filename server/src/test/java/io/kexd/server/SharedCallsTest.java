package io.kexd.server;

import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static io.kexd.server.Requests.generate;
import static io.kexd.server.Requests.newKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.AgreeResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceFutureStub;
import io.kexd.v1.Purpose;
import io.kexd.v1.Raw;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningKey;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.SigningServiceGrpc.SigningServiceFutureStub;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

/**
 * Calls of several callers that wait together are computed together, and nobody notices but by the
 * time it takes. The only worker is kept busy with long messages while others pile up.
 */
class SharedCallsTest {
  private static final int CALLS = 40;

  @Test
  void everyCallerGetsItsOwnSecretAndItsOwnRefusal() throws Exception {
    try (TestServer server = TestServer.start("workers", "1")) {
      KeyExchangeServiceFutureStub stub = KeyExchangeServiceGrpc.newFutureStub(server.plain());
      List<ListenableFuture<SignResponse>> busy = keepBusy(server);
      List<Peer> peers = new ArrayList<>();
      List<ListenableFuture<ExchangeResponse>> replies = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        Peer peer = Peer.random();
        peers.add(peer);
        ExchangeRequest.Builder request = exchange(peer).setRaw(Raw.getDefaultInstance());
        if (i % 5 == 2) {
          request.setPeerPublicKey(ByteString.copyFrom(new byte[32])); // Of small order.
        }
        replies.add(stub.exchange(request.build()));
      }
      for (int i = 0; i < CALLS; i++) {
        if (i % 5 == 2) {
          assertRefused(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, replies.get(i));
        } else {
          ExchangeResponse reply = replies.get(i).get();
          assertArrayEquals(
              peers.get(i).agree(reply.getPublicKey().toByteArray()),
              reply.getSecret().toByteArray());
        }
      }
      finish(busy);
      assertShared(server, "x25519", "exchange", CALLS);
    }
  }

  @Test
  void ofThoseThatShareACallOneUsesAHandle() throws Exception {
    try (TestServer server = TestServer.start("workers", "1")) {
      KeyExchangeServiceFutureStub stub = KeyExchangeServiceGrpc.newFutureStub(server.plain());
      GenerateKeyPairResponse contended = generate(server);
      List<GenerateKeyPairResponse> pairs = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        pairs.add(generate(server));
      }
      List<ListenableFuture<SignResponse>> busy = keepBusy(server);
      Peer peer = Peer.random();
      List<ListenableFuture<AgreeResponse>> own = new ArrayList<>();
      List<ListenableFuture<AgreeResponse>> same = new ArrayList<>();
      for (GenerateKeyPairResponse pair : pairs) {
        own.add(stub.agree(agree(pair, peer).setRaw(Raw.getDefaultInstance()).build()));
        same.add(stub.agree(agree(contended, peer).build()));
      }
      int used = 0;
      for (int i = 0; i < CALLS; i++) {
        assertArrayEquals(
            peer.agree(pairs.get(i).getPublicKey().toByteArray()),
            own.get(i).get().getSecret().toByteArray());
        used += isAnswered(same.get(i)) ? 1 : 0;
      }
      assertEquals(1, used);
      finish(busy);
      // Who asks for a handle that is used already is refused before it waits in any line.
      double computed = operations(server, "x25519", "agree");
      assertTrue(computed > CALLS && computed <= 2 * CALLS, () -> "computed " + computed);
      assertShared(server, "x25519", "agree", computed);
    }
  }

  @Test
  void signaturesOfSeveralKeysShareACall() throws Exception {
    try (TestServer server = TestServer.start("workers", "1")) {
      for (String algorithm : List.of("ed25519", "ecdsa-p256-sha256")) {
        List<SigningKey> keys = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
          keys.add(newKey(server, algorithm, Purpose.PURPOSE_SIGN_DATA));
        }
        SigningServiceFutureStub stub = SigningServiceGrpc.newFutureStub(server.plain());
        List<ListenableFuture<SignResponse>> busy = keepBusy(server);
        List<ListenableFuture<SignResponse>> signed = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
          signed.add(stub.sign(sign(keys.get(i)).setMessage(message(i)).build()));
        }
        for (int i = 0; i < CALLS; i++) {
          ByteString signature = signed.get(i).get().getSignature();
          assertTrue(verifies(server, keys.get(i), message(i), signature));
        }
        finish(busy);
        assertVerifiedTogether(server, keys, signed);
        String curve = algorithm.equals("ed25519") ? "ed25519" : "ecdsa-p256";
        assertShared(server, curve, "sign", CALLS);
      }
    }
  }

  /** Every other one is another message's. */
  private static void assertVerifiedTogether(
      TestServer server, List<SigningKey> keys, List<ListenableFuture<SignResponse>> signed)
      throws Exception {
    SigningServiceFutureStub stub = SigningServiceGrpc.newFutureStub(server.plain());
    List<ListenableFuture<SignResponse>> busy = keepBusy(server);
    List<ListenableFuture<VerifyResponse>> verified = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      verified.add(
          stub.verify(verify(keys.get(i), message(i + i % 2), signed.get(i).get().getSignature())));
    }
    for (int i = 0; i < CALLS; i++) {
      assertEquals(i % 2 == 0, verified.get(i).get().getValid());
    }
    finish(busy);
  }

  @Test
  void theSwitchTurnsItOff() throws Exception {
    try (TestServer server = TestServer.start("workers", "1", "batching", "false")) {
      KeyExchangeServiceFutureStub stub = KeyExchangeServiceGrpc.newFutureStub(server.plain());
      List<ListenableFuture<SignResponse>> busy = keepBusy(server);
      List<ListenableFuture<ExchangeResponse>> replies = new ArrayList<>();
      for (int i = 0; i < CALLS; i++) {
        replies.add(stub.exchange(exchange(Peer.random()).build()));
      }
      for (ListenableFuture<ExchangeResponse> reply : replies) {
        assertEquals(32, reply.get().getSecret().size());
      }
      finish(busy);
      assertEquals(CALLS, batches(server, "x25519", "exchange"));
      assertEquals(CALLS, operations(server, "x25519", "exchange"));
    }
  }

  static List<ListenableFuture<SignResponse>> keepBusy(TestServer server) {
    SigningKey key = newKey(server, "ed448", Purpose.PURPOSE_SIGN_DATA);
    SignRequest request = sign(key).setMessage(ByteString.copyFrom(new byte[1 << 20])).build();
    SigningServiceFutureStub stub = SigningServiceGrpc.newFutureStub(server.plain());
    List<ListenableFuture<SignResponse>> busy = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      busy.add(stub.sign(request));
    }
    return busy;
  }

  static void finish(List<ListenableFuture<SignResponse>> busy) throws Exception {
    for (ListenableFuture<SignResponse> reply : busy) {
      assertEquals(114, reply.get().getSignature().size());
    }
  }

  private static ByteString message(int i) {
    return ByteString.copyFromUtf8("message " + i);
  }

  private static boolean verifies(
      TestServer server, SigningKey key, ByteString message, ByteString signature) {
    return server.signing().verify(verify(key, message, signature)).getValid();
  }

  private static VerifyRequest verify(SigningKey key, ByteString message, ByteString signature) {
    return VerifyRequest.newBuilder()
        .setKey(key.getName())
        .setMessage(message)
        .setSignature(signature)
        .build();
  }

  private static boolean isAnswered(ListenableFuture<?> reply) throws Exception {
    try {
      reply.get();
      return true;
    } catch (ExecutionException refused) {
      assertRefused(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, reply);
      return false;
    }
  }

  private static void assertRefused(ErrorReason reason, ListenableFuture<?> reply) {
    Throwable cause = assertThrows(ExecutionException.class, reply::get).getCause();
    assertEquals(
        reason, Failure.of(assertInstanceOf(StatusRuntimeException.class, cause)).reason());
  }

  static void assertShared(TestServer server, String curve, String operation, double operations) {
    assertEquals(operations, operations(server, curve, operation));
    double batches = batches(server, curve, operation);
    assertTrue(batches < operations, () -> operations + " operations in " + batches + " batches");
  }

  private static double batches(TestServer server, String curve, String operation) {
    return lanes(server, "count", curve, operation);
  }

  private static double operations(TestServer server, String curve, String operation) {
    return lanes(server, "sum", curve, operation);
  }

  private static double lanes(TestServer server, String what, String curve, String operation) {
    return server.metric(
        "kexd_lanes_used_%s{curve=\"%s\",operation=\"%s\"}".formatted(what, curve, operation));
  }
}
