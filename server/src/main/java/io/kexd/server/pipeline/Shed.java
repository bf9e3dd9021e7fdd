package io.kexd.server.pipeline;

import java.time.Duration;

/** Work that was given up before any of it was done. */
public final class Shed extends RuntimeException {
  /** Why. */
  public enum Reason {
    /** As much is admitted as may be, of all curves or of that one. */
    OVERLOADED,
    /** The deadline passed, or the caller went away, while it waited. */
    DEADLINE_EXCEEDED,
    /** The server is going down. */
    SHUTTING_DOWN
  }

  /** A full house of a fast curve is done in a fraction of this; of a slow one it takes longer. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private static final long serialVersionUID = 1;

  private final Reason reason;

  Shed(Reason reason) {
    super(reason.name(), null, false, false);
    this.reason = reason;
  }

  /** Why it was given up. */
  public Reason reason() {
    return reason;
  }

  /** When trying again makes sense. */
  public Duration retryAfter() {
    return RETRY_AFTER;
  }
}
