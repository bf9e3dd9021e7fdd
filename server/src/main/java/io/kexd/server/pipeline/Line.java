package io.kexd.server.pipeline;

import io.kexd.server.metrics.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Operations of one kind that wait, first come, first served: they can be computed in one call.
 * Made by {@link Pipeline#line}; the pipeline's lock guards what waits.
 *
 * @param <Q> what is asked for
 * @param <R> the answer
 */
public final class Line<Q, R> {
  /** Computes many operations in one call. */
  @FunctionalInterface
  public interface Computation<Q, R> {
    /** Settles every job, each by itself. What it throws is the outcome of those that are left. */
    void compute(List<Job<Q, R>> jobs);
  }

  /** What the engine's kernels take in a call, and a batch holds at most. */
  public static final int MOST = 64;

  /** Fills the lanes of every kernel. */
  private static final int LANES = 8;

  /** A batch may hold a worker so long, in nanoseconds, when it is of more than {@link #LANES}. */
  private static final long SLICE = 1_000_000;

  /**
   * An event loop leaves operations to the workers that take so long, in nanoseconds, or longer.
   */
  private static final long SHORT = 100_000;

  /** The estimate of an operation's time before there was one: the first is a worker's. */
  private static final long FIRST_COST = SHORT;

  /** How much of a new measurement the estimate takes in, and how much larger one may be. */
  private static final int SMOOTHING = 8;

  private static final int SURPRISE = 4;

  /** So many operations are computed before the code is compiled, or may be. */
  private static final int TRIALS = 1_000;

  final String curve;
  final Operation operation;
  final Computation<Q, R> computation;

  /** In virtual time: how much of a worker it had, beside the others. */
  long turn;

  /** Ties are broken by who came first. */
  long arrival;

  private final int most;
  private final ToLongFunction<Q> bytes;
  private final ArrayDeque<Job<Q, R>> waiting = new ArrayDeque<>();

  /** How many wait, for those who have not the lock. */
  private volatile int waitingCount;

  // Written by workers at the same time; one estimate more or less is no harm.
  private volatile long cost = FIRST_COST;
  private volatile long least = Long.MAX_VALUE;
  private volatile int trials;

  Line(
      String curve,
      Operation operation,
      int most,
      ToLongFunction<Q> bytes,
      Computation<Q, R> computation) {
    this.curve = curve;
    this.operation = operation;
    this.most = most;
    this.bytes = bytes;
    this.computation = computation;
  }

  void add(Job<Q, R> job) {
    waiting.add(job);
    waitingCount = waiting.size();
  }

  /** The bytes of a request's message. */
  long bytes(Q request) {
    return bytes.applyAsLong(request);
  }

  /** The estimated time of all that waits. */
  long waitingNanos() {
    return waitingCount * cost;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** Takes what waits, but no more than one batch may hold. */
  List<Job<Q, R>> take() {
    return take(batch());
  }

  /** Takes all that waits. */
  List<Job<Q, R>> takeAll() {
    return take(waiting.size());
  }

  private List<Job<Q, R>> take(int atMost) {
    int count = Math.min(waiting.size(), atMost);
    List<Job<Q, R>> taken = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      taken.add(waiting.remove());
    }
    waitingCount = waiting.size();
    return taken;
  }

  private int batch() {
    long fit = SLICE / cost / LANES * LANES;
    return (int) Math.min(most, Math.max(LANES, Math.min(MOST, fit)));
  }

  /**
   * How many of so many operations an event loop may compute in so much time: all, or full lanes,
   * or none.
   */
  int fits(int count, long nanos) {
    long each = cost;
    if (each >= SHORT || most == 1) {
      return 0;
    }
    int fit = (int) Math.min(batch(), nanos / each);
    return fit >= count ? count : fit / LANES * LANES;
  }

  /** The estimated time of one operation, in nanoseconds. */
  public long cost() {
    return cost;
  }

  /**
   * What one operation takes on this machine when nothing disturbs it, in nanoseconds: the best
   * that was seen, once the code is warm. Unlike {@link #cost} it says nothing of how busy the
   * machine is now, so that what fits once always fits.
   */
  long quietCost() {
    return isMeasured() ? least : FIRST_COST;
  }

  /** Whether {@link #quietCost} is known. */
  boolean isMeasured() {
    return trials >= TRIALS;
  }

  /**
   * A batch was computed. A single long one, because the machine had other things to do, is not
   * believed at once.
   */
  void measured(int count, long nanos) {
    long old = cost;
    long now = Math.min(nanos / count, SURPRISE * old);
    cost = Math.max(1, old + (now - old) / SMOOTHING);
    least = Math.max(1, Math.min(least, nanos / count));
    trials = Math.min(TRIALS, trials + count);
  }
}
