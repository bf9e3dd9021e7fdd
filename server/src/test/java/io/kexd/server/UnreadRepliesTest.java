package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyExchangeServiceGrpc;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A client that stops reading costs the server no more memory than its connection's share. */
class UnreadRepliesTest {
  private static final int LONGEST = 255 * 64;
  private static final int ITEMS = 32;
  private static final int CALLS = 200;
  private static final int BOUND = 32 << 20;
  private static final Peer PEER = Peer.random();

  private final TestServer server;
  private final ManagedChannel stalled;

  UnreadRepliesTest() throws StartException {
    server =
        TestServer.start(
            "limits.inFlightSize", Integer.toString(BOUND),
            "limits.backlog", "60s",
            "limits.inFlight", "2048");
    // A reply is longer than that, so that it is not on its way before the client reads.
    stalled =
        NettyChannelBuilder.forAddress("127.0.0.1", server.server().port())
            .usePlaintext()
            .flowControlWindow(65_535)
            .build();
  }

  @AfterEach
  void stop() {
    stalled.shutdownNow();
    server.close();
  }

  @Test
  void batchesThatNobodyReads() throws Exception {
    List<Unread> calls = stall();
    double computed = answered("OK");
    assertTrue(computed >= ITEMS && computed * LONGEST <= BOUND / 8.0, computed + " computed");
    assertTrue(unread() >= computed * LONGEST && unread() <= BOUND / 8.0, unread() + " bytes");
    // Others are served meanwhile, and so is this connection when it reads.
    assertEquals(
        ITEMS,
        KeyExchangeServiceGrpc.newBlockingStub(server.plain())
            .batchExchange(batch())
            .getItemsCount());
    calls.forEach(Unread::read);
    await(() -> unread() == 0);
    assertEquals(Status.Code.OK, new Unread(batch()).read().end().getCode());
  }

  @Test
  void whoGoesAwayLeavesNothing() throws Exception {
    stall();
    stalled.shutdownNow();
    await(() -> unread() == 0);
  }

  @Test
  void streamsThatNobodyReads() throws Exception {
    ExchangeStreamRequest.Builder message = ExchangeStreamRequest.newBuilder();
    for (int i = 0; i < ITEMS; i++) {
      message.addItems(Streaming.item("ref " + i, exchange()));
    }
    List<Unread> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(new Unread(KeyExchangeServiceGrpc.getExchangeStreamMethod(), message.build()));
    }
    await(
        () ->
            answered("OK") + answered("OVERLOADED") + ITEMS * refused(calls)
                >= (double) CALLS * ITEMS);
    Unread late = new Unread(KeyExchangeServiceGrpc.getExchangeStreamMethod(), message.build());
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, late.end().getCode());
    assertTrue(unread() <= BOUND, unread() + " bytes");
    calls.forEach(Unread::read);
    await(() -> unread() == 0);
  }

  /** Calls batches until their replies are computed or refused. */
  private List<Unread> stall() throws InterruptedException {
    List<Unread> calls = new ArrayList<>();
    for (int i = 0; i < CALLS; i++) {
      calls.add(new Unread(batch()));
    }
    await(() -> answered("OK") + ITEMS * refused(calls) == CALLS * ITEMS);
    return calls;
  }

  private static long refused(List<Unread> calls) {
    return calls.stream().filter(Unread::isRefused).count();
  }

  private double answered(String reason) {
    return server.metric(
        "kexd_requests_total{curve=\"x25519\",operation=\"exchange\",reason=\"%s\"}"
            .formatted(reason));
  }

  private double unread() {
    return server.metric("kexd_unread_reply_bytes");
  }

  private static void await(BooleanSupplier end) throws InterruptedException {
    for (int i = 0; i < 600 && !end.getAsBoolean(); i++) {
      Thread.sleep(50);
    }
    assertTrue(end.getAsBoolean(), "not in half a minute");
  }

  private static BatchExchangeRequest batch() {
    BatchExchangeRequest.Builder batch = BatchExchangeRequest.newBuilder();
    for (int i = 0; i < ITEMS; i++) {
      batch.addItems(BatchExchangeRequest.Item.newBuilder().setRequest(exchange()));
    }
    return batch.build();
  }

  private static ExchangeRequest exchange() {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(PEER.publicKey()))
        .setHkdf(Hkdf.newBuilder().setHash(Hash.HASH_SHA512).setLength(LONGEST))
        .build();
  }

  /** A call on the stalled connection, whose reply is not read before the test says so. */
  private final class Unread {
    private final ClientCall<?, ?> call;
    private final CompletableFuture<Status> end = new CompletableFuture<>();

    Unread(BatchExchangeRequest batch) {
      this(KeyExchangeServiceGrpc.getBatchExchangeMethod(), batch);
    }

    <Q, R> Unread(MethodDescriptor<Q, R> method, Q message) {
      ClientCall<Q, R> started = stalled.newCall(method, CallOptions.DEFAULT);
      call = started;
      started.start(
          new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
              end.complete(status);
            }
          },
          new Metadata());
      started.sendMessage(message);
      started.halfClose();
    }

    boolean isRefused() {
      return end.isDone() && end.join().getCode() == Status.Code.RESOURCE_EXHAUSTED;
    }

    Unread read() {
      call.request(100);
      return this;
    }

    Status end() throws Exception {
      return end.get(60, TimeUnit.SECONDS);
    }
  }
}
