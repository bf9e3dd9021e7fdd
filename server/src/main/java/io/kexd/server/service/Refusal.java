package io.kexd.server.service;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that is refused, and why. The message says what was wrong and what to do; it never echoes
 * input.
 */
public final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Reason reason;
  private final @Nullable String field;
  private final @Nullable Duration retryAfter;

  private Refusal(
      Reason reason, String message, @Nullable String field, @Nullable Duration retryAfter) {
    super(message, null, false, false);
    this.reason = reason;
    this.field = field;
    this.retryAfter = retryAfter;
  }

  /** A refusal for what the request holds in one field. */
  public static Refusal of(Reason reason, String field, String message) {
    return new Refusal(reason, field + ": " + message, field, null);
  }

  /** A refusal for the state that the server is in. */
  public static Refusal of(Reason reason, String message) {
    return new Refusal(reason, message, null, null);
  }

  /** A refusal of a call that may be repeated after a while. */
  public static Refusal retry(Reason reason, String message, Duration after) {
    return new Refusal(reason, message, null, after);
  }

  /** An unset, contradictory or excessive field. */
  public static Refusal invalid(String field, String message) {
    return of(Reason.INVALID_REQUEST, field, message);
  }

  /** Why. */
  public Reason reason() {
    return reason;
  }

  /** The path of the field that is to blame. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** When a retry makes sense; empty when it does not, or when nothing is known. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}
