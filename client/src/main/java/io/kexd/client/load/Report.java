package io.kexd.client.load;

import java.util.List;
import java.util.SortedMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * What became of a load.
 *
 * @param target where the server listens
 * @param seconds how long calls were offered that count
 * @param stopped whether that was cut short
 * @param rows for each share of the mix
 * @param total all of them together, without a timeline
 * @param faults why the load was not what the plan says; none when it was
 */
public record Report(
    String target,
    Plan plan,
    double seconds,
    boolean stopped,
    List<Row> rows,
    Row total,
    Generator generator,
    List<String> faults) {

  /**
   * What became of some calls. Every call that was offered is in exactly one of the counts.
   *
   * @param items how many operations a call asks for
   * @param refused by reason
   * @param errors by status
   * @param notSent because too many calls were waiting for their answers
   * @param unfinished without an outcome when the load was stopped
   * @param okPerSecond calls
   * @param times from the time at which a call was due to its answer; of calls that nobody answered
   *     in time, to when they were given up
   */
  public record Row(
      String subject,
      String operation,
      int items,
      long offered,
      long ok,
      SortedMap<String, Long> refused,
      SortedMap<String, Long> errors,
      long notSent,
      long unfinished,
      double okPerSecond,
      Times times,
      List<Slot> timeline) {

    /** Calls that were refused, for whatever reason. */
    public long allRefused() {
      return sum(refused);
    }

    /** Calls that failed otherwise, sent or not. */
    public long allErrors() {
      return sum(errors);
    }

    private static long sum(SortedMap<String, Long> counts) {
      return counts.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /**
   * A part of the time: the calls that were due in it.
   *
   * @param second from the begin of the count to the begin of this part
   * @param failed refused, errors and not sent
   */
  public record Slot(
      double second, long offered, long failed, double p50, double p99, double max) {}

  /** Milliseconds. All are 0 when nothing was timed. */
  public record Times(
      double p50, double p90, double p99, double p999, double max, List<Point> curve) {

    /** From nanoseconds. */
    static Times of(Histogram histogram) {
      return new Times(
          at(histogram, 50),
          at(histogram, 90),
          at(histogram, 99),
          at(histogram, 99.9),
          at(histogram, 100),
          Point.curve(histogram));
    }

    static double at(Histogram histogram, double percentile) {
      return histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percentile) / 1e6;
    }
  }

  /**
   * A point of the percentile curve.
   *
   * @param nines how many nines its percentile has: 1 is p90, 2 is p99, and 0 is the fastest
   */
  public record Point(double nines, double milliseconds) {
    private static final double STEP = 0.05;

    private static List<Point> curve(Histogram histogram) {
      double last = Math.log10((double) Math.max(1, histogram.getTotalCount()));
      return IntStream.rangeClosed(0, (int) (last / STEP))
          .mapToObj(
              i -> {
                double nines = i * STEP;
                double percentile = 100 - 100 * Math.pow(10, -nines);
                return new Point(nines, Times.at(histogram, percentile));
              })
          .toList();
    }
  }

  /**
   * How the client itself did.
   *
   * @param sentPerSecond calls that were begun
   * @param lag how late they were begun
   * @param loops how long tasks of its event loops waited for their turn
   */
  public record Generator(double sentPerSecond, Times lag, Times loops) {}

  public Report {
    rows = List.copyOf(rows);
    faults = List.copyOf(faults);
  }
}
