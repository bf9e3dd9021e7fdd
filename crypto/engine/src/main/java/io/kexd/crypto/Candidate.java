package io.kexd.crypto;

import io.kexd.crypto.KernelChoice.State;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One operation on the kernel of one number of lanes: absent, cold, ready or wrong. Not safe for
 * use by several threads.
 */
final class Candidate<T> {
  /** The numbers of operations that a call is timed with. */
  static final int[] WAITING = {1, 2, 4, 8};

  /** CPU time of a round of calls, whose fastest one counts. */
  private static final long ROUND = 10_000_000;

  /** A round that is not below this part of the best one before got no faster. */
  private static final long PERCENT = 97;

  /** Rounds without getting faster after which a kernel is warm. */
  private static final int STEADY = 20;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  final int lanes;
  private final Variants<T> variants;
  private @Nullable T kernel;
  private State state = State.COLD;
  private String reason = "";

  /** Of a whole call, for the numbers of WAITING. */
  private long[] nanos = {};

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

  /** CPU time of an operation among as many as possible. */
  long nanosOfMany() {
    int last = WAITING.length - 1;
    return nanos(last) / WAITING[last];
  }

  /** Compares its answers with those of the kernel of one lane; never serves when they differ. */
  boolean isRight(Kernels.Trial<T> trial, T one) {
    byte[][] expected = new byte[trial.size()][];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = trial.run(one, i, 1)[0];
    }
    boolean right = isRight(trial, expected, 0, 1) && isRight(trial, expected, 1, lanes + 1);
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
   * Runs calls of all lanes, then calls of one operation, which may be other code, until they get
   * no faster.
   *
   * @param target nanoseconds that a call takes at most once it is compiled
   * @param budget nanoseconds of CPU time
   */
  void warm(Kernels.Trial<T> trial, long target, long budget) {
    long full = warm(trial, lanes, target, budget);
    if (lanes > 1) {
      warm(trial, 1, 2 * full, budget); // it does no more work, and times vary
    }
  }

  /**
   * Runs calls until they get no faster and one takes at most {@code target}, or the time is used
   * up: code that is not compiled yet is steady too, and slow. Returns the fastest.
   */
  private long warm(Kernels.Trial<T> trial, int count, long target, long budget) {
    long start = cpu();
    long best = Long.MAX_VALUE;
    for (int steady = 0; steady < STEADY && cpu() - start < budget; steady++) {
      long fastest = fastest(trial, count);
      if (fastest < best / 100 * PERCENT || fastest > target) {
        steady = 0;
      }
      best = Math.min(best, fastest);
    }
    return best;
  }

  /** Times it; from now on it may serve. */
  void time(Kernels.Trial<T> trial) {
    long[] times = new long[WAITING.length];
    for (int i = 0; i < times.length; i++) {
      times[i] = fastest(trial, WAITING[i]);
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
    do {
      for (int i = 0; i < count; i += capacity) {
        trial.run(kernel(), i, Math.min(capacity, count - i));
      }
      long now = cpu();
      best = Math.min(best, now - before);
      before = now;
    } while (before - start < ROUND);
    return best;
  }

  /** The thread's CPU time: what others do on this machine counts little. */
  static long cpu() {
    return THREADS.isCurrentThreadCpuTimeSupported()
        ? THREADS.getCurrentThreadCpuTime()
        : System.nanoTime();
  }
}
