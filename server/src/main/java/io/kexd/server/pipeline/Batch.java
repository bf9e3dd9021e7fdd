package io.kexd.server.pipeline;

import io.kexd.server.metrics.Meters;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Operations of one line that one worker took together. Run or given up, once. */
final class Batch<Q, R> implements Runnable {
  private final Line<Q, R> line;
  private final List<Job<Q, R>> jobs;
  private final Door door;
  private final Meters meters;

  Batch(Line<Q, R> line, List<Job<Q, R>> jobs, Door door, Meters meters) {
    this.line = line;
    this.jobs = jobs;
    this.door = door;
    this.meters = meters;
  }

  @Override
  public void run() {
    try {
      compute(wanted());
    } catch (Throwable t) {
      failTheRest(() -> t);
    }
    failTheRest(() -> new IllegalStateException("the computation settled not all of its jobs"));
    tell();
  }

  /** Those that somebody still waits for. */
  private List<Job<Q, R>> wanted() {
    long now = System.nanoTime();
    List<Job<Q, R>> wanted = new ArrayList<>(jobs.size());
    for (Job<Q, R> job : jobs) {
      meters.dequeued(line.curve, line.operation, job.waited(now));
      if (!job.isAbandoned()) {
        wanted.add(job);
      }
    }
    return wanted;
  }

  private void compute(List<Job<Q, R>> wanted) {
    if (wanted.isEmpty()) {
      return;
    }
    long begun = System.nanoTime();
    try {
      line.computation.compute(wanted);
    } finally {
      long nanos = System.nanoTime() - begun;
      int done = (int) wanted.stream().filter(Job::isDone).count();
      // What was refused cost nothing, and says nothing of the others.
      if (done > 0 && wanted.stream().allMatch(Job::isMeasured)) {
        line.measured(done, nanos);
      }
      meters.computed(line.curve, line.operation, nanos, wanted.size());
    }
  }

  /** Does none of it. */
  void giveUp(Shed.Reason reason) {
    failTheRest(() -> new Shed(reason));
    tell();
  }

  private void failTheRest(Supplier<Throwable> cause) {
    for (Job<Q, R> job : jobs) {
      if (!job.isSettled()) {
        job.fail(cause.get());
      }
    }
  }

  // The permits are given back before the callers are told, so that a caller that waits for its
  // answer before it asks again is never shed by its own previous call.
  private void tell() {
    door.leave(jobs.stream().map(Job::load).toList());
    for (Job<Q, R> job : jobs) {
      job.shedFor().ifPresent(meters::shed);
      job.tell();
    }
  }
}
