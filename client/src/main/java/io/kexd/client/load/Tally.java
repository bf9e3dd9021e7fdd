package io.kexd.client.load;

import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** Counts the calls of one share: the pacing thread begins them, event loops end them. */
final class Tally {
  private static final int DIGITS = 3;

  private final Mix.Share share;
  private final int items;
  private final Timeline timeline;
  private final Histogram times = histogram(DIGITS);
  private final SortedMap<String, Long> refused = new TreeMap<>();
  private final SortedMap<String, Long> errors = new TreeMap<>();
  private long offered;
  private long ok;
  private long notSent;

  /** When the last answer came. */
  private long last;

  Tally(Mix.Share share, int items, Timeline timeline) {
    this.share = share;
    this.items = items;
    this.timeline = timeline;
  }

  /** Of nanoseconds, in microseconds at best. */
  static Histogram histogram(int digits) {
    Histogram histogram = new Histogram(1_000, 10_000_000_000L, digits);
    histogram.setAutoResize(true);
    return histogram;
  }

  /**
   * @param due nanoseconds from the begin of the count, as everywhere here
   */
  synchronized void offered(long due) {
    offered++;
    timeline.offered(due);
  }

  synchronized void notSent(long due) {
    notSent++;
    timeline.failed(due);
  }

  /**
   * @param nanos from when it was due to its end
   */
  synchronized void ended(long due, long nanos, Outcome outcome) {
    switch (outcome.kind()) {
      case OK -> {
        ok++;
        last = Math.max(last, due + nanos);
      }
      case REFUSED -> refused.merge(outcome.name(), 1L, Long::sum);
      case ERROR -> errors.merge(outcome.name(), 1L, Long::sum);
    }
    if (outcome.kind() != Outcome.Kind.OK) {
      timeline.failed(due);
    }
    if (outcome.kind() == Outcome.Kind.OK || outcome.late()) {
      times.recordValue(nanos);
      timeline.timed(due, nanos);
    }
  }

  /** What became of them, when they were offered for so long. */
  synchronized Report.Row row(double seconds) {
    long done = ok + notSent + sum(refused) + sum(errors);
    return new Report.Row(
        share.subject(),
        share.operation().id(),
        items,
        offered,
        ok,
        new TreeMap<>(refused),
        new TreeMap<>(errors),
        notSent,
        offered - done,
        ok == 0 ? 0 : ok / Math.max(seconds, last / 1e9),
        Report.Times.of(times),
        timeline.slots());
  }

  private static long sum(SortedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Adds the times to those of others. */
  synchronized void addTimes(Histogram to) {
    to.add(times);
  }
}
