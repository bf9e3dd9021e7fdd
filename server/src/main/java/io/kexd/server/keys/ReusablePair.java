package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import java.time.Duration;
import java.util.Optional;

/**
 * A key pair that may be used so many times, all of them within a time of the first. Each use holds
 * the pair until it is closed; the pair is wiped as soon as no more uses are to come and none holds
 * it, so that no use ever sees a wiped key. To take a use is one atomic step. Thread-safe.
 */
public final class ReusablePair {
  /**
   * How often and how long a pair may be used.
   *
   * @param max uses; 1 for single use
   * @param window from the first use on; without meaning for single use
   */
  public record Bounds(int max, Duration window) {
    /** Single use. */
    public static final Bounds ONCE = new Bounds(1, Duration.ZERO);
  }

  /** One use of the pair. */
  public final class Use implements AutoCloseable {
    private final int number;
    private boolean closed;

    private Use(int number) {
      this.number = number;
    }

    /** The pair; not to be closed by whoever uses it. */
    public KeyPair pair() {
      return pair;
    }

    /** Whether the pair was used before. */
    public boolean isRepeated() {
      return number > 1;
    }

    boolean isLast() {
      return number == bounds.max();
    }

    /** Gives the pair back; repeats do nothing. */
    @Override
    public void close() {
      synchronized (ReusablePair.this) {
        held -= closed ? 0 : 1;
        closed = true;
        wipeWhenIdle();
      }
    }
  }

  private final KeyPair pair;
  private final Bounds bounds;
  private long expiry;
  private int uses;
  private int held;
  private boolean ended;

  /**
   * Takes the pair over: nobody else closes it.
   *
   * @param expiry when it ends whether it was used or not, in terms of {@link System#nanoTime}
   */
  public ReusablePair(KeyPair pair, Bounds bounds, long expiry) {
    this.pair = pair;
    this.bounds = bounds;
    this.expiry = expiry;
  }

  /** The only use of a pair, which is taken over. */
  static Use once(KeyPair pair) {
    return new ReusablePair(pair, Bounds.ONCE, System.nanoTime() + Long.MAX_VALUE / 2)
        .use()
        .orElseThrow();
  }

  /** One more use; empty when all are taken, or the time is over, or it was ended. */
  public synchronized Optional<Use> use() {
    if (ended || isOver()) {
      return Optional.empty();
    }
    uses++;
    held++;
    ended = uses == bounds.max();
    if (uses == 1 && !ended) {
      long close = System.nanoTime() + bounds.window().toNanos();
      expiry = close - expiry < 0 ? close : expiry;
    }
    return Optional.of(new Use(uses));
  }

  /** Whether its time is over. */
  synchronized boolean isOver() {
    return System.nanoTime() - expiry >= 0;
  }

  /** Whether it was ever used. */
  synchronized boolean wasUsed() {
    return uses > 0;
  }

  /** Until its time is over, in nanoseconds. */
  synchronized long nanosLeft() {
    return expiry - System.nanoTime();
  }

  /** No more uses; the pair is wiped once those that hold it are closed. */
  public synchronized void end() {
    ended = true;
    wipeWhenIdle();
  }

  private void wipeWhenIdle() {
    if (ended && held == 0) {
      pair.close();
    }
  }
}
