package io.kexd.server.service;

import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Retention;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a repeat give the first answer again. An id belongs to its caller, over all methods; it is
 * remembered from its first success on, for a fixed time. A call that failed leaves no trace: its
 * repeat is a first call. Thread-safe.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Every outcome goes on into another future.
public final class RequestIds {
  private record Key(Caller caller, String id) {}

  /**
   * A first call.
   *
   * @param repeats those that came before it was answered
   */
  private record Entry(Object request, CompletableFuture<?> answer, AtomicInteger repeats) {}

  /** Repeats that may wait for one answer: they hold nothing that bounds their number otherwise. */
  private static final int REPEATS = 64;

  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Map<Key, Entry> entries = new ConcurrentHashMap<>();
  private final Retention<Key> window;

  /**
   * @param limit ids remembered at most; the oldest is forgotten first
   */
  public RequestIds(Duration time, int limit, ScheduledExecutorService timer) {
    this.window = new Retention<>(time, limit, timer, entries::remove);
  }

  /**
   * The answer to a request, computed once for all its repeats, however they overlap.
   *
   * @param id empty when the caller wants no such thing
   * @param request what a repeat must equal
   * @param type of the answer
   */
  <T> CompletableFuture<T> once(
      Caller caller,
      String id,
      Object request,
      Class<T> type,
      Supplier<CompletableFuture<T>> work) {
    Limits.checkRequestId(id);
    return id.isEmpty() ? work.get() : once(new Key(caller, id), request, type, work);
  }

  private <T> CompletableFuture<T> once(
      Key key, Object request, Class<T> type, Supplier<CompletableFuture<T>> work) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    Entry first = entries.putIfAbsent(key, new Entry(request, answer, new AtomicInteger()));
    if (first == null) {
      lead(key, work, answer);
    } else if (!first.request().equals(request)) {
      answer.completeExceptionally(
          Refusal.of(
              Reason.REQUEST_ID_CONFLICT,
              "request_id was used with another request; use a fresh one"));
    } else if (!first.answer().isDone() && first.repeats().incrementAndGet() > REPEATS) {
      answer.completeExceptionally(
          Refusal.retry(
              Reason.OVERLOADED,
              "too many repeats of this request wait for its answer; try again later",
              RETRY));
    } else {
      follow(first, answer, type, () -> once(key, request, type, work));
    }
    return answer;
  }

  private <T> void lead(Key key, Supplier<CompletableFuture<T>> work, CompletableFuture<T> answer) {
    start(work)
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                window.add(key);
              } else {
                entries.remove(key);
              }
              settle(answer, result, failure);
            });
  }

  private static <T> CompletableFuture<T> start(Supplier<CompletableFuture<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** When the first fails, perhaps because its own deadline passed, this one takes its place. */
  private static <T> void follow(
      Entry first,
      CompletableFuture<T> answer,
      Class<T> type,
      Supplier<CompletableFuture<T>> again) {
    first
        .answer()
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                answer.complete(type.cast(result));
              } else {
                again.get().whenComplete((next, e) -> settle(answer, next, e));
              }
            });
  }

  private static <T> void settle(
      CompletableFuture<T> answer, T result, @Nullable Throwable failure) {
    if (failure == null) {
      answer.complete(result);
    } else {
      answer.completeExceptionally(failure);
    }
  }
}
