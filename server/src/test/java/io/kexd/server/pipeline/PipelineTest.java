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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Admission and the queue, with work that a test holds back. */
class PipelineTest {
  private final Meters meters = new Meters(List.of("x25519", "ed25519", "p256"));
  private final Pipeline pipeline = new Pipeline(1, 4, meters);
  private final CountDownLatch hold = new CountDownLatch(1);

  @AfterEach
  void stop() {
    hold.countDown();
    pipeline.close();
    meters.close();
  }

  @Test
  void onlySoMuchIsAdmitted() {
    CompletableFuture<String> running = submit(() -> false, this::held);
    CompletableFuture<String> waiting = submit(() -> false, () -> "second");
    List<CompletableFuture<String>> others = List.of(submit("ed25519"), submit("p256"));
    assertEquals(4, pipeline.permitsInUse());
    assertShed(Shed.Reason.OVERLOADED, submit("p256"));
    hold.countDown();
    assertEquals("held", running.join());
    assertEquals("second", waiting.join());
    others.forEach(other -> assertEquals("done", other.join()));
    assertEquals(0, pipeline.permitsInUse());
    assertEquals("fourth", submit(() -> false, () -> "fourth").join());
  }

  @Test
  void oneCurveGetsHalf() {
    CompletableFuture<String> running = submit(() -> false, this::held);
    CompletableFuture<String> waiting = submit("x25519");
    assertShed(Shed.Reason.OVERLOADED, submit("x25519"));
    assertEquals(2, pipeline.permitsInUse());
    CompletableFuture<String> other = submit("ed25519");
    hold.countDown();
    assertEquals("held", running.join());
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
    CompletableFuture<String> running = submit(() -> false, this::held);
    List<CompletableFuture<String>> waiting =
        List.of(submit("x25519"), submit("ed25519"), submit("ed25519"));
    for (int i = 0; i < 5; i++) {
      assertShed(Shed.Reason.OVERLOADED, submit("p256"));
    }
    hold.countDown();
    assertEquals("held", running.join());
    waiting.forEach(work -> assertEquals("done", work.join()));
    assertEquals("done", submit("p256").join());
  }

  @Test
  void whatNobodyWaitsForIsNotBegun() {
    AtomicBoolean begun = new AtomicBoolean();
    AtomicBoolean gone = new AtomicBoolean();
    CompletableFuture<String> running = submit(() -> false, this::held);
    CompletableFuture<String> waiting =
        submit(
            gone::get,
            () -> {
              begun.set(true);
              return "never";
            });
    gone.set(true);
    hold.countDown();
    assertEquals("held", running.join());
    assertShed(Shed.Reason.DEADLINE_EXCEEDED, waiting);
    assertFalse(begun.get());
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void whatFailsBeforeTheWorkIsAnsweredToo() {
    IllegalStateException fault = new IllegalStateException();
    CompletableFuture<String> failed =
        submit(
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
    CountDownLatch running = new CountDownLatch(1);
    CompletableFuture<String> first =
        submit(
            () -> false,
            () -> {
              running.countDown();
              return held();
            });
    CompletableFuture<String> second = submit(() -> false, () -> "second");
    running.await();
    Thread closer = new Thread(() -> pipeline.close(Duration.ofSeconds(30)));
    closer.start();
    assertShed(Shed.Reason.SHUTTING_DOWN, second);
    hold.countDown();
    assertEquals("held", first.join());
    closer.join();
    assertShed(Shed.Reason.SHUTTING_DOWN, submit(() -> false, () -> "late"));
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void whatTheWorkThrowsComesOut() {
    IllegalStateException fault = new IllegalStateException();
    CompletionException thrown =
        assertThrows(
            CompletionException.class,
            () ->
                submit(
                        () -> false,
                        () -> {
                          throw fault;
                        })
                    .join());
    assertSame(fault, thrown.getCause());
    assertEquals(0, pipeline.permitsInUse());
  }

  private String held() {
    try {
      hold.await();
      return "held";
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private CompletableFuture<String> submit(String curve) {
    return pipeline.submit(new Task<>(curve, Operation.EXCHANGE, () -> false, () -> "done"));
  }

  private <T> CompletableFuture<T> submit(BooleanSupplier abandoned, Supplier<T> work) {
    return pipeline.submit(new Task<>("x25519", Operation.EXCHANGE, abandoned, work));
  }

  private static void assertShed(Shed.Reason reason, CompletableFuture<?> work) {
    CompletionException thrown = assertThrows(CompletionException.class, work::join);
    Shed shed = assertInstanceOf(Shed.class, thrown.getCause());
    assertEquals(reason, shed.reason());
    assertTrue(shed.retryAfter().isPositive());
  }
}
