package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Operations of several lines that are submitted together. */
class BundleTest {
  private final Meters meters = new Meters(List.of("x25519", "p256"));
  // Nine of a curve when another has one.
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 20, true), meters);
  private final CountDownLatch hold = new CountDownLatch(1);
  private final Line<String, String> x25519 = line("x25519");
  private final Line<String, String> p256 = line("p256");

  @AfterEach
  void stop() {
    hold.countDown();
    pipeline.close();
    meters.close();
  }

  @Test
  void allOfItIsAdmitted() {
    Bundle bundle = new Bundle();
    List<CompletableFuture<String>> results = new ArrayList<>();
    for (String request : List.of("a", "b", "c")) {
      results.add(bundle.add(x25519, request, () -> false));
      results.add(bundle.add(p256, request, () -> false));
    }
    assertEquals(6, bundle.size());
    assertEquals(3 * (x25519.quietCost() + p256.quietCost()), bundle.cost());
    assertEquals(0, pipeline.permitsInUse());
    assertTrue(results.stream().noneMatch(CompletableFuture::isDone));
    assertEquals(Optional.empty(), pipeline.submit(bundle));
    assertEquals(6, pipeline.permitsInUse());
    hold.countDown();
    assertEquals(
        List.of("x25519 a", "p256 a", "x25519 b", "p256 b", "x25519 c", "p256 c"),
        results.stream().map(CompletableFuture::join).toList());
    assertEquals(0, pipeline.permitsInUse());
  }

  /** Whichever of its lines there is no room in. */
  @Test
  void orNothingOfIt() {
    for (List<Line<String, String>> lines : List.of(List.of(x25519, p256), List.of(p256, x25519))) {
      Bundle bundle = new Bundle();
      List<CompletableFuture<String>> results = new ArrayList<>();
      results.add(bundle.add(lines.get(0), "one", () -> false));
      for (int i = 0; i < 10; i++) {
        results.add(bundle.add(lines.get(1), "too many", () -> false));
      }
      assertEquals(Shed.Reason.OVERLOADED, pipeline.submit(bundle).orElseThrow().reason());
      assertEquals(0, pipeline.permitsInUse());
      // Its owner says why.
      assertFalse(results.get(0).isDone());
      bundle.fail(new IllegalStateException("too much"));
      for (CompletableFuture<String> result : results) {
        assertInstanceOf(
            IllegalStateException.class,
            assertThrows(CompletionException.class, result::join).getCause());
      }
    }
    // And no curve has lost its share.
    Bundle bundle = new Bundle();
    CompletableFuture<String> last = bundle.add(p256, "last", () -> false);
    for (int i = 0; i < 3; i++) {
      last = bundle.add(p256, "last", () -> false);
    }
    assertEquals(Optional.empty(), pipeline.submit(bundle));
    hold.countDown();
    assertEquals("p256 last", last.join());
  }

  @Test
  void anEmptyOneIsNoWork() {
    assertEquals(Optional.empty(), pipeline.submit(new Bundle()));
    assertEquals(0, pipeline.permitsInUse());
  }

  @Test
  void aClosedPipelineTakesNothing() {
    hold.countDown();
    pipeline.close();
    Bundle bundle = new Bundle();
    List<CompletableFuture<String>> late =
        List.of(bundle.add(x25519, "late", () -> false), bundle.add(p256, "late", () -> false));
    assertEquals(Shed.Reason.SHUTTING_DOWN, pipeline.submit(bundle).orElseThrow().reason());
    assertTrue(late.stream().noneMatch(CompletableFuture::isDone), "its owner says why");
    assertEquals(0, pipeline.permitsInUse());
  }

  private Line<String, String> line(String curve) {
    return pipeline.line(
        curve,
        Operation.EXCHANGE,
        jobs -> {
          try {
            hold.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          jobs.forEach(job -> job.settle(request -> curve + " " + request));
        });
  }
}
