package io.kexd.server.pipeline;

import io.kexd.crypto.KeyPair;
import io.kexd.server.metrics.Meters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/**
 * Ready key pairs of one curve, oldest first. A claim takes one, in constant time and without a
 * lock, and calls for a refill when few are left; nothing happens by the clock but that a pair
 * which nobody claimed is wiped when its time is over. So a curve that nobody asks for costs
 * nothing, and holds no keys. Thread-safe.
 */
public final class KeyPairPool implements AutoCloseable {
  /**
   * How many to keep.
   *
   * @param target pairs after a refill
   * @param lowWater fewer than these call for a refill
   * @param maxAge how long a pair may wait
   */
  public record Config(int target, int lowWater, Duration maxAge) {}

  /** What becomes of a refill. */
  public enum Refill {
    OK,
    FAILED
  }

  /** A pair, and when its time is over. */
  private record Ready(KeyPair pair, long expiry) {
    boolean isOver() {
      return System.nanoTime() - expiry >= 0;
    }
  }

  /** A refill is made in steps that fill the engine's calls, unless that takes longer than this. */
  private static final long STEP_NANOS = 2_000_000;

  private static final int SMALL_STEP = 8;

  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);
  private static final int LONGEST_BACK_OFF = 8; // Doublings: 26 s.

  private final String curve;
  private final Config config;
  private final IntFunction<List<KeyPair>> maker;
  private final Pipeline pipeline;
  private final ScheduledExecutorService timer;
  private final Meters meters;
  private final ConcurrentLinkedQueue<Ready> ready = new ConcurrentLinkedQueue<>();
  private final AtomicInteger depth = new AtomicInteger();

  /** Set while a refill is on its way, or waits after a failure: one at a time. */
  private final AtomicBoolean refilling = new AtomicBoolean();

  /** Set while an alarm for the oldest pair is. */
  private final AtomicBoolean alarm = new AtomicBoolean();

  private volatile boolean closed;

  // Of the one refill, handed from step to step.
  private int step = SMALL_STEP;
  private int failures;

  /**
   * An empty pool.
   *
   * @param maker makes so many pairs
   * @param pipeline its workers run refills when no operation waits
   */
  public KeyPairPool(
      String curve,
      Config config,
      IntFunction<List<KeyPair>> maker,
      Pipeline pipeline,
      ScheduledExecutorService timer,
      Meters meters) {
    this.curve = curve;
    this.config = config;
    this.maker = maker;
    this.pipeline = pipeline;
    this.timer = timer;
    this.meters = meters;
    meters.pool(curve, config.target(), depth::get, Refill.values());
  }

  /** As many pairs as there are, up to so many; whoever gets them wipes them. */
  public List<KeyPair> claim(int atMost) {
    return claim(atMost, atMost);
  }

  /**
   * So many pairs, or none when there are fewer. When others claim at the same time, or pairs have
   * become too old, it may be fewer all the same.
   */
  public List<KeyPair> claimAll(int count) {
    return claim(depth.get() < count ? 0 : count, count);
  }

  private List<KeyPair> claim(int atMost, int wanted) {
    List<KeyPair> claimed = new ArrayList<>(wanted);
    while (claimed.size() < atMost) {
      Ready next = ready.poll();
      if (next == null) {
        break;
      }
      depth.decrementAndGet();
      if (next.isOver()) {
        next.pair().close();
      } else {
        claimed.add(next.pair());
      }
    }
    meters.poolClaimed(curve, claimed.size(), wanted - claimed.size());
    refill();
    return claimed;
  }

  /** Calls for a refill, if few are left and none is on its way. */
  public void refill() {
    if (depth.get() < config.lowWater() && !closed && refilling.compareAndSet(false, true)) {
      pipeline.whenIdle(this::fill);
    }
  }

  private void fill() {
    try {
      int missing = config.target() - depth.get();
      if (missing > 0) {
        add(Math.min(step, missing));
      }
      failures = 0;
      meters.poolRefilled(curve, Refill.OK);
    } catch (RuntimeException | Error e) {
      backOff();
      meters.poolRefilled(curve, Refill.FAILED);
      return;
    }
    if (depth.get() < config.target() && !closed) {
      pipeline.whenIdle(this::fill);
    } else {
      refilling.set(false);
      refill(); // For claims that came in between.
    }
  }

  private void add(int count) {
    long begun = System.nanoTime();
    List<KeyPair> made = maker.apply(count);
    long now = System.nanoTime();
    step = (now - begun) / count * Line.MOST <= STEP_NANOS ? Line.MOST : SMALL_STEP;
    long expiry = now + config.maxAge().toNanos();
    for (KeyPair pair : made) {
      depth.incrementAndGet();
      ready.add(new Ready(pair, expiry));
    }
    if (closed) {
      wipe();
    } else {
      setAlarm();
    }
  }

  private void backOff() {
    int doublings = Math.min(failures++, LONGEST_BACK_OFF);
    later(() -> pipeline.whenIdle(this::fill), FIRST_BACK_OFF.toNanos() << doublings);
  }

  private void setAlarm() {
    Ready oldest = ready.peek();
    if (oldest != null && alarm.compareAndSet(false, true)) {
      later(this::expire, Math.max(0, oldest.expiry() - System.nanoTime()));
    }
  }

  /** Wipes what nobody claimed in time. Whoever comes next calls for new ones. */
  private void expire() {
    for (Ready oldest = ready.peek(); oldest != null && oldest.isOver(); oldest = ready.peek()) {
      if (ready.remove(oldest)) {
        depth.decrementAndGet();
        oldest.pair().close();
      }
    }
    alarm.set(false);
    setAlarm();
  }

  @SuppressWarnings("FutureReturnValueIgnored") // Neither piece of work throws.
  private void later(Runnable work, long nanos) {
    try {
      timer.schedule(work, nanos, TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException shuttingDown) {
      // Then this is closed too, and wipes what is left.
    }
  }

  /** Pairs that wait. */
  public int depth() {
    return depth.get();
  }

  /** Pairs after a refill. */
  public int target() {
    return config.target();
  }

  /** Wipes every pair; there are no more. */
  @Override
  public void close() {
    closed = true;
    wipe();
  }

  private void wipe() {
    for (Ready next = ready.poll(); next != null; next = ready.poll()) {
      depth.decrementAndGet();
      next.pair().close();
    }
  }
}
