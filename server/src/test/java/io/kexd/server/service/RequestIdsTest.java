package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Caller;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Repeats that overlap, on threads that a test can line up. */
class RequestIdsTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final RequestIds ids = new RequestIds(Duration.ofMinutes(1), 100_000, timer);

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @Test
  void ofThreadsAtOnceOneWorks() throws Exception {
    int threads = 2;
    int rounds = 5_000;
    AtomicInteger made = new AtomicInteger();
    AtomicInteger arrived = new AtomicInteger();
    Set<List<Integer>> seen = new HashSet<>();
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      List<Future<List<Integer>>> all = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        all.add(
            pool.submit(
                () -> {
                  List<Integer> answers = new ArrayList<>();
                  for (int round = 0; round < rounds; round++) {
                    meet(arrived, (round + 1) * threads);
                    answers.add(ask("id-" + round, made));
                  }
                  return answers;
                }));
      }
      for (Future<List<Integer>> one : all) {
        seen.add(one.get());
      }
    }
    assertEquals(rounds, made.get());
    assertEquals(1, seen.size());
  }

  /** Spinning, so that both leave at once. */
  private static void meet(AtomicInteger arrived, int all) {
    int now = arrived.incrementAndGet();
    for (int i = 0; now < all && i < 1_000_000; i++) {
      Thread.onSpinWait();
      now = arrived.get();
    }
  }

  private Integer ask(String id, AtomicInteger made) {
    return once(id, () -> CompletableFuture.completedFuture(made.incrementAndGet())).join();
  }

  @Test
  void whenTheFirstFailsAWaitingRepeatTakesItsPlace() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    CompletableFuture<Integer> leader = once("id", () -> first);
    CompletableFuture<Integer> follower = once("id", () -> CompletableFuture.completedFuture(2));
    first.completeExceptionally(
        Refusal.of(Reason.DEADLINE_EXCEEDED, "the first caller's deadline passed"));
    assertThrows(CompletionException.class, leader::join);
    assertEquals(2, follower.join());
    assertEquals(2, once("id", () -> CompletableFuture.completedFuture(3)).join());
  }

  /**
   * Repeats hold no permit: they are bounded here. What was answered may be asked for any often.
   */
  @Test
  void onlySoManyRepeatsWait() {
    CompletableFuture<Integer> first = new CompletableFuture<>();
    List<CompletableFuture<Integer>> waiting = new ArrayList<>();
    for (int i = 0; i < 1 + 64; i++) {
      waiting.add(once("id", () -> first));
    }
    for (int i = 0; i < 100; i++) {
      CompletionException thrown =
          assertThrows(CompletionException.class, once("id", () -> first)::join);
      Refusal refusal = assertInstanceOf(Refusal.class, thrown.getCause());
      assertEquals(Reason.OVERLOADED, refusal.reason());
      assertTrue(refusal.retryAfter().orElseThrow().isPositive());
    }
    first.complete(1);
    waiting.forEach(answer -> assertEquals(1, answer.join()));
    for (int i = 0; i < 100; i++) {
      assertEquals(1, once("id", () -> first).join());
    }
  }

  @Test
  void theOldestIsForgottenFirst() {
    RequestIds small = new RequestIds(Duration.ofMinutes(1), 2, timer);
    AtomicInteger made = new AtomicInteger();
    for (String id : List.of("a", "b", "c", "b", "a")) {
      assertEquals(
          Integer.class,
          small
              .once(
                  Caller.ANONYMOUS,
                  id,
                  "request",
                  Integer.class,
                  () -> CompletableFuture.completedFuture(made.incrementAndGet()))
              .join()
              .getClass());
    }
    // a, b, c, and a once more.
    assertEquals(4, made.get());
  }

  private CompletableFuture<Integer> once(String id, Supplier<CompletableFuture<Integer>> work) {
    return ids.once(Caller.ANONYMOUS, id, "request", Integer.class, work);
  }
}
