package io.kexd.client.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.kexd.client.KexdClient;
import io.kexd.client.load.Report.Row;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a load counts and times. */
@Timeout(60)
class LoadTest {
  private static final long MILLISECOND = 1_000_000;
  private static final long STALL = 500 * MILLISECOND;

  /** Of a machine that does much else. */
  private static final Duration ANY_LAG = Duration.ofMinutes(1);

  @Test
  void countsWhatTheServerSaw() throws Exception {
    Queue<ExchangeRequest> seen = new ConcurrentLinkedQueue<>();
    try (Service service =
        new Service(
            (request, reply) -> {
              seen.add(request);
              Service.answer(reply);
            })) {
      Plan plan =
          plan(
              "a:exchange=3,b:exchange", 200, Duration.ofMillis(500), Duration.ofSeconds(1), 1_000);
      List<Progress> progress = new ArrayList<>();
      Report report = new Load(service.client(), plan).run(progress::add);

      // 200 that count, and of the 100 of the warm-up those that did not wait for others.
      assertTrue(seen.size() > 200 && seen.size() <= 300, () -> seen.size() + " calls");
      assertEquals(
          Set.of("key of a", "key of b"),
          seen.stream().map(r -> r.getPeerPublicKey().toStringUtf8()).collect(Collectors.toSet()));
      assertEquals(List.of(150L, 50L), report.rows().stream().map(Row::offered).toList());
      assertEquals(List.of(150L, 50L), report.rows().stream().map(Row::ok).toList());
      assertEquals(200, report.total().ok());
      assertEquals(
          200, report.rows().get(0).timeline().stream().mapToLong(s -> s.offered()).sum() + 50);
      assertEquals(List.of(), report.faults());
      assertFalse(report.stopped());
      assertEquals(1, progress.get(0).second());
      assertTrue(progress.get(0).offered() > 0, progress::toString);
    }
  }

  /** Replies are held for half a second, once: whoever was due then waited. */
  @Test
  void stallOfTheServerIsChargedToAllCallsOfIt() throws Exception {
    try (Service service = stalled(new AtomicInteger())) {
      Plan plan = plan("a:exchange", 200, Duration.ZERO, Duration.ofSeconds(2), 100_000);
      assertStall(new Load(service.client(), plan).run(p -> {}));
    }
  }

  /** A twentieth of a second's calls are 10: nobody answers before an eleventh comes, to count. */
  @Test
  void warmUpLeavesNoBacklog() throws Exception {
    int backlog = 10;
    AtomicInteger seen = new AtomicInteger();
    CompletableFuture<Void> counted = new CompletableFuture<>();
    List<CompletableFuture<Void>> answers = new CopyOnWriteArrayList<>();
    try (Service service =
        new Service(
            (request, reply) -> {
              answers.add(counted.thenRun(() -> Service.answer(reply)));
              if (seen.incrementAndGet() > backlog) {
                counted.complete(null);
              }
            })) {
      Duration warmUp = Duration.ofMillis(400);
      Plan plan = plan("a:exchange", 200, warmUp, Duration.ofSeconds(1), 1_000);
      Report report = new Load(service.client(), plan).run(p -> {});
      assertEquals(200, report.total().ok());
      assertEquals(200 + backlog, seen.get());
      CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
    }
  }

  /** One that answers nothing for half a second from the first call on, and then all at once. */
  private static Service stalled(AtomicInteger seen) throws Exception {
    AtomicLong first = new AtomicLong();
    return new Service(
        (request, reply) -> {
          seen.incrementAndGet();
          first.compareAndSet(0, System.nanoTime());
          long left = Math.max(0, first.get() + STALL - System.nanoTime());
          CompletableFuture.delayedExecutor(left, TimeUnit.NANOSECONDS)
              .execute(() -> Service.answer(reply));
        });
  }

