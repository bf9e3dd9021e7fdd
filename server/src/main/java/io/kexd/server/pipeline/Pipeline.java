package io.kexd.server.pipeline;

import io.kexd.server.metrics.Meters;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A fixed crew of workers behind a bounded door. Work that is admitted waits its turn; work that is
 * not, and work that nobody waits for when its turn comes, is given up without any of it done.
 * Thread-safe.
 */
public final class Pipeline implements AutoCloseable {
  /** Today every batch is one operation. */
  private static final int OCCUPANCY = 1;

  private final Meters meters;
  private final Door door;
  private final ThreadPoolExecutor workers;

  /**
   * @param workerCount threads that compute
   * @param permits work admitted at once, waiting or running; of one curve, half of it
   */
  public Pipeline(int workerCount, int permits, Meters meters) {
    this.meters = meters;
    meters.mayShed(Shed.Reason.values());
    this.door = new Door(permits);
    AtomicInteger number = new AtomicInteger();
    // The door bounds the queue.
    this.workers =
        new ThreadPoolExecutor(
            workerCount,
            workerCount,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> new Thread(work, "kexd-worker-" + number.incrementAndGet()));
    workers.prestartAllCoreThreads();
  }

  /**
   * Admits work or refuses it at once.
   *
   * @return what the work returns, or what it throws, or {@link Shed}
   */
  public <T> CompletableFuture<T> submit(Task<T> task) {
    if (!door.enter(task.curve())) {
      meters.shed(Shed.Reason.OVERLOADED);
      return CompletableFuture.failedFuture(new Shed(Shed.Reason.OVERLOADED));
    }
    Job<T> job = new Job<>(task);
    try {
      workers.execute(job);
    } catch (RejectedExecutionException closed) {
      job.giveUp(Shed.Reason.SHUTTING_DOWN);
    }
    return job.result;
  }

  /** Work admitted and not finished. */
  public int permitsInUse() {
    return door.inUse();
  }

  /** Gives up what waits, and lets what runs finish for at most that long. */
  public void close(Duration grace) {
    workers.shutdown();
    for (Runnable waiting = workers.getQueue().poll();
        waiting != null;
        waiting = workers.getQueue().poll()) {
      ((Job<?>) waiting).giveUp(Shed.Reason.SHUTTING_DOWN);
    }
    try {
      if (!workers.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        workers.shutdownNow();
      }
    } catch (InterruptedException e) {
      workers.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(1));
  }

  private final class Job<T> implements Runnable {
    private final Task<T> task;
    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final long admitted = System.nanoTime();

    Job(Task<T> task) {
      this.task = task;
    }

    // The permit is given back before the caller is told, so that a caller that waits for its
    // answer before it asks again is never shed by its own previous call.
    @Override
    public void run() {
      Runnable tell = outcome();
      door.leave(task.curve());
      tell.run();
    }

    /** Does the work; whatever is thrown on the way is an outcome too. */
    private Runnable outcome() {
      try {
        long begun = System.nanoTime();
        meters.dequeued(task.curve(), task.operation(), begun - admitted);
        if (task.abandoned().getAsBoolean()) {
          return () -> shed(Shed.Reason.DEADLINE_EXCEEDED);
        }
        T value = compute(begun);
        return () -> result.complete(value);
      } catch (Throwable t) {
        return () -> result.completeExceptionally(t);
      }
    }

    private T compute(long begun) {
      try {
        return task.work().get();
      } finally {
        meters.computed(task.curve(), task.operation(), System.nanoTime() - begun, OCCUPANCY);
      }
    }

    void giveUp(Shed.Reason reason) {
      door.leave(task.curve());
      shed(reason);
    }

    private void shed(Shed.Reason reason) {
      meters.shed(reason);
      result.completeExceptionally(new Shed(reason));
    }
  }
}
