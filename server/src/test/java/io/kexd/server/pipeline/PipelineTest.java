package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Admission, the lines and their batches, with work that a test holds back. */
class PipelineTest {
  private static final String HELD = "held";

  private final Meters meters = new Meters(List.of("x25519", "ed25519", "p256"));
  private final Pipeline pipeline = pipeline(4, true);
  private final CountDownLatch hold = new CountDownLatch(1);
  private final CountDownLatch holding = new CountDownLatch(1);

  /** The sizes of the batches that were computed, in their order. */
  private final List<Integer> batches = Collections.synchronizedList(new ArrayList<>());

  private final Map<String, Line<Supplier<String>, String>> lines = new HashMap<>();

  private Pipeline pipeline(int permits, boolean batching) {
    return new Pipeline(new Pipeline.Config(1, permits, batching), meters);
  }

  @AfterEach
  void stop() {
    hold.countDown();
    pipeline.close();
    meters.close();
  }

  @Test
  void onlySoMuchIsAdmitted() {
    CompletableFuture<String> running = hold();
    CompletableFuture<String> waiting = submit("x25519", () -> "second");
    List<CompletableFuture<String>> others = List.of(submit("ed25519"), submit("p256"));
    assertEquals(4, pipeline.permitsInUse());
    assertShed(Shed.Reason.OVERLOADED, submit("p256"));
    hold.countDown();
    assertEquals(HELD, running.join());
    assertEquals("second", waiting.join());
    others.forEach(other -> assertEquals("done", other.join()));
    assertEquals(0, pipeline.permitsInUse());
    assertEquals("fourth", submit("x25519", () -> "fourth").join());
  }

  @Test
  void oneCurveGetsHalf() {
    CompletableFuture<String> running = hold();
    CompletableFuture<String> waiting = submit("x25519");
    assertShed(Shed.Reason.OVERLOADED, submit("x25519"));
    assertEquals(2, pipeline.permitsInUse());
    CompletableFuture<String> other = submit("ed25519");
    hold.countDown();
    assertEquals(HELD, running.join());
    assertEquals("done", waiting.join());
    assertEquals("done", other.join());
    for (int i = 0; i < 5; i++) {
      assertEquals("done", submit("x25519").join());
    }
    assertEquals(0, pipeline.permitsInUse());
  }

  /** A refusal by the whole house must not use up the curve's own share. */
  @Test
  void aFullHouseCostsACurveNothing() {
    CompletableFuture<String> running = hold();
    List<CompletableFuture<String>> waiting =
        List.of(submit("x25519"), submit("ed25519"), submit("p256"));
    for (int i = 0; i < 5; i++) {
      assertShed(Shed.Reason.OVERLOADED, submit("p256"));
    }
    hold.countDown();
    assertEquals(HELD, running.join());
    waiting.forEach(work -> assertEquals("done", work.join()));
    assertEquals("done", submit("p256").join());
  }

  /** Several at once are admitted as a whole or not at all. */
  @Test
  void aBatchThatDoesNotFitIsRefusedWhole() {
    Pipeline large = pipeline(20, true);
    Line<Supplier<String>, String> line = line(large, "x25519");
    List<CompletableFuture<String>> refused =
        submitAll(large, line, Collections.nCopies(11, () -> "never"));
    assertEquals(11, refused.size());
    refused.forEach(job -> assertShed(Shed.Reason.OVERLOADED, job));
    assertEquals(0, large.permitsInUse());
    List<CompletableFuture<String>> done =
        submitAll(large, line, Collections.nCopies(10, () -> "done"));
    done.forEach(job -> assertEquals("done", job.join()));
    assertEquals(List.of(), submitAll(large, line, List.of()));
    assertEquals(0, large.permitsInUse());
    large.close();
  }

  @Test
  void whatWaitsSharesACall() {
    Pipeline large = pipeline(1_000, true);
    assertEquals(List.of(1, 8), batchesBehindOne(large, 8));
    large.close();
  }

