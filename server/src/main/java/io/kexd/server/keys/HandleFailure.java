package io.kexd.server.keys;

/** Why a pair cannot be kept or had. */
public final class HandleFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What is the matter. */
  public enum Why {
    /** Used or destroyed. */
    USED,
    EXPIRED,
    /** Never issued, forgotten, lost or another's. */
    UNKNOWN,
    /** The caller, or all together, hold as many as they may. */
    FULL,
    /** The store does not answer. A pair that was to be taken may be gone. */
    UNAVAILABLE
  }

  private final Why why;

  HandleFailure(Why why) {
    super(why.name(), null, false, false);
    this.why = why;
  }

  /** What is the matter. */
  public Why why() {
    return why;
  }
}
