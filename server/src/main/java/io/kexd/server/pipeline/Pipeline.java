package io.kexd.server.pipeline;

import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A fixed crew of workers behind a bounded door. Operations that are admitted wait in the line of
 * their kind; a worker that is free takes what waits in the line whose turn it is, and never waits
 * for more: one alone is computed at once, a crowd in the lanes of vectors. An event loop computes
 * what it reads by itself as long as that is short. What is not admitted, and what nobody waits for
 * when its turn comes, is given up without any of it done. Thread-safe.
 */
public final class Pipeline implements AutoCloseable {
  /**
   * How the pipeline works.
   *
   * @param workers threads that compute
   * @param permits operations admitted at once, waiting or running
   * @param backlog how long a worker would take for its part of them, by their estimated time
   * @param bytes of the messages of those operations
   * @param batching whether operations share calls of the engine
   */
  public record Config(int workers, int permits, Duration backlog, long bytes, boolean batching) {
    /** Without bounds on time and bytes. */
    public Config(int workers, int permits, boolean batching) {
      this(workers, permits, Duration.ofDays(1), Long.MAX_VALUE, batching);
    }

    Door.Bounds bounds() {
      return new Door.Bounds(permits, workers * backlog.toNanos(), bytes);
    }
  }

  /** Who is refused should not come back sooner. */
  private static final Duration SHORTEST_RETRY = Duration.ofMillis(10);

  /** Batches that may go before a chore: a pool must be refilled under load, too. */
  private static final int PATIENCE = 16;

  private final Config config;
  private final Meters meters;
  private final Door door;
  private final List<Thread> workers = new ArrayList<>();

  /** Of threads that compute what they read; null on others. */
  @SuppressWarnings("ThreadLocalUsage") // Of this pipeline's loops, of which there are few.
  private final ThreadLocal<@Nullable Gathering> here = new ThreadLocal<>();

  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by the lock.
  private final Condition somethingWaits = lock.newCondition();
  private final Turns turns = new Turns();
  private final ArrayDeque<Runnable> chores = new ArrayDeque<>();
  private int passedOver;
  private boolean closed;

  /** Starts the workers. */
  public Pipeline(Config config, Meters meters) {
    this.config = config;
    this.meters = meters;
    meters.mayShed(Shed.Reason.values());
    this.door = new Door(config.bounds());
    for (int i = 1; i <= config.workers(); i++) {
      Thread worker = new Thread(this::work, "kexd-worker-" + i);
      workers.add(worker);
      worker.start();
    }
  }

  /** A line for operations of one kind. */
  public <Q, R> Line<Q, R> line(
      String curve, Operation operation, Line.Computation<Q, R> computation) {
    return line(curve, operation, request -> 0, computation);
  }

  /**
   * A line for operations of one kind.
   *
   * @param bytes the size of the message that a request holds
   */
  public <Q, R> Line<Q, R> line(
      String curve,
      Operation operation,
      ToLongFunction<Q> bytes,
      Line.Computation<Q, R> computation) {
    return new Line<>(curve, operation, config.batching() ? Line.MOST : 1, bytes, computation);
  }

  /** A line for operations that are never computed together, because each takes long by itself. */
  public <Q, R> Line<Q, R> lineOfSingles(
      String curve,
      Operation operation,
      ToLongFunction<Q> bytes,
      Line.Computation<Q, R> computation) {
    return new Line<>(curve, operation, 1, bytes, computation);
  }

  /**
   * Admits an operation or refuses it at once.
   *
   * @return what becomes of it, which may be {@link Shed}
   */
  public <Q, R> CompletableFuture<R> submit(Line<Q, R> line, Q request, Asker asker) {
    return submit(line, request, asker, List.of());
  }

  /**
   * Admits an operation and time for what follows it, or refuses both at once.
   *
   * @return what becomes of the operation, which may be {@link Shed}
   */
  public <Q, R> CompletableFuture<R> submit(
      Line<Q, R> line, Q request, Asker asker, List<Reservation> reservations) {
    Job<Q, R> job = new Job<>(line, request, asker);
    Shed.Reason refused = admit(List.of(job), reservations);
    if (refused != null) {
      giveUp(job, new Shed(refused, retryAfter(refused)));
    }
    return job.result();
  }

  /**
   * Computes the rest of an operation that was admitted before and has used something up since: it
   * is given up only when this closes.
   */
  public <Q, R> CompletableFuture<R> finish(Line<Q, R> line, Q request, Asker asker) {
    Job<Q, R> job = new Job<>(line, request, asker);
    door.letIn(List.of(job.load()));
    handOver(line, List.of(job));
    return job.result();
  }

  /**
   * Admits all of a bundle or nothing of it.
   *
   * @return why nothing was admitted; then the bundle is for its owner to {@link Bundle#fail}
   */
  public Optional<Shed> submit(Bundle bundle) {
    Shed.Reason refused = admit(bundle.jobs(), bundle.reservations());
    if (refused == null) {
      return Optional.empty();
    }
    bundle.jobs().forEach(job -> meters.shed(refused));
    return Optional.of(new Shed(refused, retryAfter(refused)));
  }

  private Shed.@Nullable Reason admit(List<Job<?, ?>> jobs, List<Reservation> reservations) {
    List<Door.Load> loads = new ArrayList<>(jobs.size() + reservations.size());
    jobs.forEach(job -> loads.add(job.load()));
    reservations.forEach(reservation -> loads.add(reservation.load()));
    if (!door.enter(loads)) {
      return Shed.Reason.OVERLOADED;
    }
    if (comesTooLate(jobs)) {
      door.leave(loads);
      return Shed.Reason.OVERLOADED;
    }
    reservations.forEach(Reservation::hold);
    if (!accept(jobs)) {
      reservations.forEach(Reservation::release);
      door.leave(loads);
      return Shed.Reason.SHUTTING_DOWN;
    }
    return null;
  }

