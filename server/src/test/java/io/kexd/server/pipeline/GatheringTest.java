package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an event loop computes by itself. The test's own thread is the loop. */
class GatheringTest {
  private static final long SHORT = 10_000;
  private static final long LONG = 1_000_000;

  private final Meters meters = new Meters(List.of("x25519", "p521"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 1_000, true), meters);
  private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
  private final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());
  private final Line<Integer, Thread> fast = line("x25519", SHORT);
  private final Line<Integer, Thread> slow = line("p521", LONG);

  GatheringTest() {
    pipeline.computeHere(tasks::add);
  }

  @AfterEach
  void stop() {
    pipeline.close();
    meters.close();
  }

  private Line<Integer, Thread> line(String curve, long cost) {
    return measured(pipeline.line(curve, Operation.EXCHANGE, this::compute), cost);
  }

  private void compute(List<Job<Integer, Thread>> jobs) {
    batches.add(jobs.size());
    jobs.forEach(job -> job.settle(request -> Thread.currentThread()));
  }

  private static <Q, R> Line<Q, R> measured(Line<Q, R> line, long cost) {
    for (int i = 0; i < 300; i++) {
      line.measured(8, 8 * cost);
    }
    return line;
  }

  private List<CompletableFuture<Thread>> submit(Line<Integer, Thread> line, int count) {
    List<CompletableFuture<Thread>> results = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      results.add(pipeline.submit(line, i, () -> false));
    }
    return results;
  }

  private void turn() {
    Objects.requireNonNull(tasks.poll()).run();
  }

  @Test
  void whatCameTogetherIsComputedTogetherOnTheLoop() {
    List<CompletableFuture<Thread>> results = submit(fast, 12);
    assertEquals(1, tasks.size());
    assertEquals(12, pipeline.permitsInUse());
    assertTrue(results.stream().noneMatch(CompletableFuture::isDone));
    turn();
    results.forEach(result -> assertSame(Thread.currentThread(), result.join()));
    assertEquals(List.of(12), batches);
    assertEquals(0, pipeline.permitsInUse());
    assertTrue(tasks.isEmpty());
  }

  @Test
  void whatTakesLongIsLeftToTheWorkers() {
    CompletableFuture<Thread> result = submit(slow, 1).get(0);
    CompletableFuture<Thread> unknown =
        submit(pipeline.line("x25519", Operation.AGREE, this::compute), 1).get(0);
    CompletableFuture<Thread> single =
        submit(
                measured(
                    pipeline.lineOfSingles("x25519", Operation.SIGN, request -> 0, this::compute),
                    SHORT),
                1)
            .get(0);
    turn();
    assertNotSame(Thread.currentThread(), single.join());
    assertNotSame(Thread.currentThread(), result.join());
    assertNotSame(Thread.currentThread(), unknown.join());
  }

  /** A crowd may not keep the loop from reading. */
  @Test
  void whatIsTooMuchIsLeftToTheWorkers() {
    List<CompletableFuture<Thread>> results = submit(fast, 70);
    turn();
    long here =
        results.stream().filter(result -> result.join().equals(Thread.currentThread())).count();
    assertEquals(64, here);
    assertEquals(List.of(6, 64), batches.stream().sorted().toList());
  }

  /** Two lines share the time of one turn. */
  @Test
  void allLinesOfATurnAreShortTogether() {
    Line<Integer, Thread> second =
        measured(pipeline.line("x25519", Operation.AGREE, this::compute), 2 * SHORT);
    List<CompletableFuture<Thread>> first = submit(fast, 60);
    List<CompletableFuture<Thread>> others = submit(second, 30);
    turn();
    first.forEach(result -> assertSame(Thread.currentThread(), result.join()));
    long here =
        others.stream().filter(result -> result.join().equals(Thread.currentThread())).count();
    assertEquals(16, here, "20 would fit, of which 16 fill their lanes");
  }

  @Test
  void theSwitchTurnsItOff() {
    Pipeline singles = new Pipeline(new Pipeline.Config(1, 1_000, false), meters);
    singles.computeHere(tasks::add);
    Line<Integer, Thread> line = singles.line("x25519", Operation.EXCHANGE, this::compute);
    assertNotSame(
        Thread.currentThread(), singles.submit(measured(line, SHORT), 1, () -> false).join());
    assertTrue(tasks.isEmpty());
    singles.close();
  }

  @Test
  void otherThreadsHandOver() {
    Thread worker = CompletableFuture.supplyAsync(() -> submit(fast, 1).get(0).join()).join();
    assertNotSame(Thread.currentThread(), worker);
    assertTrue(tasks.isEmpty());
  }

  @Test
  void aClosedPipelineGivesUpWhatTheLoopLeaves() {
    CompletableFuture<Thread> late = submit(slow, 1).get(0);
    pipeline.close(Duration.ofSeconds(1));
    turn();
    assertShutDown(late);
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void aLoopThatHasEndedTakesNothing() {
    pipeline.computeHere(
        task -> {
          throw new RejectedExecutionException();
        });
    assertShutDown(submit(fast, 1).get(0));
    assertShutDown(submit(fast, 1).get(0));
    assertEquals(0, pipeline.permitsInUse());
    assertFalse(batches.contains(1));
  }

  private static void assertShutDown(CompletableFuture<?> job) {
    CompletionException thrown = assertThrows(CompletionException.class, job::join);
    assertEquals(
        Shed.Reason.SHUTTING_DOWN, assertInstanceOf(Shed.class, thrown.getCause()).reason());
  }
}
