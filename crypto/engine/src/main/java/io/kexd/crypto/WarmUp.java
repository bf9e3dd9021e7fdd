package io.kexd.crypto;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Warms kernels of several lanes, compares them with those of one lane and times them, so that the
 * fastest right one serves: {@link KernelChoice} tells which. Until then, and for schemes that the
 * budget does not reach, the kernels of one lane serve.
 */
public final class WarmUp {
  /** Most callers want these. */
  private static final List<String> FIRST = List.of("x25519", "ed25519", "p256");

  /** CPU time for one kernel: it is compiled by then, or never. */
  private static final long KERNEL_BUDGET = Duration.ofSeconds(3).toNanos();

  private final List<String> schemes;
  private final long end;

  private WarmUp(Collection<String> schemes, Duration budget) {
    this.schemes = new ArrayList<>(schemes);
    this.end = Candidate.cpu() + budget.toNanos();
  }

  /**
   * Warms the kernels of these schemes, x25519, ed25519 and p256 before others, and returns when
   * all are timed or the budget is used up.
   *
   * @param budget CPU time of this thread, more or less; the compiler's comes on top of it
   * @throws IllegalArgumentException when there is no such scheme
   */
  public static void run(Collection<String> schemes, Duration budget) {
    new WarmUp(schemes, budget).run();
  }

  /** The same in a thread of its own, which does not keep the JVM alive. */
  public static Thread start(Collection<String> schemes, Duration budget) {
    Thread thread = new Thread(() -> run(schemes, budget), "kexd-warm-up");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private void run() {
    List<String> first = FIRST.stream().filter(schemes::contains).toList();
    List<String> others = schemes.stream().filter(s -> !FIRST.contains(s)).toList();
    for (int lanes : Lanes.SEVERAL) {
      warm(first, lanes);
    }
    for (String scheme : others) {
      for (int lanes : Lanes.SEVERAL) {
        warm(List.of(scheme), lanes);
      }
    }
    for (int lanes : Lanes.SEVERAL) {
      warm(schemes, lanes); // once more, for those that were not compiled in time
    }
  }

  private void warm(List<String> ids, int lanes) {
    for (String id : ids) {
      for (Kernels<?> kernels : Engine.kernels(id)) {
        long left = end - Candidate.cpu();
        if (left > 0) {
          kernels.warm(lanes, Math.min(left, KERNEL_BUDGET));
        }
      }
    }
  }
}
