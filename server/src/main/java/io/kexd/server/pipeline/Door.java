package io.kexd.server.pipeline;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * Admits so much work at once, and of one curve half of it, so that a crowd that asks for a slow
 * curve leaves room for every other caller. Thread-safe.
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

  /** Whether so many operations of a curve are admitted; then as many must {@link #leave}. */
  boolean enter(String curve, int count) {
    Semaphore own = of(curve);
    if (!own.tryAcquire(count)) {
      return false;
    }
    if (!all.tryAcquire(count)) {
      own.release(count);
      return false;
    }
    return true;
  }

  void leave(String curve, int count) {
    all.release(count);
    of(curve).release(count);
  }

  /** Operations that entered and did not leave. */
  int inUse() {
    return permits - all.availablePermits();
  }

  private Semaphore of(String curve) {
    return ofCurve.computeIfAbsent(curve, c -> new Semaphore((permits + 1) / 2));
  }
}
