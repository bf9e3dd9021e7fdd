package io.kexd.server.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Admits so much work at once, and of one curve half of it: the queue behind is one line for all,
 * so that a crowd that asks for a slow curve would make every other caller wait. Thread-safe.
 */
final class Door {
  private final int permits;
  private final Semaphore all;

  /** Of each curve that was asked for; the ids are those of the build. */
  private final Map<String, Semaphore> ofCurve = new ConcurrentHashMap<>();

  Door(int permits) {
    this.permits = permits;
    this.all = new Semaphore(permits);
  }

  /** Whether work of a curve is admitted; then it must {@link #leave} once. */
  boolean enter(String curve) {
    Semaphore own = of(curve);
    if (!own.tryAcquire()) {
      return false;
    }
    if (!all.tryAcquire()) {
      own.release();
      return false;
    }
    return true;
  }

  void leave(String curve) {
    all.release();
    of(curve).release();
  }

  /** Work that entered and did not leave. */
  int inUse() {
    return permits - all.availablePermits();
  }

  private Semaphore of(String curve) {
    return ofCurve.computeIfAbsent(curve, c -> new Semaphore((permits + 1) / 2));
  }
}
