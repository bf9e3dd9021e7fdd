package io.kexd.client.load;

import io.kexd.client.load.Report.Row;
import io.kexd.client.load.Report.Times;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/** A report as one page with plots: it needs no network and no script. */
public final class HtmlReport {
  private static final String TEMPLATE = "report.html";

  private HtmlReport() {}

  /** The page. */
  public static String of(Report report) {
    return template()
        .replace("{{headline}}", Html.escape(TextReport.headline(report)))
        .replace("{{mix}}", Html.escape(report.plan().mix().toString()))
        .replace("{{faults}}", faults(report))
        .replace("{{keys}}", keys(report.rows()))
        .replace("{{percentiles}}", Charts.percentiles(report.rows()))
        .replace("{{timelines}}", timelines(report))
        .replace("{{table}}", table(report))
        .replace("{{reasons}}", reasons(report.rows()))
        .replace("{{generator}}", Html.escape(TextReport.generator(report.generator()).strip()));
  }

  private static String template() {
    try (InputStream in = HtmlReport.class.getResourceAsStream(TEMPLATE)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String faults(Report report) {
    return report.faults().stream()
        .map(fault -> "<p class=\"fault\">" + Html.escape(fault) + "</p>\n")
        .collect(Collectors.joining());
  }

  private static String keys(List<Row> rows) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      out.append(
          "<span><i class=\"c%d\"></i>%s</span>\n"
              .formatted(i % Charts.COLOURS, Html.escape(Charts.name(rows.get(i)))));
    }
    return out.toString();
  }

  private static String timelines(Report report) {
    LogAxis axis = Charts.timeAxis(report.rows());
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < report.rows().size(); i++) {
      Row row = report.rows().get(i);
      out.append(
          "<section><h3>%s</h3>\n%s</section>\n"
              .formatted(
                  Html.escape(Charts.name(row)), Charts.timeline(row, i, axis, report.seconds())));
    }
    return out.toString();
  }

  private static String table(Report report) {
    List<Row> rows = new ArrayList<>(report.rows());
    if (rows.size() > 1) {
      rows.add(report.total());
    }
    return rows.stream().map(HtmlReport::line).collect(Collectors.joining());
  }

  private static String line(Row row) {
    Times times = row.times();
    List<String> cells =
        List.of(
            Html.escape(Charts.name(row)),
            TextReport.count(row.offered()),
            TextReport.count(row.ok()),
            TextReport.count(row.allRefused()),
            TextReport.count(row.allErrors()),
            TextReport.count(row.notSent()),
            TextReport.rate(row.okPerSecond()),
            TextReport.milliseconds(times.p50()),
            TextReport.milliseconds(times.p90()),
            TextReport.milliseconds(times.p99()),
            TextReport.milliseconds(times.p999()),
            TextReport.milliseconds(times.max()));
    return "<tr><td>" + String.join("<td>", cells) + "</tr>\n";
  }

  private static String reasons(List<Row> rows) {
    List<String> reasons = rows.stream().flatMap(r -> TextReport.reasons(r).stream()).toList();
    return reasons.isEmpty()
        ? ""
        : "<ul>\n"
            + reasons.stream()
                .map(reason -> "<li>" + Html.escape(reason.strip()) + "</li>\n")
                .collect(Collectors.joining())
            + "</ul>\n";
  }
}
