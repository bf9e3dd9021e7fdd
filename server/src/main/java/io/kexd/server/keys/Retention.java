package io.kexd.server.keys;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Remembers things for a fixed time after they were added, and never more than a limit of them: the
 * oldest goes first. Nothing polls; one wake-up is set for the oldest. Thread-safe.
 */
public final class Retention<T> {
  private record Stamp<T>(T item, long due) {}

  private final long nanos;
  private final int limit;
  private final ScheduledExecutorService timer;
  private final Consumer<T> forget;
  private final ArrayDeque<Stamp<T>> queue = new ArrayDeque<>();
  private boolean armed;

  /**
   * @param forget told of each item once, when its time is over or the limit pushes it out; quick
   */
  public Retention(Duration time, int limit, ScheduledExecutorService timer, Consumer<T> forget) {
    this.nanos = time.toNanos();
    this.limit = limit;
    this.timer = timer;
    this.forget = forget;
  }

  /** Starts an item's time. */
  public synchronized void add(T item) {
    queue.addLast(new Stamp<>(item, System.nanoTime() + nanos));
    while (queue.size() > limit) {
      forget.accept(queue.removeFirst().item());
    }
    arm();
  }

  private synchronized void sweep() {
    armed = false;
    long now = System.nanoTime();
    for (Stamp<T> head = queue.peekFirst();
        head != null && head.due() - now <= 0;
        head = queue.peekFirst()) {
      queue.removeFirst();
      forget.accept(head.item());
    }
    arm();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Sweeping cannot fail, and is never cancelled.
  private void arm() {
    Stamp<T> head = queue.peekFirst();
    if (armed || head == null || timer.isShutdown()) {
      return;
    }
    armed = true;
    timer.schedule(this::sweep, head.due() - System.nanoTime(), TimeUnit.NANOSECONDS);
  }
}
