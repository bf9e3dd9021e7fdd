package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Caller;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Line;
import io.kexd.server.pipeline.Pipeline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the work of a group is done, and what becomes of work that comes late. */
class GroupTest {
  private static final Duration AMPLE = Duration.ofHours(1);

  private final Meters meters = new Meters(List.of("x25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 8, true), meters);
  private final Line<String, String> line =
      pipeline.line(
          "x25519",
          Operation.EXCHANGE,
          jobs -> jobs.forEach(job -> job.settle(request -> request + " done")));
  private final Group group = new Group(pipeline);
  private final Call call =
      new Call(Caller.ANONYMOUS, Operation.EXCHANGE, () -> false, () -> Long.MAX_VALUE, group);

  @AfterEach
  void stop() {
    pipeline.close();
    meters.close();
  }

  @Test
  void nothingIsDoneBeforeItIsSubmitted() {
    CompletableFuture<String> first = group.add(call, line, "first", List.of());
    assertEquals(0, pipeline.permitsInUse());
    assertFalse(first.isDone());
    group.submit(AMPLE);
    assertEquals("first done", first.join());
    assertEquals("late done", group.add(call, line, "late", List.of()).join());
  }

  /** A repeat that waited for the first of its request id must not go where its batch did not. */
  @Test
  void whatComesAfterItsRefusalIsRefusedToo() {
    List<CompletableFuture<String>> all =
        List.of(group.add(call, line, "one", List.of()), group.add(call, line, "two", List.of()));
    Refusal refusal = assertThrows(Refusal.class, () -> group.submit(Duration.ofNanos(1)));
    assertEquals(Reason.INVALID_REQUEST, refusal.reason());
    assertTrue(String.valueOf(refusal.getMessage()).contains("about 1 of this kind"));
    all.forEach(result -> assertRefused(refusal, result));
    assertRefused(refusal, group.add(call, line, "late", List.of()));
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void whatThereIsNoRoomForIsRefusedInTheSameWay() {
    List<CompletableFuture<String>> all =
        List.of(
            group.add(call, line, "1", List.of()),
            group.add(call, line, "2", List.of()),
            group.add(call, line, "3", List.of()),
            group.add(call, line, "4", List.of()),
            group.add(call, line, "5", List.of()));
    Refusal refusal = assertThrows(Refusal.class, () -> group.submit(AMPLE));
    assertEquals(Reason.OVERLOADED, refusal.reason());
    all.forEach(result -> assertRefused(refusal, result));
    assertRefused(refusal, group.add(call, line, "late", List.of()));
  }

  @Test
  void oneAloneIsNeverTooMuch() {
    CompletableFuture<String> only = group.add(call, line, "only", List.of());
    group.submit(Duration.ofNanos(1));
    assertEquals("only done", only.join());
  }

  /** Repeats of a request id in two batches make each go on in the other's group. */
  @Test
  void twoThatAreRefusedAtOnceDoNotWaitForEachOther() throws InterruptedException {
    pipeline.close();
    Group other = new Group(pipeline);
    CyclicBarrier bothRefused = new CyclicBarrier(2);
    Thread here = refuse(group, other, bothRefused);
    Thread there = refuse(other, group, bothRefused);
    here.join(10_000);
    there.join(10_000);
    assertFalse(here.isAlive() || there.isAlive(), "they wait for each other");
  }

  private Thread refuse(Group one, Group other, CyclicBarrier bothRefused) {
    CompletableFuture<String> next =
        one.add(call, line, "first", List.of())
            .exceptionallyCompose(
                refused -> {
                  try {
                    bothRefused.await();
                  } catch (InterruptedException | BrokenBarrierException e) {
                    throw new AssertionError(e);
                  }
                  return other.add(call, line, "second", List.of());
                });
    Thread thread =
        new Thread(
            () -> {
              assertThrows(Refusal.class, () -> one.submit(AMPLE));
              assertTrue(next.isCompletedExceptionally());
            });
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void assertRefused(Refusal refusal, CompletableFuture<String> result) {
    assertSame(refusal, assertThrows(CompletionException.class, result::join).getCause());
  }
}
