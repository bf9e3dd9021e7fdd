package io.kexd.crypto;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Warms the kernels of as many lanes as this machine's vectors have, compares them with those of
 * one lane and times them, so that the fastest right one serves: {@link KernelChoice} tells which.
 * Until then, and for schemes that the budget does not reach, the kernels of one lane serve.
 */
public final class WarmUp {
  private final List<String> schemes;
  private final long end;

  private WarmUp(Collection<String> schemes, Duration budget) {
    this.schemes = new ArrayList<>(schemes);
    this.end = Candidate.cpu() + budget.toNanos();
  }

  /**
   * Warms the kernels of these schemes side by side and returns when all are timed, the budget is
   * used up or the thread is interrupted.
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

  /** In turns: while the compiler works for one, others go on. */
  private void run() {
    int lanes = Lanes.tried();
    List<Kernels<?>> all = schemes.stream().flatMap(id -> Engine.kernels(id).stream()).toList();
    List<Kernels<?>> cold = new ArrayList<>(all);
    while (!cold.isEmpty() && !isOver()) {
      cold.removeIf(kernels -> !isOver() && !kernels.turn(lanes));
    }
    for (Kernels<?> kernels : all) {
      if (!isOver()) {
        kernels.settle(lanes);
      }
    }
  }

  private boolean isOver() {
    return Candidate.cpu() >= end || Thread.currentThread().isInterrupted();
  }
}