  /** What time was kept for is done, or never will be. */
  public void giveBack(Reservation reservation) {
    if (reservation.release()) {
      door.leave(List.of(reservation.load()));
    }
  }

  private boolean comesTooLate(List<Job<?, ?>> jobs) {
    for (Job<?, ?> job : jobs) {
      if (job.comesTooLate(config.workers())) {
        return true;
      }
    }
    return false;
  }

  private Duration retryAfter(Shed.Reason refused) {
    if (refused == Shed.Reason.SHUTTING_DOWN) {
      return Duration.ZERO;
    }
    Duration backlog = backlog();
    return backlog.compareTo(SHORTEST_RETRY) > 0 ? backlog : SHORTEST_RETRY;
  }

  private void giveUp(Job<?, ?> job, Shed shed) {
    meters.shed(shed.reason());
    job.fail(shed);
    job.tell();
  }

  /**
   * From now on, what is submitted on the calling thread, which runs an event loop, is computed on
   * it when that is short. Otherwise a call costs two hand-overs, to a worker and back.
   *
   * @param loop runs tasks on the calling thread, after what it is reading now
   */
  public void computeHere(Executor loop) {
    if (config.batching()) {
      here.set(new Gathering(this, loop));
    }
  }

  private boolean accept(List<Job<?, ?>> jobs) {
    Gathering gathering = here.get();
    return gathering == null ? enqueue(jobs) : gathering.add(jobs);
  }

  /** To the workers. */
  <Q, R> void handOver(Line<Q, R> line, List<Job<Q, R>> jobs) {
    if (!enqueue(jobs)) {
      new Batch<>(line, jobs, door, meters).giveUp(Shed.Reason.SHUTTING_DOWN);
    }
  }

  /** On the calling thread. */
  <Q, R> void compute(Line<Q, R> line, List<Job<Q, R>> jobs) {
    new Batch<>(line, jobs, door, meters).run();
  }

  // One signal for a line: the worker that it wakes takes what has come by then, and calls another
  // when it leaves something behind.
  private boolean enqueue(List<? extends Job<?, ?>> jobs) {
    lock.lock();
    try {
      if (closed) {
        return false;
      }
      for (Job<?, ?> job : jobs) {
        if (job.joinLine()) {
          turns.enter(job.line());
          somethingWaits.signal();
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Runs something on a worker when no operation waits, or when {@value #PATIENCE} batches went
   * before it. It should be short: what comes meanwhile waits for it. Never runs when this closes
   * before.
   */
  public void whenIdle(Runnable chore) {
    lock.lock();
    try {
      chores.add(chore);
      somethingWaits.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Operations admitted and not finished. */
  public long permitsInUse() {
    return door.operations();
  }

  /** In which time the workers should have done all that is admitted. */
  public Duration backlog() {
    return Duration.ofNanos(door.nanos() / config.workers());
  }

  /** Bytes of the messages of operations admitted and not finished. */
  public long messageBytes() {
    return door.bytes();
  }

  /** Gives up what waits, and lets what runs finish for at most that long. */
  public void close(Duration grace) {
    List<Batch<?, ?>> waiting = new ArrayList<>();
    lock.lock();
    try {
      closed = true;
      for (Line<?, ?> line = turns.next(); line != null; line = turns.next()) {
        waiting.add(all(line));
      }
      somethingWaits.signalAll();
    } finally {
      lock.unlock();
    }
    waiting.forEach(batch -> batch.giveUp(Shed.Reason.SHUTTING_DOWN));
    await(grace);
  }

  private void await(Duration grace) {
    long end = System.nanoTime() + grace.toNanos();
    try {
      for (Thread worker : workers) {
        long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        worker.join(Math.max(1, left));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    workers.forEach(Thread::interrupt);
  }

  @Override
  public void close() {
    close(Duration.ofSeconds(1));
  }

  private void work() {
    for (Runnable next = next(); next != null; next = next()) {
      try {
        next.run();
      } catch (Throwable chore) {
        // A batch throws nothing, and a chore sees to its own failures: this one must not end it.
      }
    }
  }

  /** What a worker does next; waits for it. Null when this is closed. */
  private @Nullable Runnable next() {
    lock.lock();
    try {
      while (!closed) {
        Runnable next = choose();
        if (next != null) {
          return next;
        }
        somethingWaits.awaitUninterruptibly();
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** A batch, or a chore that waited long enough or has nothing before it. */
  private @Nullable Runnable choose() {
    passedOver = chores.isEmpty() ? 0 : passedOver;
    Line<?, ?> line = passedOver < PATIENCE ? turns.next() : null;
    if (line != null) {
      passedOver++;
      return batch(line);
    }
    passedOver = 0;
    return chores.poll();
  }

  private <Q, R> Batch<Q, R> batch(Line<Q, R> line) {
    List<Job<Q, R>> jobs = line.take();
    turns.charge(line, jobs.size() * line.cost());
    if (!turns.isEmpty()) {
      somethingWaits.signal();
    }
    return new Batch<>(line, jobs, door, meters);
  }

  private <Q, R> Batch<Q, R> all(Line<Q, R> line) {
    return new Batch<>(line, line.takeAll(), door, meters);
  }
}
