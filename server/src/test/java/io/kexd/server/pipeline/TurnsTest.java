package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.metrics.Operation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whose turn it is, on a clock of the test's own. */
class TurnsTest {
  private final Turns turns = new Turns();

  @Test
  void nothingWaits() {
    assertNull(turns.next());
    assertTrue(turns.isEmpty());
  }

  @Test
  void linesShareTimeAndNotOperations() {
    Line<Integer, Integer> fast = line(10_000);
    Line<Integer, Integer> slow = line(400_000);
    Map<Line<?, ?>, Long> time = new HashMap<>();
    crowd(fast);
    crowd(slow);
    serve(400_000_000, time);
    long of = time.getOrDefault(fast, 0L) + time.getOrDefault(slow, 0L);
    assertTrue(time.getOrDefault(fast, 0L) > 0.45 * of, time.toString());
    assertTrue(time.getOrDefault(slow, 0L) > 0.45 * of, time.toString());
  }

  /** However long a crowd has waited, one that comes to an empty line is next. */
  @Test
  void oneThatComesToAnEmptyLineIsNext() {
    Line<Integer, Integer> slow = line(400_000);
    Line<Integer, Integer> fast = line(10_000);
    crowd(slow);
    for (int i = 0; i < 10; i++) {
      serve(50_000_000, new HashMap<>());
      add(fast, 1);
      Line<?, ?> running = next(); // Of equal turns the first to come.
      turns.charge(running, running.take().size() * running.cost());
      if (running != fast) {
        Line<?, ?> then = next();
        assertSame(fast, then);
        turns.charge(then, then.take().size() * then.cost());
      }
    }
  }

  /** A line that was idle for long has saved nothing up. */
  @Test
  void whoWasIdleGetsNoMoreThanItsShare() {
    Line<Integer, Integer> busy = line(100_000);
    Line<Integer, Integer> idle = line(100_000);
    crowd(busy);
    serve(1_000_000_000, new HashMap<>());
    crowd(idle);
    Map<Line<?, ?>, Long> time = new HashMap<>();
    serve(100_000_000, time);
    assertTrue(
        time.getOrDefault(busy, 0L)
            > 0.4 * (time.getOrDefault(busy, 0L) + time.getOrDefault(idle, 0L)),
        time.toString());
  }

  /** Whatever comes in whatever order: every job is taken once, in the order of its line. */
  @Test
  void nothingIsLostOrTakenTwice() {
    Random random = new Random(1);
    for (int round = 0; round < 100; round++) {
      List<Line<Integer, Integer>> lines = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        lines.add(line(1_000L << random.nextInt(10)));
      }
      Map<Line<?, ?>, Integer> added = new HashMap<>();
      Map<Line<?, ?>, Integer> taken = new HashMap<>();
      for (int step = 0; step < 500; step++) {
        if (random.nextInt(3) > 0) {
          Line<Integer, Integer> line = lines.get(random.nextInt(5));
          int count = 1 + random.nextInt(100);
          for (int i = 0; i < count; i++) {
            add(line, added.merge(line, 1, Integer::sum) - 1);
          }
        } else {
          take(taken);
        }
      }
      while (!turns.isEmpty()) {
        take(taken);
      }
      assertEquals(added, taken);
    }
  }

  /** Of turns that somebody waits for. */
  private Line<?, ?> next() {
    return Objects.requireNonNull(turns.next());
  }

  private void take(Map<Line<?, ?>, Integer> taken) {
    Line<?, ?> line = turns.next();
    if (line == null) {
      return;
    }
    List<? extends Job<?, ?>> jobs = line.take();
    assertTrue(!jobs.isEmpty() && jobs.size() <= Line.MOST);
    for (Job<?, ?> job : jobs) {
      assertEquals(taken.merge(line, 1, Integer::sum) - 1, job.request());
    }
    turns.charge(line, jobs.size() * line.cost());
  }

  /** A line whose operations take so long, and are known to. */
  private static Line<Integer, Integer> line(long nanos) {
    Line<Integer, Integer> line =
        new Line<>("x25519", Operation.AGREE, Line.MOST, n -> 0, jobs -> {});
    for (int i = 0; i < 200; i++) {
      line.measured(1, nanos);
    }
    assertEquals((double) nanos, (double) line.cost(), 0.01 * nanos);
    return line;
  }

  private void crowd(Line<Integer, Integer> line) {
    for (int i = 0; i < 200_000; i++) {
      add(line, i);
    }
  }

  private void add(Line<Integer, Integer> line, int request) {
    boolean wasEmpty = line.isEmpty();
    line.add(new Job<>(line, request, () -> false));
    if (wasEmpty) {
      turns.enter(line);
    }
  }

  /** Serves for so long, and notes how long each line had. */
  private void serve(long nanos, Map<Line<?, ?>, Long> time) {
    for (long left = nanos; left > 0; ) {
      Line<?, ?> line = next();
      long spent = line.take().size() * line.cost();
      turns.charge(line, spent);
      time.merge(line, spent, Long::sum);
      left -= spent;
    }
  }
}