  @Test
  void theSwitchTurnsBatchingOff() {
    Pipeline singles = pipeline(1_000, false);
    assertEquals(Collections.nCopies(11, 1), batchesBehindOne(singles, 10));
    singles.close();
  }

  /** Batches in the order of their computation, when so many wait behind one that runs. */
  private List<Integer> batchesBehindOne(Pipeline of, int count) {
    Line<Supplier<String>, String> line = line(of, "x25519");
    CompletableFuture<String> running = of.submit(line, this::held, () -> false);
    awaitHolding();
    List<CompletableFuture<String>> waiting = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      waiting.add(of.submit(line, () -> "done", () -> false));
    }
    hold.countDown();
    assertEquals(HELD, running.join());
    waiting.forEach(job -> assertEquals("done", job.join()));
    return batches;
  }

  @Test
  void linesDoNotShareCalls() {
    CompletableFuture<String> running = hold();
    List<CompletableFuture<String>> waiting =
        List.of(submit("ed25519"), submit("ed25519"), submit("p256"));
    hold.countDown();
    assertEquals(HELD, running.join());
    waiting.forEach(job -> assertEquals("done", job.join()));
    assertEquals(List.of(1, 2, 1), batches);
  }

  /** An answer that may have cost nothing does not make its line look cheap. */
  @Test
  void whatIsNotToBeMeasuredIsNot() {
    Line<Integer, Integer> line =
        pipeline.line(
            "x25519", Operation.VERIFY, jobs -> jobs.forEach(job -> job.settleUnmeasured(7)));
    long cost = line.cost();
    for (int i = 0; i < 100; i++) {
      assertEquals(7, pipeline.submit(line, i, () -> false).join());
    }
    assertEquals(cost, line.cost());
  }

  /** What is wrong with one is nothing to its neighbours. */
  @Test
  void oneThatFailsFailsAlone() {
    IllegalStateException fault = new IllegalStateException();
    CompletableFuture<String> running = hold();
    CompletableFuture<String> bad =
        submit(
            "p256",
            () -> {
              throw fault;
            });
    CompletableFuture<String> good = submit("p256");
    hold.countDown();
    assertEquals(HELD, running.join());
    assertSame(fault, assertThrows(CompletionException.class, bad::join).getCause());
    assertEquals("done", good.join());
    assertEquals(List.of(1, 2), batches);
    assertEquals(0, pipeline.permitsInUse());
  }

  /** A computation that forgets some, or breaks down half way, leaves nobody without an answer. */
  @Test
  void nobodyIsLeftWithoutAnAnswer() {
    IllegalStateException fault = new IllegalStateException();
    Line<Boolean, String> line =
        pipeline.line(
            "ed25519",
            Operation.SIGN,
            jobs -> {
              jobs.get(0).settle(breaks -> "first");
              if (jobs.get(0).request()) {
                throw fault;
              }
            });
    List<CompletableFuture<String>> broken = submitAll(pipeline, line, List.of(true, true));
    assertEquals("first", broken.get(0).join());
    assertSame(fault, assertThrows(CompletionException.class, broken.get(1)::join).getCause());
    List<CompletableFuture<String>> forgotten = submitAll(pipeline, line, List.of(false, false));
    assertEquals("first", forgotten.get(0).join());
    assertInstanceOf(
        IllegalStateException.class,
        assertThrows(CompletionException.class, forgotten.get(1)::join).getCause());
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void whatNobodyWaitsForIsNotBegun() {
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean gone = new AtomicBoolean();
    CompletableFuture<String> running = hold();
    CompletableFuture<String> waiting =
        submit(
            "p256",
            gone::get,
            () -> {
              begun.set(true);
              return "never";
            });
    CompletableFuture<String> neighbour = submit("p256");
    gone.set(true);
    hold.countDown();
    assertEquals(HELD, running.join());
    assertShed(Shed.Reason.DEADLINE_EXCEEDED, waiting);
    assertEquals("done", neighbour.join());
    assertFalse(begun.get());
    assertEquals(List.of(1, 1), batches);
    assertEquals(0, pipeline.permitsInUse());
  }

  /** The deadline is looked at by the clock: nobody has to say that it passed. */
  @Test
  void whatIsTooLateIsNotBegun() {
    AtomicLong left = new AtomicLong(Long.MAX_VALUE);
    CompletableFuture<String> running = hold();
    CompletableFuture<String> waiting =
        pipeline.submit(
            line(pipeline, "p256"),
            () -> {
              throw new AssertionError("begun");
            },
            new Hurried(left::get));
    left.set(-1);
    hold.countDown();
    assertEquals(HELD, running.join());
    assertShed(Shed.Reason.DEADLINE_EXCEEDED, waiting);
    assertEquals(0, pipeline.permitsInUse());
  }

  /** Refused at once, with the time that the work before it should take, and only then. */
  @Test
  void whatCannotBeDoneInTimeIsRefusedAtOnce() {
    Pipeline large = pipeline(1_000, true);
    Line<Supplier<String>, String> line = line(large, "x25519");
    CompletableFuture<String> running = large.submit(line, this::held, () -> false);
    awaitHolding();
    List<CompletableFuture<String>> waiting =
        submitAll(large, line, Collections.nCopies(100, () -> "done"));
    long all = 100 * line.cost();
    assertShed(
        Shed.Reason.OVERLOADED, large.submit(line, () -> "never", new Hurried(() -> all - 1)));
    assertEquals(101, large.permitsInUse());
    CompletableFuture<String> last =
        large.submit(line, () -> "last", new Hurried(() -> all + 1_000_000_000_000L));
    CompletableFuture<String> other =
        large.submit(line(large, "p256"), () -> "other", new Hurried(() -> 60_000_000_000L));
    assertTrue(large.backlog().toNanos() >= all, large.backlog().toString());
    hold.countDown();
    assertEquals(HELD, running.join());
    waiting.forEach(job -> assertEquals("done", job.join()));
    assertEquals("last", last.join());
    assertEquals("other", other.join());
    assertEquals(0, large.permitsInUse());
    assertEquals(Duration.ZERO, large.backlog());
    large.close();
  }

  private record Hurried(LongSupplier left) implements Asker {
    @Override
    public boolean isGone() {
      return false;
    }

    @Override
    public long nanosLeft() {
      return left.getAsLong();
    }
  }

  @Test
  void whatFailsBeforeTheWorkIsAnsweredToo() {
    IllegalStateException fault = new IllegalStateException();
    CompletableFuture<String> failed =
        submit(
                "x25519",
                () -> {
                  throw fault;
                },
                () -> "never")
            .orTimeout(10, TimeUnit.SECONDS);
    assertSame(fault, assertThrows(CompletionException.class, failed::join).getCause());
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void closingFinishesWhatRunsAndGivesUpWhatWaits() throws InterruptedException {
    CompletableFuture<String> first = hold();
    CompletableFuture<String> second = submit("x25519");
    CompletableFuture<String> other = submit("p256");
    Thread closer = new Thread(() -> pipeline.close(Duration.ofSeconds(30)));
    closer.start();
    assertShed(Shed.Reason.SHUTTING_DOWN, second);
    assertShed(Shed.Reason.SHUTTING_DOWN, other);
    hold.countDown();
    assertEquals(HELD, first.join());
    closer.join();
    assertShed(Shed.Reason.SHUTTING_DOWN, submit("x25519"));
    assertEquals(0, pipeline.permitsInUse());
  }

  /** What has time is done when nothing waits, and not before. */
  @Test
  void choresWaitForOperations() {
    List<String> order = Collections.synchronizedList(new ArrayList<>());
    CompletableFuture<String> running = hold();
    CompletableFuture<Void> chore = new CompletableFuture<>();
    pipeline.whenIdle(
        () -> {
          order.add("chore");
          chore.complete(null);
        });
    pipeline.whenIdle(
        () -> {
          throw new IllegalStateException("a chore must not end its worker");
        });
    CompletableFuture<String> waiting =
        submit(
            "p256",
            () -> {
              order.add("operation");
              return "done";
            });
    hold.countDown();
    assertEquals(HELD, running.join());
    assertEquals("done", waiting.join());
    chore.join();
    assertEquals(List.of("operation", "chore"), order);
    assertEquals("done", submit("x25519").join());
  }

  /** Many threads, lines and workers: every answer is its own request's. */
  @Test
  void noAnswerIsLostOrSwapped() throws InterruptedException {
    Pipeline crowd = new Pipeline(new Pipeline.Config(3, 100_000, true), meters);
    List<Line<Integer, Integer>> kinds = new ArrayList<>();
    for (String curve : List.of("x25519", "ed25519", "p256")) {
      kinds.add(
          crowd.line(
              curve,
              Operation.AGREE,
              jobs -> {
                batches.add(jobs.size());
                jobs.forEach(job -> job.settle(number -> -number));
              }));
    }
    int threads = 8;
    int each = 3_000;
    List<CompletableFuture<?>> told = Collections.synchronizedList(new ArrayList<>());
    List<CompletableFuture<?>> wrong = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch answered = new CountDownLatch(threads * each);
    List<Thread> callers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int first = 1 + t * each;
      callers.add(
          new Thread(
              () -> {
                for (int i = first; i < first + each; i++) {
                  int number = i;
                  CompletableFuture<Integer> answer =
                      crowd.submit(kinds.get(i % 3), number, () -> false);
                  told.add(
                      answer.whenComplete(
                          (value, failure) -> {
                            if (value == null || value != -number) {
                              wrong.add(answer);
                            }
                            answered.countDown();
                          }));
                }
              }));
    }
    callers.forEach(Thread::start);
    assertTrue(answered.await(60, TimeUnit.SECONDS));
    assertEquals(List.of(), wrong);
    assertEquals(threads * each, told.size());
    assertEquals(threads * each, batches.stream().mapToInt(Integer::intValue).sum());
    assertEquals(0, crowd.permitsInUse());
    crowd.close();
  }

  /** Occupies the only worker until the test lets go. */
  private CompletableFuture<String> hold() {
    CompletableFuture<String> running = submit("x25519", this::held);
    awaitHolding();
    return running;
  }

  private void awaitHolding() {
    try {
      holding.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private String held() {
    try {
      holding.countDown();
      hold.await();
      return HELD;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private CompletableFuture<String> submit(String curve) {
    return submit(curve, () -> "done");
  }

  private CompletableFuture<String> submit(String curve, Supplier<String> work) {
    return submit(curve, () -> false, work);
  }

  private CompletableFuture<String> submit(
      String curve, BooleanSupplier abandoned, Supplier<String> work) {
    return pipeline.submit(
        lines.computeIfAbsent(curve, c -> line(pipeline, c)), work, abandoned::getAsBoolean);
  }

  /** Together. */
  private static <Q, R> List<CompletableFuture<R>> submitAll(
      Pipeline to, Line<Q, R> line, List<Q> requests) {
    Bundle bundle = new Bundle();
    List<CompletableFuture<R>> results =
        requests.stream().map(request -> bundle.add(line, request, () -> false)).toList();
    to.submit(bundle).ifPresent(bundle::fail);
    return results;
  }

  private Line<Supplier<String>, String> line(Pipeline of, String curve) {
    return of.line(
        curve,
        Operation.EXCHANGE,
        jobs -> {
          batches.add(jobs.size());
          jobs.forEach(job -> job.settle(Supplier::get));
        });
  }

  private static void assertShed(Shed.Reason reason, CompletableFuture<?> work) {
    CompletionException thrown = assertThrows(CompletionException.class, work::join);
    Shed shed = assertInstanceOf(Shed.class, thrown.getCause());
    assertEquals(reason, shed.reason());
    assertEquals(reason == Shed.Reason.OVERLOADED, shed.retryAfter().isPositive());
  }
}
