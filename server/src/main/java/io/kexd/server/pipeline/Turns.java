package io.kexd.server.pipeline;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is: start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996) between lines. Each
 * that has something waiting gets the same share of the workers' time, however slow its operations
 * are and however many of them wait; one that was empty begins where the others are, so that it
 * neither waits behind a crowd nor saves up. Not thread-safe: the pipeline's lock guards it.
 */
final class Turns {
  private static final Comparator<Line<?, ?>> BY_TURN =
      Comparator.<Line<?, ?>>comparingLong(line -> line.turn).thenComparingLong(l -> l.arrival);

  private final PriorityQueue<Line<?, ?>> lines = new PriorityQueue<>(BY_TURN);
  private long now;
  private long arrivals;

  /** A line that was empty has something waiting. */
  void enter(Line<?, ?> line) {
    line.turn = Math.max(line.turn, now);
    line.arrival = arrivals++;
    lines.add(line);
  }

  /** The line whose turn it is, taken out; null when nothing waits. */
  @Nullable Line<?, ?> next() {
    Line<?, ?> line = lines.poll();
    if (line != null) {
      now = line.turn;
    }
    return line;
  }

  /** So much of the line was taken that costs so many nanoseconds. */
  void charge(Line<?, ?> line, long nanos) {
    line.turn += nanos;
    if (!line.isEmpty()) {
      line.arrival = arrivals++;
      lines.add(line);
    }
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }
}
