package io.kexd.client.load;

import java.util.Locale;

/**
 * The last second of a load that runs, calls of the warm-up included.
 *
 * @param second since the start
 * @param of how many the load takes
 * @param warmUp whether calls do not count yet
 * @param offered calls that were due
 * @param ok answers
 * @param failed refusals, errors and calls that were not sent
 * @param waiting calls without an answer yet
 * @param p99 milliseconds, of the answers
 */
public record Progress(
    long second,
    long of,
    boolean warmUp,
    long offered,
    long ok,
    long failed,
    long waiting,
    double p99) {

  /** In one line. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%4d of %d s: offered %,d, ok %,d, failed %,d, waiting %,d, p99 %.2f ms%s",
        second,
        of,
        offered,
        ok,
        failed,
        waiting,
        p99,
        warmUp ? " (warm-up)" : "");
  }
}
