package io.kexd.server;

import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.grpc.Channel;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceStub;
import io.kexd.v1.Raw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One ExchangeStream as a client sees it; it reads only as told, or everything. */
public final class Streaming
    implements ClientResponseObserver<ExchangeStreamRequest, ExchangeStreamResponse> {
  private static final int SECONDS = 60;

  private final boolean readsAll;
  private final Map<String, Peer> peers = new ConcurrentHashMap<>();
  private final Map<String, ExchangeStreamResponse.Item> replies = new ConcurrentHashMap<>();
  private final List<Integer> sizes = new ArrayList<>();
  private final Semaphore arrived = new Semaphore(0);
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();

  @SuppressWarnings("NullAway.Init") // Set by gRPC before the call begins.
  private ClientCallStreamObserver<ExchangeStreamRequest> out;

  private Streaming(boolean readsAll) {
    this.readsAll = readsAll;
  }

  /** Opens one that reads all replies. */
  public static Streaming open(Channel channel) {
    return open(KeyExchangeServiceGrpc.newStub(channel), true);
  }

  /** The same with a deadline. */
  public static Streaming open(Channel channel, Duration deadline) {
    return open(
        KeyExchangeServiceGrpc.newStub(channel)
            .withDeadlineAfter(deadline.toMillis(), TimeUnit.MILLISECONDS),
        true);
  }

  /** Opens one that reads nothing before {@link #readAll}. */
  public static Streaming openUnread(Channel channel) {
    return open(KeyExchangeServiceGrpc.newStub(channel), false);
  }

  private static Streaming open(KeyExchangeServiceStub stub, boolean readsAll) {
    Streaming stream = new Streaming(readsAll);
    Object opened = stub.exchangeStream(stream);
    assertSame(stream.out, opened);
    return stream;
  }

  @Override
  public void beforeStart(ClientCallStreamObserver<ExchangeStreamRequest> stream) {
    out = stream;
    if (!readsAll) {
      stream.disableAutoRequestWithInitial(0);
    }
  }

  /** Sends an item with a peer's key; the raw secret is wanted. */
  public void send(String ref, Peer peer) {
    peers.put(ref, peer);
    send(ref, exchange(peer).setRaw(Raw.getDefaultInstance()).build());
  }

  /** Sends any item. */
  public void send(String ref, ExchangeRequest request) {
    send(ExchangeStreamRequest.newBuilder().addItems(item(ref, request)).build());
  }

  /** An item of a message. */
  public static ExchangeStreamRequest.Item item(String ref, ExchangeRequest request) {
    return ExchangeStreamRequest.Item.newBuilder().setRef(ref).setRequest(request).build();
  }

  /** Sends any message. */
  public void send(ExchangeStreamRequest message) {
    out.onNext(message);
  }

  /** Whether it has ended. */
  public boolean isOver() {
    return end.isDone();
  }

  /** Says that nothing more comes. */
  public void halfClose() {
    out.onCompleted();
  }

  /** Goes away. */
  public void cancel() {
    out.cancel("the test has seen enough", null);
  }

  /** Reads whatever comes. */
  public void readAll() {
    out.request(Integer.MAX_VALUE);
  }

  @Override
  public void onNext(ExchangeStreamResponse message) {
    synchronized (sizes) {
      sizes.add(message.getItemsCount());
    }
    for (ExchangeStreamResponse.Item item : message.getItemsList()) {
      if (replies.put(item.getRef(), item) != null) {
        end.completeExceptionally(new AssertionError("two answers for " + item.getRef()));
      }
      arrived.release();
    }
  }

  @Override
  public void onError(Throwable failure) {
    end.completeExceptionally(failure);
  }

  @Override
  public void onCompleted() {
    end.complete(null);
  }

  /** Waits for so many answers more. */
  public void await(int count) throws InterruptedException {
    if (!arrived.tryAcquire(count, SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("after a minute " + replies.size() + " answers; " + end);
    }
  }

  /** Waits for its end, which must be OK. */
  public void awaitEnd() throws Exception {
    end.get(SECONDS, TimeUnit.SECONDS);
  }

  /** Waits for its end, which must be a failure. */
  public StatusRuntimeException awaitFailure() throws Exception {
    try {
      end.get(SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("it ended with OK");
    } catch (ExecutionException e) {
      return assertInstanceOf(StatusRuntimeException.class, e.getCause());
    }
  }

  /** The answer to an item. */
  public ExchangeStreamResponse.Item reply(String ref) {
    return Objects.requireNonNull(replies.get(ref), ref);
  }

  /** Items that have an answer. */
  public int answered() {
    return replies.size();
  }

  /** Messages that brought the answers. */
  public int messages() {
    synchronized (sizes) {
      return sizes.size();
    }
  }

  /** Every answer's secret is the one of the peer whose key went with its ref. */
  public void assertSecrets() {
    replies.forEach(
        (ref, reply) ->
            assertArrayEquals(
                Objects.requireNonNull(peers.get(ref))
                    .agree(reply.getResponse().getPublicKey().toByteArray()),
                reply.getResponse().getSecret().toByteArray()));
  }
}
