package io.kexd.client.load;

import org.HdrHistogram.Histogram;

/** What happened since somebody last asked. */
final class Interval {
  private final Histogram times = Tally.histogram(2);
  private long offered;
  private long ok;
  private long failed;

  synchronized void offered() {
    offered++;
  }

  synchronized void failed() {
    failed++;
  }

  synchronized void ended(long nanos, Outcome outcome) {
    if (outcome.kind() == Outcome.Kind.OK) {
      ok++;
      times.recordValue(nanos);
    } else {
      failed++;
    }
  }

  /** Tells it, and begins anew. */
  synchronized Progress take(long second, long of, boolean warmUp, long waiting) {
    double p99 = times.getTotalCount() == 0 ? 0 : times.getValueAtPercentile(99) / 1e6;
    Progress progress = new Progress(second, of, warmUp, offered, ok, failed, waiting, p99);
    times.reset();
    offered = 0;
    ok = 0;
    failed = 0;
    return progress;
  }
}
