package io.kexd.server.keys;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a signing key, or one version of it, may be used.
 *
 * @param destroyAt set when its destruction is scheduled
 */
public record KeyState(Status status, Optional<Instant> destroyAt) {
  /** It may be used. */
  public static final KeyState ENABLED = new KeyState(Status.ENABLED, Optional.empty());

  /** It may not be used until it is enabled. */
  public static final KeyState DISABLED = new KeyState(Status.DISABLED, Optional.empty());

  /** It is gone. */
  public static final KeyState DESTROYED = new KeyState(Status.DESTROYED, Optional.empty());

  /** What a key or a version can be. */
  public enum Status {
    ENABLED,
    DISABLED,
    /** It may not be used, and will be destroyed unless it is restored in time. */
    DESTROY_SCHEDULED,
    /** Of a key only: nothing but its name is left. */
    DESTROYED
  }

  public KeyState {
    if (destroyAt.isPresent() != (status == Status.DESTROY_SCHEDULED)) {
      throw new IllegalArgumentException("a time of destruction goes with DESTROY_SCHEDULED");
    }
  }

  /** It will be destroyed at that time. */
  public static KeyState destroyedAt(Instant time) {
    return new KeyState(Status.DESTROY_SCHEDULED, Optional.of(time));
  }

  /** Whether it may be used. */
  public boolean isEnabled() {
    return status == Status.ENABLED;
  }

  /** Whether its time of destruction has come. */
  public boolean isDue(Instant now) {
    return destroyAt.isPresent() && !destroyAt.get().isAfter(now);
  }
}
