package io.kexd.server.pipeline;

import java.time.Duration;

/** Work that was given up before any of it was done. */
public final class Shed extends RuntimeException {
  /** Why. */
  public enum Reason {
    /**
     * As much is admitted as may be, in all or for that curve and caller; or what waits before it
     * takes longer than its deadline allows.
     */
    OVERLOADED,
    /** The deadline passed, or the caller went away, while it waited. */
    DEADLINE_EXCEEDED,
    /** The server is going down. */
    SHUTTING_DOWN
  }

  private static final long serialVersionUID = 1;

  private final Reason reason;
  private final Duration retryAfter;

  Shed(Reason reason) {
    this(reason, Duration.ZERO);
  }

  Shed(Reason reason, Duration retryAfter) {
    super(reason.name(), null, false, false);
    this.reason = reason;
    this.retryAfter = retryAfter;
  }

  /** Why it was given up. */
  public Reason reason() {
    return reason;
  }

  /** In which time the work that was admitted before should be done; zero where that is no help. */
  public Duration retryAfter() {
    return retryAfter;
  }
}
