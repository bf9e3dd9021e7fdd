package io.kexd.client.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/** Makes the report of a load that ended. */
final class Results {
  private Results() {}

  static Report report(String target, Plan plan, Pacer.Result pacing, List<Tally> tallies) {
    double seconds = pacing.offeredFor() / 1e9;
    List<Report.Row> rows = tallies.stream().map(tally -> tally.row(seconds)).toList();
    Histogram times = Tally.histogram(3);
    tallies.forEach(tally -> tally.addTimes(times));
    Report.Row total = total(rows, times);
    Report.Generator generator =
        new Report.Generator(
            pacing.sent() == 0 ? 0 : pacing.sent() / (pacing.sentFor() / 1e9),
            Report.Times.of(pacing.lag()),
            Report.Times.of(pacing.loops()));
    List<String> faults = faults(plan, total, generator);
    return new Report(target, plan, seconds, pacing.stopped(), rows, total, generator, faults);
  }

  private static Report.Row total(List<Report.Row> rows, Histogram times) {
    return new Report.Row(
        "all",
        "calls",
        1,
        sum(rows, Report.Row::offered),
        sum(rows, Report.Row::ok),
        merge(rows, Report.Row::refused),
        merge(rows, Report.Row::errors),
        sum(rows, Report.Row::notSent),
        sum(rows, Report.Row::unfinished),
        rows.stream().mapToDouble(Report.Row::okPerSecond).sum(),
        Report.Times.of(times),
        List.of());
  }

  private static long sum(List<Report.Row> rows, ToLongFunction<Report.Row> count) {
    return rows.stream().mapToLong(count).sum();
  }

  private static SortedMap<String, Long> merge(
      List<Report.Row> rows, Function<Report.Row, SortedMap<String, Long>> counts) {
    SortedMap<String, Long> all = new TreeMap<>();
    rows.forEach(row -> counts.apply(row).forEach((name, n) -> all.merge(name, n, Long::sum)));
    return all;
  }

  private static List<String> faults(Plan plan, Report.Row total, Report.Generator generator) {
    List<String> faults = new ArrayList<>();
    double most = milliseconds(plan.maxLag());
    if (generator.lag().p99() > most) {
      faults.add(
          behind("one call in a hundred began %.2f ms late or more", generator.lag().p99(), most));
    }
    if (generator.loops().p99() > most) {
      faults.add(
          behind(
              "one task in a hundred waited %.2f ms or more for an event loop",
              generator.loops().p99(), most));
    }
    if (total.notSent() > 0) {
      faults.add(
          String.format(
              Locale.ROOT,
              "%,d calls were not sent: %,d others were waiting for their answers (--outstanding)",
              total.notSent(),
              plan.outstanding()));
    }
    if (total.ok() == 0) {
      faults.add("no call was answered");
    }
    return faults;
  }

  private static String behind(String what, double p99, double most) {
    return String.format(
        Locale.ROOT,
        "the generator fell behind: "
            + what
            + ", %.2f ms are allowed (--max-lag); the times are"
            + " partly its own",
        p99,
        most);
  }

  private static double milliseconds(Duration time) {
    return time.toNanos() / 1e6;
  }
}
