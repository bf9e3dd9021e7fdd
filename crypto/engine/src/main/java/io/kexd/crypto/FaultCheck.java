package io.kexd.crypto;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * Which of the signatures that kernels of several lanes make are verified before they leave, on the
 * kernel of one lane. One that is found wrong is refused, counted, and never released: a wrong
 * signature can give the private key away. Counts what it sees; safe for use by several threads.
 */
public final class FaultCheck {
  private static final int DEFAULT_ONE_OF = 4095;

  /** For signers that are not told otherwise: one signature of {@value #DEFAULT_ONE_OF}. */
  public static final FaultCheck DEFAULT = oneOf(DEFAULT_ONE_OF);

  private static final int NEVER = 0;

  private final int n;
  private final AtomicLong seen = new AtomicLong();
  private final LongAdder checked = new LongAdder();
  private final LongAdder faults = new LongAdder();

  private FaultCheck(int n) {
    this.n = n;
  }

  /** Verifies none. */
  public static FaultCheck none() {
    return new FaultCheck(NEVER);
  }

  /** Verifies all: several times the cost of signing. */
  public static FaultCheck all() {
    return new FaultCheck(1);
  }

  /** Verifies every n-th. An odd n leaves no lane out. */
  public static FaultCheck oneOf(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("one of " + n + " signatures cannot be verified");
    }
    return new FaultCheck(n);
  }

  /** Whether the next signature is to be verified. */
  boolean picks() {
    return n == 1 || (n != NEVER && seen.incrementAndGet() % n == 0);
  }

  void count(boolean isRight) {
    checked.increment();
    if (!isRight) {
      faults.increment();
    }
  }

  /** Signatures verified by this check. */
  public long checked() {
    return checked.sum();
  }

  /** Those of them that were wrong. */
  public long faults() {
    return faults.sum();
  }
}
