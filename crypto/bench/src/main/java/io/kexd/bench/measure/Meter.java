package io.kexd.bench.measure;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Measures a call in this thread's CPU time, so that a busy machine disturbs it less. */
public final class Meter {
  /** A call; its result keeps the compiler from leaving it out. */
  public interface Call {
    int run() throws InvalidKeyException;
  }

  /**
   * What a call costs.
   *
   * @param nanos median of the rounds
   * @param gigahertz of the core during the measurement
   * @param allocatedBytes a call, on average
   */
  public record Cost(double nanos, double gigahertz, double allocatedBytes) {}

  private static final int ROUNDS = 15;
  private static final int CHAIN = 500_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Written, never read: what results flow into. */
  @SuppressWarnings("unused")
  private static volatile long sink;

  private Meter() {}

  /** Runs the call for {@code seconds} to warm up and as long again to measure. */
  public static Cost measure(Call call, double seconds) throws InvalidKeyException {
    return measure(List.of(call), seconds).get(0);
  }

  /**
   * The same for calls that are compared: their rounds take turns, so that a change of the machine
   * in the meantime meets all of them.
   */
  public static List<Cost> measure(List<Call> calls, double seconds) throws InvalidKeyException {
    List<Rounds> all = new ArrayList<>();
    for (Call call : calls) {
      all.add(new Rounds(call, Math.max(1, (int) (warmUp(call, seconds) / ROUNDS))));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (Rounds rounds : all) {
        rounds.run(round);
      }
    }
    return all.stream().map(Rounds::cost).toList();
  }

  /** The rounds of one call. */
  private static final class Rounds {
    private final Call call;
    private final int times;
    private final double[] nanos = new double[ROUNDS];
    private final double[] gigahertz = new double[ROUNDS];
    private long allocated;

    Rounds(Call call, int times) {
      this.call = call;
      this.times = times;
    }

    void run(int round) throws InvalidKeyException {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      nanos[round] = (double) time(call, times) / times;
      allocated += THREADS.getCurrentThreadAllocatedBytes() - before;
      gigahertz[round] = gigahertz();
    }

    Cost cost() {
      return new Cost(median(nanos), median(gigahertz), (double) allocated / ROUNDS / times);
    }
  }

  /** Runs the call for that time; the number of calls in its second half, doubled. */
  public static long warmUp(Call call, double seconds) throws InvalidKeyException {
    long calls = 0;
    int results = 0;
    for (int half = 0; half < 2; half++) {
      calls = 0;
      long end = THREADS.getCurrentThreadCpuTime() + (long) (seconds * 0.5e9);
      while (calls == 0 || THREADS.getCurrentThreadCpuTime() < end) {
        results += call.run();
        calls++;
      }
    }
    sink = results;
    return 2 * calls;
  }

  private static long time(Call call, int times) throws InvalidKeyException {
    int results = 0;
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      results += call.run();
    }
    sink = results;
    return THREADS.getCurrentThreadCpuTime() - start;
  }

  /**
   * The core's frequency: a chain of dependent operations, an addition and an exclusive or a step,
   * takes one cycle for each.
   */
  private static double gigahertz() {
    long x = sink;
    long a = x | 1;
    long start = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < CHAIN; i++) {
      x = (x + a) ^ i;
    }
    long nanos = THREADS.getCurrentThreadCpuTime() - start;
    sink = x;
    return 2.0 * CHAIN / nanos;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
