package io.kexd.crypto;

import io.kexd.crypto.KernelChoice.State;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One operation on the kernel of one number of lanes: absent, cold, ready or wrong. Not safe for
 * use by several threads.
 */
final class Candidate<T> {
  /** The numbers of operations that a call is timed with. */
  static final int[] WAITING = {1, 2, 4, 8};

  /** So many are also tried alone, which may be other code: good ones and a bad one. */
  private static final int SINGLES = 3;

  /** CPU time of a round of calls, whose fastest one counts. */
  private static final long ROUND = 2_000_000;

  /** Rounds that a time is the best of. */
  private static final int ROUNDS = 3;

  /** Calls of a round at least: one alone may be disturbed. */
  private static final int CALLS = 3;

  /** CPU time after which a round ends anyway. */
  private static final long LONG = 10 * ROUND;

  /** A round that is not below this part of the best one before got no faster. */
  private static final long PERCENT = 97;

  /** Turns without getting faster after which a kernel is warm. */
  private static final int STEADY = 25;

  /** CPU time of a kernel's turns: it is compiled by then, or never. */
  private static final long BUDGET = Duration.ofSeconds(3).toNanos();

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  final int lanes;
  private final Variants<T> variants;
  private @Nullable T kernel;
  private State state = State.COLD;
  private String reason = "";

  /** Of a whole call, for the numbers of WAITING. */
  private long[] nanos = {};

  /** What turns have taken and found: the fastest call of all lanes, and of one operation. */
  private long spent;

  private long full = Long.MAX_VALUE;
  private long single = Long.MAX_VALUE;
  private int steady;

  Candidate(int lanes, Variants<T> variants) {
    this.lanes = lanes;
    this.variants = variants;
  }

  /** Rules the kernel out. */
  private void rule(State verdict, String why) {
    state = verdict;
    reason = why;
    kernel = null;
  }

  /** Makes the kernel where there is one. */
  boolean isPresent() {
    if (kernel == null && state == State.COLD) {
      try {
        kernel = variants.on(lanes);
      } catch (LinkageError | UnsupportedOperationException e) {
        rule(State.ABSENT, String.valueOf(e.getMessage()));
      }
    }
    return kernel != null;
  }

  /** Rules out a kernel that failed. */
  void failed(Throwable e) {
    rule(State.WRONG, "it failed: " + e);
  }

  /** The kernel, which must be present. */
  T kernel() {
    if (!isPresent() || kernel == null) {
      throw new IllegalStateException(reason);
    }
    return kernel;
  }

  State state() {
    return state;
  }

  String reason() {
    return reason;
  }

  /** Whether it may serve: warm, right and timed. */
  boolean isTimed() {
    return state == State.READY;
  }

  /** CPU time of a call with WAITING[i] operations; endless before it was timed. */
  long nanos(int i) {
    return isTimed() ? nanos[i] : Long.MAX_VALUE;
  }

  /** CPU time of an operation, as its turns have seen it. */
  long nanosOfOne() {
    return full / lanes;
  }

  /** Compares its answers with those of the kernel of one lane; never serves when they differ. */
  boolean isRight(Kernels.Trial<T> trial, T one) {
    byte[][] expected = new byte[trial.size()][];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = trial.run(one, i, 1)[0];
    }
    boolean right = isRight(trial, expected, 1, lanes + 1);
    for (int i = 0; i < SINGLES && right; i++) {
      right = isRight(trial, expected, i, 1);
    }
    int capacity = capacity();
    for (int i = 0; i < expected.length && right; i += capacity) {
      right = isRight(trial, expected, i, capacity);
    }
    if (!right) {
      rule(State.WRONG, "its answers differ from those of the kernel of one lane");
    }
    return right;
  }

  /** Whether it gives these answers from the first on, when at most {@code count} wait. */
  private boolean isRight(Kernels.Trial<T> trial, byte[][] expected, int first, int count) {
    int n = Math.min(Math.min(count, capacity()), expected.length - first);
    byte[][] answers = trial.run(kernel(), first, n);
    return Arrays.deepEquals(Arrays.copyOfRange(expected, first, first + n), answers);
  }

  private int capacity() {
    return variants.capacity(kernel());
  }

  /**
   * Runs some calls of all lanes, then some of one operation, which may be other code. Returns
   * whether more turns may make it faster: they do while it gets faster, and while it is slow,
   * since code that is not compiled yet is steady too.
   *
   * @param target nanoseconds that a call of all lanes takes at most once it is compiled
   */
  boolean turn(Kernels.Trial<T> trial, long target) {
    long start = cpu();
    long fullBefore = full;
    long singleBefore = single;
    full = Math.min(full, fastest(trial, lanes));
    single = lanes == 1 ? full : Math.min(single, fastest(trial, 1));
    boolean faster = full < part(fullBefore) || single < part(singleBefore);
    boolean slow = full > target || single > 2 * full; // it does no more work, and times vary
    steady = faster || slow ? 0 : steady + 1;
    spent += cpu() - start;
    return steady < STEADY && spent < BUDGET;
  }

  private static long part(long nanos) {
    return nanos / 100 * PERCENT;
  }

  /** Whether calls of all lanes were seen to take at most so long. */
  boolean isWithin(long target) {
    return full <= target;
  }

  /** Times it; from now on it may serve. */
  void time(Kernels.Trial<T> trial) {
    long[] times = new long[WAITING.length];
    Arrays.fill(times, Long.MAX_VALUE);
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < times.length; i++) {
        times[i] = Math.min(times[i], fastest(trial, WAITING[i]));
      }
    }
    nanos = times;
    state = State.READY;
  }

  /** The fastest of the calls of a round. */
  private long fastest(Kernels.Trial<T> trial, int count) {
    int capacity = capacity();
    long best = Long.MAX_VALUE;
    long start = cpu();
    long before = start;
    for (int calls = 0;
        before - start < ROUND || (calls < CALLS && before - start < LONG);
        calls++) {
      for (int i = 0; i < count; i += capacity) {
        trial.run(kernel(), i, Math.min(capacity, count - i));
      }
      long now = cpu();
      best = Math.min(best, now - before);
      before = now;
    }
    return best;
  }

  /** The thread's CPU time: what others do on this machine counts little. */
  static long cpu() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
