package io.kexd.client.load;

import io.grpc.CallOptions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SynchronizedHistogram;
import org.jspecify.annotations.Nullable;

/**
 * Begins each call when it is due, whatever became of those before, and measures from when it was
 * due: who waits behind a slow answer, or behind this thread, waits too.
 */
final class Pacer implements Callable<Pacer.Result> {
  private static final long MILLISECOND = 1_000_000;
  private static final long SECOND = 1_000 * MILLISECOND;
  private static final long PROBE = 10 * MILLISECOND;

  /** So long a sleep may end too late by the system's timer slack: the end of a wait is spun. */
  private static final long SLACK = 50_000;

  /**
   * At most so much of a second's calls wait during the warm-up. Programs that are still cold would
   * otherwise begin the count with a backlog that the rate may never let them work off.
   */
  private static final int WARM_UP_BACKLOG = 20;

  /** At most this part of the time is spun. */
  private static final long SPINNING = 20;

  /**
   * How the pacing went.
   *
   * @param offeredFor nanoseconds from the begin of the count to the last call that was due
   * @param sentFor to the last call that was begun
   */
  record Result(
      long offeredFor, long sent, long sentFor, boolean stopped, Histogram lag, Histogram loops) {}

  private final Plan plan;
  private final Arrivals arrivals;
  private final Turns turns;
  private final List<Attempt> attempts;
  private final List<Tally> tallies;
  private final Interval interval;
  private final Connections connections;
  private final BooleanSupplier stopped;
  private final Semaphore free;
  private final long start;
  private final long origin;
  private final long spin;
  private final int warmUpOutstanding;
  private final Histogram lag = Tally.histogram(3);
  private final Histogram loops = new SynchronizedHistogram(Tally.histogram(3));
  private long sent;
  private long sentFor;
  private long probed;

  /**
   * @param start nanoseconds of the system's clock at which the first call is due
   */
  Pacer(
      Plan plan,
      Arrivals arrivals,
      Turns turns,
      List<Attempt> attempts,
      List<Tally> tallies,
      Interval interval,
      Connections connections,
      BooleanSupplier stopped,
      long start) {
    this.plan = plan;
    this.arrivals = arrivals;
    this.turns = turns;
    this.attempts = attempts;
    this.tallies = tallies;
    this.interval = interval;
    this.connections = connections;
    this.stopped = stopped;
    this.start = start;
    free = new Semaphore(plan.outstanding());
    origin = start + plan.warmUp().toNanos();
    warmUpOutstanding = Math.max(plan.connections(), plan.rate() / WARM_UP_BACKLOG);
    // On the only processor it would take the time of the event loops.
    spin =
        Runtime.getRuntime().availableProcessors() == 1
            ? 0
            : Math.min(SLACK, SECOND / plan.rate() / SPINNING);
  }

  /** Calls that wait for their answers. */
  int waiting() {
    return plan.outstanding() - free.availablePermits();
  }

  /** Begins all calls and waits for the last answer. */
  @Override
  public Result call() throws InterruptedException {
    long length = plan.warmUp().plus(plan.duration()).toNanos();
    long due = arrivals.next();
    while (due < length && await(start + due)) {
      offer(start + due, turns.next());
      due = arrivals.next();
    }
    boolean cut = due < length;
    long offeredFor = cut ? Math.max(0, System.nanoTime() - origin) : plan.duration().toNanos();
    drain();
    return new Result(offeredFor, sent, Math.max(offeredFor, sentFor), cut, lag, loops);
  }

  /** Waits until a time; false when the load was stopped before. */
  private boolean await(long time) {
    long left = time - System.nanoTime();
    while (left > 0 && !stopped.getAsBoolean()) {
      if (left > spin) {
        LockSupport.parkNanos(this, Math.min(left - spin, 100 * MILLISECOND));
      } else {
        Thread.onSpinWait();
      }
      left = time - System.nanoTime();
    }
    return !stopped.getAsBoolean();
  }

  private void offer(long due, int share) {
    Tally tally = tallies.get(share);
    boolean counts = due >= origin;
    long now = System.nanoTime();
    interval.offered();
    if (counts) {
      tally.offered(due - origin);
      lag.recordValue(now - due);
      probe(now);
    }
    if ((!counts && waiting() >= warmUpOutstanding) || !free.tryAcquire()) {
      interval.failed();
      if (counts) {
        tally.notSent(due - origin);
      }
      return;
    }
    if (counts) {
      sent++;
      sentFor = now - origin;
    }
    begin(attempts.get(share), due, now, counts ? tally : null);
  }

  private void begin(Attempt attempt, long due, long now, @Nullable Tally tally) {
    long left = plan.timeout().toNanos() - (now - due);
    attempt.start(
        connections.next(),
        CallOptions.DEFAULT.withDeadlineAfter(left, TimeUnit.NANOSECONDS),
        outcome -> {
          long nanos = System.nanoTime() - due;
          interval.ended(nanos, outcome);
          if (tally != null) {
            tally.ended(due - origin, nanos, outcome);
          }
          free.release();
        });
  }

  private void probe(long now) {
    if (now - probed > PROBE) {
      probed = now;
      connections.probe(loops::recordValue);
    }
  }

  /** Every call ends at its deadline. Who stops the load does not want to wait for that. */
  private void drain() throws InterruptedException {
    long end = System.nanoTime() + plan.timeout().toNanos() + SECOND;
    while (System.nanoTime() < end
        && !free.tryAcquire(plan.outstanding(), 100, TimeUnit.MILLISECONDS)) {
      if (stopped.getAsBoolean()) {
        return;
      }
    }
  }
}
