package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client's end of a stream, against a server that answers when the test says so. */
class ExchangeStreamTest {
  private static final int SECONDS = 60;

  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<StreamObserver<ExchangeStreamResponse>> replies =
      new LinkedBlockingQueue<>();
  private final Server server =
      NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
          .addService(new Held())
          .build()
          .start();
  private final KexdClient kexd =
      KexdClient.builder("127.0.0.1:" + server.getPort()).deadline(Duration.ofSeconds(2)).build();
  private final ExchangeStream stream = kexd.exchangeStream();

  ExchangeStreamTest() throws IOException {}

  private final class Held extends KeyExchangeServiceGrpc.KeyExchangeServiceImplBase {
    @Override
    public StreamObserver<ExchangeStreamRequest> exchangeStream(
        StreamObserver<ExchangeStreamResponse> out) {
      replies.add(out);
      return new StreamObserver<>() {
        @Override
        public void onNext(ExchangeStreamRequest message) {
          message.getItemsList().forEach(item -> asked.add(item.getRef()));
        }

        @Override
        public void onError(Throwable cancelled) {}

        @Override
        public void onCompleted() {}
      };
    }
  }

  @AfterEach
  void stop() {
    server.shutdownNow();
    kexd.close();
  }

  @Test
  void whoAsksForTooMuchWaits() throws Exception {
    List<CompletableFuture<ExchangeResponse>> answers = fill();
    CompletableFuture<ExchangeResponse> next = askElsewhere();
    // It is not sent, however long one looks.
    Thread.sleep(200);
    assertFalse(next.isDone());
    assertEquals(ExchangeStream.ROOM, asked.size());
    answer("5");
    assertEquals("5", answers.get(5).get(SECONDS, TimeUnit.SECONDS).getSecret().toStringUtf8());
    awaitAsked(ExchangeStream.ROOM + 1);
    assertFalse(next.isDone());
    assertFalse(answers.get(4).isDone());
  }

  @Test
  void anAnswersContinuationMayAskForOneMore() throws Exception {
    List<CompletableFuture<ExchangeResponse>> answers = fill();
    CompletableFuture<ExchangeResponse> more = answers.get(0).thenCompose(first -> ask());
    answer("0");
    awaitAsked(ExchangeStream.ROOM + 1);
    assertFalse(more.isDone());
    // For two there is no room, and who waits for it would keep the answers from coming.
    CompletableFuture<ExchangeResponse> two =
        answers.get(1).thenCompose(second -> ask()).thenCompose(third -> ask());
    CompletableFuture<ExchangeResponse> both =
        answers.get(2).thenApply(reply -> List.of(ask(), ask())).thenCompose(all -> all.get(1));
    answer("2");
    CompletionException refused = assertThrows(CompletionException.class, both::join);
    assertInstanceOf(IllegalStateException.class, refused.getCause());
    assertFalse(two.isDone());
  }

  @Test
  void aStreamThatBreaksFailsAllThatWait() throws Exception {
    List<CompletableFuture<ExchangeResponse>> answers = fill();
    CompletableFuture<ExchangeResponse> next = askElsewhere();
    out().onError(Status.UNAVAILABLE.withDescription("gone").asRuntimeException());
    for (CompletableFuture<ExchangeResponse> answer : answers) {
      assertUnavailable(answer);
    }
    assertUnavailable(next);
    assertUnavailable(ask());
    stream.close();
  }

  @Test
  void aStreamThatEndsFailsWhatWaits() throws Exception {
    CompletableFuture<ExchangeResponse> answer = ask();
    out().onCompleted();
    assertUnavailable(answer);
  }

  @Test
  void closingWaitsNoLongerThanTheDeadline() throws Exception {
    CompletableFuture<ExchangeResponse> answer = ask();
    stream.close();
    CompletionException failure = assertThrows(CompletionException.class, answer::join);
    assertEquals(
        Status.Code.CANCELLED, assertInstanceOf(KexdException.class, failure.getCause()).status());
    assertThrows(IllegalStateException.class, this::ask);
    stream.close();
  }

  @Test
  void whoIsInterruptedDoesNotWait() throws Exception {
    List<CompletableFuture<ExchangeResponse>> answers = fill();
    Thread.currentThread().interrupt();
    KexdException failure = assertThrows(KexdException.class, this::ask);
    assertTrue(Thread.interrupted());
    assertEquals(Status.Code.CANCELLED, failure.status());
    assertTrue(answers.stream().noneMatch(CompletableFuture::isDone));
  }

  private List<CompletableFuture<ExchangeResponse>> fill() throws InterruptedException {
    List<CompletableFuture<ExchangeResponse>> answers = new ArrayList<>();
    for (int i = 0; i < ExchangeStream.ROOM; i++) {
      answers.add(ask());
    }
    awaitAsked(ExchangeStream.ROOM);
    return answers;
  }

  private void awaitAsked(int count) throws InterruptedException {
    for (int i = 0; i < 3_000 && asked.size() < count; i++) {
      Thread.sleep(10);
    }
    assertEquals(count, asked.size());
  }

  /** On another thread, which may have to wait. */
  private CompletableFuture<ExchangeResponse> askElsewhere() {
    return CompletableFuture.completedFuture(0).thenComposeAsync(now -> ask());
  }

  private CompletableFuture<ExchangeResponse> ask() {
    return stream.exchange(ExchangeRequest.getDefaultInstance());
  }

  private StreamObserver<ExchangeStreamResponse> out() throws InterruptedException {
    StreamObserver<ExchangeStreamResponse> out =
        Objects.requireNonNull(replies.poll(SECONDS, TimeUnit.SECONDS));
    replies.add(out);
    return out;
  }

  /** The secret is the ref. */
  private void answer(String ref) throws InterruptedException {
    out()
        .onNext(
            ExchangeStreamResponse.newBuilder()
                .addItems(
                    ExchangeStreamResponse.Item.newBuilder()
                        .setRef(ref)
                        .setResponse(
                            ExchangeResponse.newBuilder().setSecret(ByteString.copyFromUtf8(ref))))
                .build());
  }

  private static void assertUnavailable(CompletableFuture<ExchangeResponse> answer)
      throws Exception {
    assertEquals(
        Status.Code.UNAVAILABLE,
        assertInstanceOf(
                KexdException.class,
                assertThrows(CompletionException.class, answer::join).getCause())
            .status());
  }
}
