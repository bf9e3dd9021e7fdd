package io.kexd.server;

import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SignResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exchanges in a steady flow: matched by ref, each with its own outcome, and never too many. */
class ExchangeStreamTest {
  private static final int WINDOW = 128;

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
  void tenThousandItemsBothWays() throws Exception {
    int count = 10_000;
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      peers.add(Peer.random());
    }
    double before = counted(server, "OK");
    Streaming stream = Streaming.open(server.plain());
    for (int i = 0; i < count; i++) {
      stream.send(Integer.toString(i), peers.get(i % peers.size()));
    }
    stream.halfClose();
    stream.awaitEnd();
    assertEquals(count, stream.answered());
    assertTrue(stream.messages() < count, "no two answers came together");
    // Another key each time, and the JDK takes its time for each: every hundredth is checked.
    for (int i = 0; i < count; i += 100) {
      assertSecret(peers.get(i % peers.size()), stream.reply(Integer.toString(i)));
    }
    assertEquals(
        count,
        IntStream.range(0, count)
            .mapToObj(i -> stream.reply(Integer.toString(i)).getResponse().getPublicKey())
            .distinct()
            .count());
    assertEquals(before + count, counted(server, "OK"));
    assertEquals(0, server.metric("kexd_permits_in_use"));
  }

  @Test
  void aMessageMayHoldMany() throws Exception {
    Streaming stream = Streaming.open(server.plain());
    Peer peer = Peer.random();
    ExchangeStreamRequest.Builder message = ExchangeStreamRequest.newBuilder();
    for (int i = 0; i < 256; i++) {
      message.addItems(Streaming.item("item " + i, exchange(peer).build()));
    }
    stream.send(message.build());
    stream.await(256);
    stream.halfClose();
    stream.awaitEnd();
  }

  /** No stream has to end for its answers to come. */
  @Test
  void oneAtATime() throws Exception {
    Streaming stream = Streaming.open(server.plain());
    for (int i = 0; i < 200; i++) {
      stream.send("ref " + i, Peer.random());
      stream.await(1);
    }
    stream.assertSecrets();
    stream.halfClose();
    stream.awaitEnd();
    assertEquals(200, stream.messages());
  }

  @Test
  void whatIsWrongWithAnItemDoesNotEndTheStream() throws Exception {
    Streaming stream = Streaming.open(server.plain());
    Peer peer = Peer.random();
    stream.send("", exchange(peer).setPeerPublicKey(ByteString.copyFrom(new byte[32])).build());
    stream.send("ключ", exchange(peer).setCurve("x25518").build());
    stream.send("p256", exchange(peer).setCurve("p256").build());
    stream.send("e521", exchange(peer).setCurve("e521").build());
    stream.send("good", peer);
    stream.await(5);
    assertEquals(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, stream.reply("").getError().getReason());
    assertEquals("peer_public_key", stream.reply("").getError().getField());
    assertEquals(
        ErrorReason.ERROR_REASON_UNKNOWN_CURVE, stream.reply("ключ").getError().getReason());
    assertEquals(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, stream.reply("p256").getError().getReason());
    assertEquals(
        ErrorReason.ERROR_REASON_CURVE_DISABLED, stream.reply("e521").getError().getReason());
    assertSecret(peer, stream.reply("good"));
    stream.halfClose();
    stream.awaitEnd();
  }

  @Test
  void anEmptyStreamEndsWithOk() throws Exception {
    Streaming stream = Streaming.open(server.plain());
    stream.halfClose();
    stream.awaitEnd();
    assertEquals(0, stream.answered());
  }

  @Test
  void whatCannotBeAnsweredByItemEndsTheStream() throws Exception {
    assertEnds("items", ExchangeStreamRequest.getDefaultInstance());
    ExchangeStreamRequest.Builder many = ExchangeStreamRequest.newBuilder();
    for (int i = 0; i < 257; i++) {
      many.addItems(ExchangeStreamRequest.Item.getDefaultInstance());
    }
    assertEnds("items", many.build());
    assertEnds(
        "items[0].ref",
        ExchangeStreamRequest.newBuilder()
            .addItems(Streaming.item("r".repeat(129), exchange(Peer.random()).build()))
            .build());
  }

  private static void assertEnds(String field, ExchangeStreamRequest message) throws Exception {
    Streaming stream = Streaming.open(server.plain());
    stream.send(message);
    Failure failure = Failure.of(stream.awaitFailure());
    assertEquals(Status.Code.INVALID_ARGUMENT, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_INVALID_REQUEST, failure.reason());
    assertEquals(List.of(field), failure.fields());
  }

  @Test
  void bytesThatAreNoMessageEndTheStream() throws Exception {
    CompletableFuture<StatusRuntimeException> end = new CompletableFuture<>();
    ClientCall<byte[], byte[]> call =
        server
            .plain()
            .newCall(
                BadInputTest.ofBytes(KeyExchangeServiceGrpc.getExchangeStreamMethod()),
                CallOptions.DEFAULT);
    call.start(
        new ClientCall.Listener<>() {
          @Override
          public void onClose(Status status, Metadata trailers) {
            end.complete(status.asRuntimeException(trailers));
          }
        },
        new Metadata());
    call.request(100);
    for (int i = 0; i < 20; i++) {
      call.sendMessage(
          ExchangeStreamRequest.newBuilder()
              .addItems(Streaming.item("ref", exchange(Peer.random()).build()))
              .build()
              .toByteArray());
    }
    call.sendMessage(new byte[] {(byte) 0xff});
    Failure failure = Failure.of(end.get(60, TimeUnit.SECONDS));
    assertEquals(Status.Code.INVALID_ARGUMENT, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_INVALID_REQUEST, failure.reason());
    awaitIdle(server);
  }

  /** Not more than the transport's buffers and the window hold, however much is sent. */
  @Test
  void whoDoesNotReadIsNotAnswered() throws Exception {
    int count = 8_000;
    try (TestServer own = TestServer.start()) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", own.server().port())
              .usePlaintext()
              .initialFlowControlWindow(65_535)
              .build();
      Streaming stream = Streaming.openUnread(channel);
      Peer peer = Peer.random();
      for (int i = 0; i < count; i++) {
        stream.send(Integer.toString(i), peer);
      }
      stream.halfClose();
      double answered = steady(own);
      // 64 KiB on their way to the client, 32 KiB in the server, and the window; each 70 bytes.
      assertTrue(answered > WINDOW && answered < 3_000, () -> answered + " answered");
      assertEquals(0, own.metric("kexd_permits_in_use"));
      stream.readAll();
      stream.awaitEnd();
      assertEquals(count, stream.answered());
      channel.shutdownNow();
    }
  }

  /** The number of answers once it does not rise any more. */
  private static double steady(TestServer own) throws InterruptedException {
    double last = -1;
    double now = 0;
    int same = 0;
    while (same < 10) {
      Thread.sleep(100);
      now = counted(own, "OK");
      same = now == last && now > 0 ? same + 1 : 0;
      last = now;
    }
    return now;
  }

  @Test
  void aDeadlineIsTheStreams() throws Exception {
    Streaming stream = Streaming.open(server.plain(), Duration.ofMillis(300));
    stream.send("ref", Peer.random());
    stream.await(1);
    assertEquals(Status.Code.DEADLINE_EXCEEDED, stream.awaitFailure().getStatus().getCode());
    awaitIdle(server);
  }

  @Test
  void streamsShareLanesAndGetTheirOwn() throws Exception {
    try (TestServer own = TestServer.start("workers", "1")) {
      List<ListenableFuture<SignResponse>> busy = SharedCallsTest.keepBusy(own);
      List<Streaming> streams = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        streams.add(Streaming.open(own.channel()));
      }
      for (int i = 0; i < 100; i++) {
        for (Streaming stream : streams) {
          stream.send("ref " + i, Peer.random());
        }
      }
      for (Streaming stream : streams) {
        stream.halfClose();
        stream.awaitEnd();
        assertEquals(100, stream.answered());
        stream.assertSecrets();
      }
      SharedCallsTest.finish(busy);
      SharedCallsTest.assertShared(own, "x25519", "exchange", 300);
    }
  }

  @Test
  void aServerThatStopsSaysSo() throws Exception {
    TestServer own = TestServer.start();
    Streaming stream = Streaming.open(own.plain());
    stream.send("first", Peer.random());
    stream.await(1);
    own.server().close();
    Failure failure = Failure.of(stream.awaitFailure());
    assertEquals(Status.Code.UNAVAILABLE, failure.code());
    assertEquals(ErrorReason.ERROR_REASON_SHUTTING_DOWN, failure.reason());
    own.close();
  }

  private static void awaitIdle(TestServer of) throws InterruptedException {
    for (int i = 0; i < 600 && of.metric("kexd_permits_in_use") > 0; i++) {
      Thread.sleep(50);
    }
    assertEquals(0, of.metric("kexd_permits_in_use"));
  }

  private static double counted(TestServer of, String reason) {
    return of.metric(
        "kexd_requests_total{curve=\"x25519\",operation=\"exchange\",reason=\"%s\"}"
            .formatted(reason));
  }

  private static void assertSecret(Peer peer, ExchangeStreamResponse.Item item) {
    assertArrayEquals(
        peer.agree(item.getResponse().getPublicKey().toByteArray()),
        item.getResponse().getSecret().toByteArray());
  }
}
