package io.kexd.server.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.server.Failure;
import io.kexd.server.Peer;
import io.kexd.server.Streaming;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.ItemError;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.ListCurvesRequest;
import java.io.IOException;
import java.util.Collections;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Batches and streams whose worker is held up or fails. */
class HeldItemsTest {
  private final HeldServer server = new HeldServer(200);
  private final KeyExchangeServiceBlockingStub stub =
      KeyExchangeServiceGrpc.newBlockingStub(server.channel);

  HeldItemsTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void aStreamReadsNoMoreThanItsWindow() throws Exception {
    Streaming stream = held();
    send(stream, 100);
    awaitPermits(HeldServer.WINDOW);
    // What else has come must not be admitted; it came before this, on the same connection.
    assertFalse(stub.listCurves(ListCurvesRequest.getDefaultInstance()).getCurvesList().isEmpty());
    assertEquals(HeldServer.WINDOW, server.pipeline.permitsInUse());
    server.release();
    stream.halfClose();
    stream.awaitEnd();
    assertEquals(101, stream.answered());
    stream.assertSecrets();
  }

  @Test
  void whatAStreamThatWasCancelledWaitedForIsNotBegun() throws Exception {
    Streaming stream = held();
    send(stream, 100);
    awaitPermits(HeldServer.WINDOW);
    stream.cancel();
    assertEquals(Status.Code.CANCELLED, stream.awaitFailure().getStatus().getCode());
    // The server has heard of it before it answers this.
    assertFalse(stub.listCurves(ListCurvesRequest.getDefaultInstance()).getCurvesList().isEmpty());
    server.random.release.release();
    awaitPermits(0);
    assertEquals(0, server.random.held.availablePermits());
  }

  /** The reply of a call that is over goes nowhere, and counts as nothing. */
  @Test
  void theReplyOfABatchThatWasCancelledHoldsNothing() throws Exception {
    server.random.holds = true;
    ListenableFuture<BatchExchangeResponse> call =
        KeyExchangeServiceGrpc.newFutureStub(server.channel).batchExchange(batch(8));
    server.random.held.acquire();
    assertTrue(call.cancel(true));
    assertFalse(stub.listCurves(ListCurvesRequest.getDefaultInstance()).getCurvesList().isEmpty());
    server.release();
    awaitPermits(0);
    // The reply was handed over before the worker took this up.
    assertEquals(8, stub.batchExchange(batch(8)).getItemsCount());
    awaitNoReplies();
  }

  private void awaitNoReplies() throws InterruptedException {
    for (int i = 0; i < 1_000 && server.services.unreadReplyBytes() != 0; i++) {
      Thread.sleep(10);
    }
    assertEquals(0, server.services.unreadReplyBytes());
  }

  @Test
  void aDrainAnswersWhatWasReadAndEndsTheStream() throws Exception {
    Streaming idle = Streaming.open(server.channel);
    idle.send("only", Peer.random());
    idle.await(1);
    Streaming busy = held();
    send(busy, 4);
    awaitPermits(5);
    server.services.drain();
    assertShuttingDown(idle);
    assertFalse(busy.isOver());
    busy.send("too late", Peer.random());
    server.release();
    assertShuttingDown(busy);
    assertEquals(5, busy.answered());
    busy.assertSecrets();
  }

  private static void assertShuttingDown(Streaming stream) throws Exception {
    Failure failure = Failure.of(stream.awaitFailure());
    assertEquals(Status.Code.UNAVAILABLE, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_SHUTTING_DOWN, failure.reason());
  }

  @Test
  void aBatchWhoseDeadlinePassesUsesNothing() throws Exception {
    AgreeRequest agree =
        AgreeRequest.newBuilder()
            .setHandle(
                stub.generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build())
                    .getHandle())
            .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
            .build();
    Streaming holding = held();
    BatchAgreeRequest batch =
        BatchAgreeRequest.newBuilder()
            .addItems(BatchAgreeRequest.Item.newBuilder().setRequest(agree))
            .build();
    StatusRuntimeException late =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub.withDeadlineAfter(500, TimeUnit.MILLISECONDS).batchAgree(batch));
    assertEquals(Status.Code.DEADLINE_EXCEEDED, late.getStatus().getCode());
    assertEquals(2, server.pipeline.permitsInUse());
    // The server's own clock for that deadline may be a little behind the client's.
    Thread.sleep(200);
    server.release();
    holding.await(1);
    assertEquals(32, stub.batchAgree(batch).getItems(0).getResponse().getSecret().size());
  }

  @Test
  void aBatchForWhichThereIsNoRoomIsRefusedAsAWhole() throws Exception {
    Streaming holding = held();
    ListenableFuture<BatchExchangeResponse> waiting =
        KeyExchangeServiceGrpc.newFutureStub(server.channel).batchExchange(batch(85));
    awaitPermits(86);
    Failure failure = Failure.of(() -> stub.batchExchange(batch(10)));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_OVERLOADED, failure.reason());
    assertTrue(failure.retryAfter().orElseThrow().isPositive());
    assertEquals(86, server.pipeline.permitsInUse());
    server.release();
    holding.await(1);
    assertTrue(
        waiting.get().getItemsList().stream().allMatch(BatchExchangeResponse.Item::hasResponse));
    assertEquals(5, stub.batchExchange(batch(5)).getItemsCount());
  }

  private static BatchExchangeRequest batch(int count) {
    return BatchExchangeRequest.newBuilder()
        .addAllItems(
            Collections.nCopies(
                count, BatchExchangeRequest.Item.newBuilder().setRequest(exchange()).build()))
        .build();
  }

  @Test
  void aFaultIsTheItemsAndSaysNothing() throws Exception {
    server.random.fails = true;
    assertInternal(stub.batchExchange(batch(1)).getItems(0).getError());
    Streaming stream = Streaming.open(server.channel);
    stream.send("bad", exchange());
    stream.await(1);
    assertInternal(stream.reply("bad").getError());
    server.random.fails = false;
    stream.send("good", exchange());
    stream.await(1);
    assertTrue(stream.reply("good").hasResponse());
    stream.halfClose();
    stream.awaitEnd();
  }

  private static void assertInternal(ItemError error) {
    assertEquals(Status.Code.INTERNAL.value(), error.getCode());
    assertEquals(ErrorReason.ERROR_REASON_INTERNAL, error.getReason());
    assertFalse(error.toString().contains(HeldServer.INSIDE));
  }

  /** A stream whose first item holds the worker. */
  private Streaming held() throws InterruptedException {
    server.random.holds = true;
    Streaming stream = Streaming.open(server.channel);
    stream.send("held", Peer.random());
    server.random.held.acquire();
    return stream;
  }

  private static void send(Streaming stream, int count) {
    for (int i = 0; i < count; i++) {
      stream.send("ref " + i, Peer.random());
    }
  }

  private void awaitPermits(int count) throws InterruptedException {
    for (int i = 0; i < 3_000 && server.pipeline.permitsInUse() != count; i++) {
      Thread.sleep(10);
    }
    assertEquals(count, server.pipeline.permitsInUse());
  }

  private static ExchangeRequest exchange() {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
        .build();
  }
}
