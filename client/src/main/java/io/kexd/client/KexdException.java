package io.kexd.client;

import io.grpc.Status;
import io.kexd.v1.ErrorReason;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that failed. Its message is one line: the reason, what was wrong, what to do. It never
 * holds a secret.
 */
public final class KexdException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Status.Code status;
  private final ErrorReason reason;
  private final @Nullable String field;
  private final @Nullable Duration retryDelay;

  KexdException(
      Status.Code status,
      ErrorReason reason,
      @Nullable String field,
      @Nullable Duration retryDelay,
      String message,
      @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.reason = reason;
    this.field = field;
    this.retryDelay = retryDelay;
  }

  /** The gRPC status. */
  public Status.Code status() {
    return status;
  }

  /**
   * Why the server refused; {@code ERROR_REASON_UNSPECIFIED} when no kexd server said so, because
   * none was reached or the transport failed.
   */
  public ErrorReason reason() {
    return reason;
  }

  /** The path of the request's field that was wrong, where the server named one. */
  public Optional<String> field() {
    return Optional.ofNullable(field);
  }

  /** How long to wait before a retry; empty when a retry does not help. */
  public Optional<Duration> retryDelay() {
    return Optional.ofNullable(retryDelay);
  }
}
