package io.kexd.server.pipeline;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * What one wake-up of an event loop brought. When the loop has read all of it, it computes what is
 * short by itself, since a hand-over costs more than many an operation, and hands the rest to the
 * workers. Used by the thread of its loop alone.
 */
final class Gathering implements Runnable {
  /** The loop may compute so long, in nanoseconds, before it reads again. */
  private static final long SLICE = 1_000_000;

  private final Pipeline pipeline;
  private final Executor loop;
  private final Map<Line<?, ?>, Gathered<?, ?>> gathered = new LinkedHashMap<>();

  Gathering(Pipeline pipeline, Executor loop) {
    this.pipeline = pipeline;
    this.loop = loop;
  }

  /** Takes jobs in, unless the loop has ended. */
  boolean add(List<Job<?, ?>> jobs) {
    if (gathered.isEmpty() && !schedule()) {
      return false;
    }
    jobs.forEach(this::add);
    return true;
  }

  private <Q, R> void add(Job<Q, R> job) {
    @SuppressWarnings("unchecked") // Made for that line.
    Gathered<Q, R> ofLine =
        (Gathered<Q, R>)
            gathered.computeIfAbsent(
                job.line(), line -> new Gathered<>(job.line(), new ArrayList<>()));
    ofLine.jobs().add(job);
  }

  private boolean schedule() {
    try {
      loop.execute(this);
      return true;
    } catch (RejectedExecutionException e) {
      return false;
    }
  }

  @Override
  public void run() {
    List<Gathered<?, ?>> all = List.copyOf(gathered.values());
    gathered.clear();
    long left = SLICE;
    for (Gathered<?, ?> waiting : all) {
      left -= begin(waiting, left);
    }
  }

  /**
   * Computes as much as there is time for, and hands on the rest.
   *
   * @return the time that it was expected to take
   */
  private <Q, R> long begin(Gathered<Q, R> waiting, long time) {
    Line<Q, R> line = waiting.line();
    List<Job<Q, R>> jobs = waiting.jobs();
    int count = line.fits(jobs.size(), time);
    if (count < jobs.size()) {
      pipeline.handOver(line, jobs.subList(count, jobs.size()));
    }
    if (count > 0) {
      pipeline.compute(line, jobs.subList(0, count));
    }
    return count * line.cost();
  }

  private record Gathered<Q, R>(Line<Q, R> line, List<Job<Q, R>> jobs) {}
}