  /**
   * A stall in which the generator itself could not send: the calls left when all was well again,
   * but they were due before. Who times them from their departure sees one slow call.
   */
  @Test
  void stallThatKeptCallsFromLeavingIsChargedToThem() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Attempt attempt =
        (channel, options, ended) -> {
          if (calls.incrementAndGet() == 1) {
            sleep(STALL);
          }
          ended.accept(Outcome.OK);
        };
    Plan plan = plan("a:exchange", 200, Duration.ZERO, Duration.ofSeconds(2), 1_000);
    Tally tally = new Tally(plan.mix().shares().get(0), 1, new Timeline(plan.duration()));
    try (Connections unused = new Connections(KexdClient.builder("127.0.0.1:9"), 1, 1)) {
      Pacer pacer =
          new Pacer(
              plan,
              Arrivals.even(plan.rate()),
              Turns.even(plan.mix().weights()),
              List.of(attempt),
              List.of(tally),
              new Interval(),
              unused,
              () -> false,
              System.nanoTime());
      Report report = Results.report("", plan, pacer.call(), List.of(tally));
      assertStall(report);
      assertTrue(report.generator().lag().p99() > 400, report::toString);
    }
  }

  /** 100 of 400 calls were due in it, evenly: a fifth of all waited for 100 ms or more. */
  private static void assertStall(Report report) {
    Row row = report.total();
    assertEquals(400, row.ok());
    assertTrue(row.times().p99() > 450, row::toString);
    assertTrue(row.times().p90() > 250, row::toString);
    double p80 =
        row.times().curve().stream()
            .filter(point -> point.nines() > 0.69)
            .findFirst()
            .orElseThrow()
            .milliseconds();
    assertTrue(p80 > 70, row::toString);
    double second = report.rows().get(0).timeline().get(0).max();
    assertTrue(second > 450, report::toString);
  }

  @Test
  void refusalsAreCountedByReason() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    List<StatusException> kinds =
        List.of(
            new StatusException(Status.Code.RESOURCE_EXHAUSTED, "OVERLOADED", "kexd.io"),
            new StatusException(Status.Code.UNAVAILABLE, "SHUTTING_DOWN", "kexd.io"),
            new StatusException(Status.Code.INTERNAL, "OVERLOADED", "example.org"));
    try (Service service =
        new Service(
            (request, reply) -> {
              int kind = calls.getAndIncrement() % 4;
              if (kind == 3) {
                Service.answer(reply);
              } else {
                StatusException e = kinds.get(kind);
                reply.onError(Service.refusal(e.code(), e.reason(), e.domain()));
              }
            })) {
      Plan plan = plan("a:exchange", 200, Duration.ZERO, Duration.ofSeconds(1), 1_000);
      Report report = new Load(service.client(), plan).run(p -> {});
      Row row = report.rows().get(0);
      assertEquals(50, row.ok());
      assertEquals(Map.of("OVERLOADED", 50L, "SHUTTING_DOWN", 50L), row.refused());
      assertEquals(Map.of("INTERNAL", 50L), row.errors());
      assertEquals(150, row.timeline().stream().mapToLong(slot -> slot.failed()).sum());
      String text = TextReport.of(report);
      assertTrue(text.contains("a exchange refused: OVERLOADED 50\n"), text);
    }
  }

  private record StatusException(Status.Code code, String reason, String domain) {}

  /** One item of two is enough. */
  @Test
  void batchCountsUnderItsFirstRefusal() throws Exception {
    try (Service service = new Service((request, reply) -> {})) {
      Plan alone = plan("a:batch-exchange", 20, Duration.ZERO, Duration.ofSeconds(1), 1_000);
      assertEquals(20, new Load(service.client(), alone).run(p -> {}).total().ok());
      Row row = new Load(service.client(), batch(alone, 2)).run(p -> {}).rows().get(0);
      assertEquals(2, row.items());
      assertEquals(Map.of("OVERLOADED", 20L), row.refused());
      assertEquals(0, row.ok());
    }
  }

  @Test
  void callsBeyondTheBoundAreNotSent() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    try (Service service = new Service((request, reply) -> calls.incrementAndGet())) {
      Plan plan = plan("a:exchange", 100, Duration.ZERO, Duration.ofSeconds(1), 10);
      Report report = new Load(service.client(), plan).run(p -> {});
      Row row = report.rows().get(0);
      assertEquals(10, calls.get());
      assertEquals(100, row.offered());
      assertEquals(90, row.notSent());
      assertEquals(Map.of("DEADLINE_EXCEEDED", 10L), row.errors());
      // Nobody answered, and that is known to have taken so long.
      assertTrue(row.times().p50() > plan.timeout().toMillis() * 0.99, row::toString);
      assertEquals(
          List.of(
              "90 calls were not sent: 10 others were waiting for their answers (--outstanding)",
              "no call was answered"),
          report.faults());
    }
  }

  @Test
  void stoppedOneReportsWhatThereIs() throws Exception {
    CountDownLatch some = new CountDownLatch(20);
    BiConsumer<ExchangeRequest, StreamObserver<ExchangeResponse>> half =
        (request, reply) -> {
          some.countDown();
          if (some.getCount() % 2 == 0) {
            Service.answer(reply);
          }
        };
    try (Service service = new Service(half)) {
      Plan plan = plan("a:exchange", 100, Duration.ZERO, Duration.ofHours(1), 1000);
      Load load = new Load(service.client(), plan);
      Thread stopper =
          new Thread(
              () -> {
                try {
                  some.await();
                } catch (InterruptedException e) {
                  throw new AssertionError(e);
                }
                load.stop();
              });
      stopper.start();
      Report report = load.run(p -> {});
      stopper.join();
      Row row = report.rows().get(0);
      assertTrue(report.stopped());
      assertTrue(report.seconds() < 60, report::toString);
      assertTrue(row.ok() >= 9, row::toString);
      assertTrue(row.unfinished() >= 9, row::toString);
      assertEquals(row.offered(), row.ok() + row.unfinished());
      assertTrue(TextReport.of(report).contains(" s (stopped)"));
    }
  }

  @Test
  void generatorThatFallsBehindSaysSo() throws Exception {
    try (Service service = new Service((request, reply) -> Service.answer(reply))) {
      Plan plan =
          new Plan(
              Mix.parse("a:exchange"),
              100,
              false,
              Duration.ZERO,
              Duration.ofSeconds(1),
              Duration.ofSeconds(2),
              1,
              1,
              1,
              100,
              Duration.ofNanos(1));
      List<String> faults = new Load(service.client(), plan).run(p -> {}).faults();
      assertEquals(2, faults.size());
      assertTrue(faults.get(0).startsWith("the generator fell behind: one call in"), faults.get(0));
      assertTrue(faults.get(1).startsWith("the generator fell behind: one task in"), faults.get(1));
    }
  }

  private static void sleep(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
  }

  private static Plan plan(String mix, int rate, Duration warmUp, Duration duration, int most) {
    return new Plan(
        Mix.parse(mix),
        rate,
        false,
        warmUp,
        duration,
        Duration.ofSeconds(2),
        1,
        2,
        1,
        most,
        ANY_LAG);
  }

  private static Plan batch(Plan plan, int items) {
    return new Plan(
        plan.mix(),
        plan.rate(),
        plan.poisson(),
        plan.warmUp(),
        plan.duration(),
        plan.timeout(),
        items,
        plan.connections(),
        plan.threads(),
        plan.outstanding(),
        plan.maxLag());
  }
}
