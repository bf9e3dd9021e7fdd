package io.kexd.client.load;

import io.kexd.client.load.Report.Row;
import io.kexd.client.load.Report.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/** A report as text. */
public final class TextReport {
  private TextReport() {}

  /** The report, in lines. */
  public static String of(Report report) {
    StringBuilder text = new StringBuilder(headline(report)).append(System.lineSeparator());
    line(
        text,
        "",
        "",
        "offered",
        "ok",
        "refused",
        "errors",
        "not sent",
        "ok/s",
        "p50 ms",
        "p90",
        "p99",
        "p99.9",
        "max");
    report.rows().forEach(row -> line(text, row));
    if (report.rows().size() > 1) {
      line(text, report.total());
    }
    report.rows().forEach(row -> reasons(row).forEach(reason -> text.append(reason)));
    text.append(generator(report.generator()));
    report.faults().forEach(fault -> text.append(fault).append(System.lineSeparator()));
    return text.toString();
  }

  /** What was offered to whom, in one line. */
  static String headline(Report report) {
    Plan plan = report.plan();
    return String.format(
        Locale.ROOT,
        "%s: %,d calls a second%s for %.1f s%s, after %.1f s of warm-up; %d connections",
        report.target(),
        plan.rate(),
        plan.poisson() ? " at random" : "",
        report.seconds(),
        report.stopped() ? " (stopped)" : "",
        plan.warmUp().toMillis() / 1e3,
        plan.connections());
  }

  private static void line(StringBuilder text, Row row) {
    Times times = row.times();
    line(
        text,
        row.subject(),
        row.items() == 1 ? row.operation() : row.operation() + " " + row.items(),
        count(row.offered()),
        count(row.ok()),
        count(row.allRefused()),
        count(row.allErrors()),
        count(row.notSent()),
        rate(row.okPerSecond()),
        milliseconds(times.p50()),
        milliseconds(times.p90()),
        milliseconds(times.p99()),
        milliseconds(times.p999()),
        milliseconds(times.max()));
  }

  private static void line(StringBuilder text, Object... cells) {
    text.append(
        String.format("%-16s %-14s %10s %10s %9s %8s %8s %10s %8s %8s %8s %8s %8s%n", cells));
  }

  /** Why calls failed, a line for each reason. */
  static List<String> reasons(Row row) {
    List<String> lines = new ArrayList<>();
    String name = row.subject() + " " + row.operation();
    lines.addAll(reasons(name + " refused: ", row.refused()));
    lines.addAll(reasons(name + " errors: ", row.errors()));
    if (row.unfinished() > 0) {
      lines.add(String.format(Locale.ROOT, "%s unfinished: %,d%n", name, row.unfinished()));
    }
    return lines;
  }

  private static List<String> reasons(String name, SortedMap<String, Long> counts) {
    return counts.entrySet().stream()
        .map(e -> String.format(Locale.ROOT, "%s%s %,d%n", name, e.getKey(), e.getValue()))
        .toList();
  }

  /** How the client itself did, in one line. */
  static String generator(Report.Generator generator) {
    return String.format(
        Locale.ROOT,
        "generator: sent %s calls a second; began them p50 %s, p99 %s, max %s ms late; event loops"
            + " p99 %s, max %s ms%n",
        rate(generator.sentPerSecond()),
        milliseconds(generator.lag().p50()),
        milliseconds(generator.lag().p99()),
        milliseconds(generator.lag().max()),
        milliseconds(generator.loops().p99()),
        milliseconds(generator.loops().max()));
  }

  static String count(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  static String rate(double rate) {
    return String.format(Locale.ROOT, "%,.1f", rate);
  }

  /** Three digits and more. */
  static String milliseconds(double time) {
    return String.format(Locale.ROOT, time < 10 ? "%.3f" : time < 1_000 ? "%.1f" : "%.0f", time);
  }
}
