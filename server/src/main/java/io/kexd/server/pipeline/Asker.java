package io.kexd.server.pipeline;

import io.kexd.server.keys.Caller;

/** Whoever waits for an operation. */
@FunctionalInterface
public interface Asker {
  /** Whether nobody waits any more; asked before the operation begins. */
  boolean isGone();

  /** For whom it is; callers share the server. */
  default Caller caller() {
    return Caller.ANONYMOUS;
  }

  /** Until the deadline, in nanoseconds; {@link Long#MAX_VALUE} when there is none. */
  default long nanosLeft() {
    return Long.MAX_VALUE;
  }
}
