package io.kexd.client;

import io.grpc.Channel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Exchanges in a steady flow over one call, for those who have many all the time. Safe for use by
 * several threads.
 *
 * <pre>{@code
 * try (ExchangeStream stream = kexd.exchangeStream()) {
 *   for (Session session : sessions) {
 *     stream.exchange("x25519", session.peerPublicKey()).thenAccept(session::finish);
 *   }
 * }
 * }</pre>
 *
 * <p>A call of {@code exchange} waits while {@value #ROOM} exchanges have no answer, so that a
 * producer goes no faster than the server. Answers come in any order. What is refused fails its own
 * future with {@link KexdException}. When the stream itself ends (the server shuts down, the
 * connection breaks), all futures without an answer fail: open another stream and ask again, which
 * is safe.
 */
public final class ExchangeStream implements AutoCloseable {
  /** Twice what a server reads ahead, unless its settings say otherwise. */
  static final int ROOM = 256;

  private final String target;
  private final Duration deadline;
  private final ClientCallStreamObserver<ExchangeStreamRequest> out;
  private final Semaphore room = new Semaphore(ROOM);
  private final AtomicLong refs = new AtomicLong();
  private final Map<String, CompletableFuture<ExchangeResponse>> waiting =
      new ConcurrentHashMap<>();
  private final CountDownLatch over = new CountDownLatch(1);
  private volatile @Nullable KexdException end;
  private volatile @Nullable Thread deliverer;

  /** Guarded by {@link #out}. */
  private boolean closed;

  /**
   * Opens one.
   *
   * @param deadline how long {@link #close} waits for answers
   */
  ExchangeStream(Channel channel, String target, Duration deadline) {
    this.target = target;
    this.deadline = deadline;
    this.out =
        (ClientCallStreamObserver<ExchangeStreamRequest>)
            KeyExchangeServiceGrpc.newStub(channel).exchangeStream(new Answers());
  }

  /** The responder's whole side, with HKDF's defaults; see {@link KexdClient#exchange}. */
  public CompletableFuture<Exchanged> exchange(String curve, byte[] peerPublicKey) {
    return exchange(curve, peerPublicKey, Derivation.hkdf());
  }

  /** The responder's whole side; see {@link KexdClient#exchange(String, byte[], Derivation)}. */
  public CompletableFuture<Exchanged> exchange(
      String curve, byte[] peerPublicKey, Derivation derivation) {
    return exchange(Batches.exchange(curve, peerPublicKey, derivation)).thenApply(Exchanged::of);
  }

  /**
   * An exchange as the call {@code Exchange} takes it.
   *
   * @return the answer, or {@link KexdException}
   * @throws IllegalStateException when this is closed; or when the calling thread is the one that
   *     delivers answers and there is no room: continue with the {@code …Async} methods of futures
   *     where a continuation sends more than one exchange
   */
  public CompletableFuture<ExchangeResponse> exchange(ExchangeRequest request) {
    awaitRoom();
    String ref = Long.toString(refs.getAndIncrement(), Character.MAX_RADIX);
    CompletableFuture<ExchangeResponse> answer = new CompletableFuture<>();
    waiting.put(ref, answer);
    try {
      send(ref, request);
    } catch (RuntimeException | Error e) {
      fail(ref, e);
      throw e;
    }
    KexdException ended = end;
    if (ended != null) { // It may have ended before the answer was expected.
      fail(ref, ended);
    }
    return answer;
  }

  private void awaitRoom() {
    if (room.tryAcquire()) {
      return;
    }
    if (Thread.currentThread().equals(deliverer)) {
      throw new IllegalStateException(
          "this thread delivers the answers that would make room: use thenAcceptAsync or its like");
    }
    try {
      room.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KexdException(
          Status.Code.CANCELLED,
          ErrorReason.ERROR_REASON_UNSPECIFIED,
          null,
          null,
          "CANCELLED: interrupted before the exchange was sent",
          e);
    }
  }

  private void send(String ref, ExchangeRequest request) {
    ExchangeStreamRequest message =
        ExchangeStreamRequest.newBuilder()
            .addItems(ExchangeStreamRequest.Item.newBuilder().setRef(ref).setRequest(request))
            .build();
    synchronized (out) {
      if (closed) {
        throw new IllegalStateException("the stream is closed");
      }
      out.onNext(message);
    }
  }

  private void fail(String ref, Throwable cause) {
    CompletableFuture<ExchangeResponse> answer = take(ref);
    if (answer != null) {
      answer.completeExceptionally(cause);
    }
  }

  /** Makes room first: the answer's continuation may send the next one. */
  private @Nullable CompletableFuture<ExchangeResponse> take(String ref) {
    CompletableFuture<ExchangeResponse> answer = waiting.remove(ref);
    if (answer != null) {
      room.release();
    }
    return answer;
  }

  /** Sends no more, and waits for the answers, for at most the client's deadline. */
  @Override
  public void close() {
    synchronized (out) {
      if (!closed) {
        closed = true;
        out.onCompleted();
      }
    }
    boolean interrupted = false;
    try {
      if (over.await(deadline.toNanos(), TimeUnit.NANOSECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    out.cancel("closed before all answers were there", null);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Answers
      implements ClientResponseObserver<ExchangeStreamRequest, ExchangeStreamResponse> {
    @Override
    public void beforeStart(ClientCallStreamObserver<ExchangeStreamRequest> stream) {}

    @Override
    public void onNext(ExchangeStreamResponse message) {
      deliverer = Thread.currentThread();
      try {
        message.getItemsList().forEach(this::deliver);
      } finally {
        deliverer = null;
      }
    }

    private void deliver(ExchangeStreamResponse.Item item) {
      if (item.hasResponse()) {
        CompletableFuture<ExchangeResponse> answer = take(item.getRef());
        if (answer != null) {
          answer.complete(item.getResponse());
        }
      } else {
        fail(item.getRef(), Failures.of(item.getError()));
      }
    }

    @Override
    public void onError(Throwable failure) {
      finish(Failures.of((StatusRuntimeException) failure, target));
    }

    @Override
    public void onCompleted() {
      finish(
          Failures.of(
              Status.UNAVAILABLE.withDescription("the stream has ended").asRuntimeException(),
              target));
    }

    private void finish(KexdException why) {
      end = why;
      waiting.keySet().forEach(ref -> fail(ref, why));
      over.countDown();
    }
  }
}
