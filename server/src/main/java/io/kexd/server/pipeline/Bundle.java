package io.kexd.server.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Operations of any lines that are submitted together by {@link Pipeline#submit(Bundle)}. Filled by
 * one thread, submitted or given up once.
 */
public final class Bundle {
  private final List<Job<?, ?>> jobs = new ArrayList<>();
  private final List<Reservation> reservations = new ArrayList<>();

  /**
   * Adds an operation.
   *
   * @return what becomes of it once this is submitted, which may be {@link Shed}
   */
  public <Q, R> CompletableFuture<R> add(Line<Q, R> line, Q request, Asker asker) {
    Job<Q, R> job = new Job<>(line, request, asker);
    jobs.add(job);
    return job.result();
  }

  /** Keeps time for what follows one of its operations. */
  public void add(Reservation reservation) {
    reservations.add(reservation);
  }

  List<Job<?, ?>> jobs() {
    return jobs;
  }

  List<Reservation> reservations() {
    return reservations;
  }

  /** Operations in it. */
  public int size() {
    return jobs.size();
  }

  /** The time that they are estimated to take on a quiet machine, in nanoseconds. */
  public long cost() {
    return jobs.stream().mapToLong(job -> job.line().quietCost()).sum()
        + reservations.stream().mapToLong(Reservation::quietCost).sum();
  }

  /** Gives up all of it, which was not admitted. */
  public void fail(Throwable cause) {
    for (Job<?, ?> job : jobs) {
      job.fail(cause);
      job.tell();
    }
  }
}
