package io.kexd.crypto;

import java.util.List;

/**
 * What is known of one kernel of an operation, and how many waiting callers it serves.
 *
 * @param scheme id of the scheme, for example {@code x25519}
 * @param operation {@code generate}, {@code agree}, {@code sign}, {@code verify}
 * @param lanes operations that it computes at once
 * @param state whether it may serve
 * @param reason why it may not; empty where it may
 * @param serves how many waiting operations it is the choice for: some of 1, 2, 4 and 8. For other
 *     numbers it is whoever serves the next larger one, for more than 8 whoever serves 8
 * @param measured its times, empty before it was timed
 */
public record KernelChoice(
    String scheme,
    String operation,
    int lanes,
    State state,
    String reason,
    List<Integer> serves,
    List<Measured> measured) {

  /** Whether a kernel may serve. */
  public enum State {
    /** Right and timed: it serves where it is the fastest. The kernel of one lane always is. */
    READY,
    /** Not warmed yet. */
    COLD,
    /** There is none on this machine, or its setting rules it out. */
    ABSENT,
    /** Its answers differ from those of the kernel of one lane: it never serves. */
    WRONG
  }

  /**
   * A kernel's time.
   *
   * @param waiting operations that are computed in one call
   * @param nanosPerOperation CPU time of the call, divided by them
   */
  public record Measured(int waiting, long nanosPerOperation) {}

  /**
   * All kernels of a scheme, by operation and lanes. Makes the scheme's tables where they are not,
   * measures nothing: {@link WarmUp} does.
   *
   * @throws IllegalArgumentException when there is no such scheme
   */
  public static List<KernelChoice> of(String scheme) {
    return Engine.kernels(scheme).stream().flatMap(k -> k.view().stream()).toList();
  }
}
