package io.kexd.server.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Operations for one asker, of one line or of several, of which all or none are admitted. */
public final class Bundle {
  private final Asker asker;
  private final Consumer<List<Job<?, ?>>> admission;
  private final List<Job<?, ?>> jobs = new ArrayList<>();

  Bundle(Asker asker, Consumer<List<Job<?, ?>>> admission) {
    this.asker = asker;
    this.admission = admission;
  }

  /**
   * Adds one.
   *
   * @return what becomes of it after {@link #submit}, which may be {@link Shed}
   */
  public <Q, R> CompletableFuture<R> add(Line<Q, R> line, Q request) {
    Job<Q, R> job = new Job<>(line, request, asker);
    jobs.add(job);
    return job.result();
  }

  /** The estimated time of all that was added, in nanoseconds. */
  public long cost() {
    return jobs.stream().mapToLong(job -> job.load().nanos()).sum();
  }

  /** Admits all that was added, or refuses it at once. To be called once. */
  public void submit() {
    admission.accept(jobs);
  }
}
