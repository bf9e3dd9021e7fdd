package io.kexd.bench.strategy;

import io.kexd.bench.strategy.Report.CurveSection;
import io.kexd.bench.strategy.Report.Row;
import io.kexd.bench.strategy.Report.Section;
import io.kexd.bench.strategy.Report.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.OptionalLong;

/** A report as one page with plots: it needs no network and no script. */
final class HtmlReport {
  private static final String TEMPLATE = "report.html";

  private static final String MAILS = key("mail", "the mails");

  private final StringBuilder out = new StringBuilder();

  private HtmlReport() {}

  static String of(Report report) {
    HtmlReport page = new HtmlReport();
    page.strategies(report.curves());
    page.fixedBase(report.curves());
    page.fields(report.fields());
    page.schemes(report.schemes());
    page.numbers(report);
    return template()
        .replace("{{machine}}", Html.escape(report.machine().text()))
        .replace("{{seconds}}", Double.toString(report.machine().seconds()))
        .replace("{{copy}}", TextReport.number(report.copy().nsPerOp()))
        .replace("{{copyCycles}}", TextReport.number(report.copy().cyclesPerOp()))
        .replace("{{body}}", page.out);
  }

  private static String template() {
    try (InputStream in = HtmlReport.class.getResourceAsStream(TEMPLATE)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void section(String title, String text, String... keys) {
    out.append("<h2>%s</h2>\n<p>%s</p>\n".formatted(title, text));
    if (keys.length > 0) {
      out.append("<p class=\"keys\">").append(String.join("\n", keys)).append("</p>\n");
    }
  }

  private static String key(String style, String text) {
    return "<span><i class=\"%s\"></i>%s</span>".formatted(style, text);
  }

  private void strategies(List<CurveSection> curves) {
    section(
        "Ladder, window, wNAF",
        "One multiplication of a point that nobody knew before. Double-scalar is what a"
            + " verification pays: [s]B + [k]P.",
        key("point", "from point to projective point (the ladder: from u to u)"),
        key("bytes", "from bytes to bytes: with decompression and compression"),
        MAILS);
    out.append("<div class=\"grid\">\n");
    for (CurveSection curve : curves) {
      BarChart chart = new BarChart();
      add(chart, curve, Measure.LADDER, Measure.LADDER_BYTES);
      add(chart, curve, Measure.WINDOW, Measure.WINDOW_BYTES);
      add(chart, curve, Measure.WINDOW_VARTIME, Measure.WINDOW_VARTIME_BYTES);
      add(chart, curve, Measure.WNAF_VARTIME, Measure.WNAF_VARTIME_BYTES);
      add(chart, curve, Measure.DOUBLE_SCALAR_VARTIME);
      String description = "cycles of each strategy on " + curve.subject();
      card(curve, chart.svg(curve.subject() + "-strategies", description));
    }
    out.append("</div>\n");
  }

  /** A group with a bar for each measure that the curve has; the second is that of bytes. */
  private static void add(BarChart chart, CurveSection curve, Measure... measures) {
    if (curve.row(measures[0]).isEmpty()) {
      return;
    }
    chart.group(measures[0].label);
    for (Measure measure : measures) {
      Row row = curve.row(measure).orElseThrow();
      chart.bar(
          row, measure.label + ", " + measure.ends, measure == measures[0] ? "point" : "bytes");
    }
  }

  private void card(CurveSection curve, String content) {
    out.append(
        "<section><h3>%s <small>%s, %s</small></h3>\n%s</section>\n"
            .formatted(
                Html.escape(curve.subject()), curve.model(), Html.raised(curve.prime()), content));
  }

  private void fixedBase(List<CurveSection> curves) {
    section(
        "Fixed base against variable base",
        "The cost of n multiplications of one point, with affine results. Where the lines cross,"
            + " the table has paid for itself.",
        key("variable", "constant-time window"),
        key("fixed", "computing the comb's table first, then the comb"));
    out.append("<div class=\"grid\">\n");
    for (CurveSection curve : curves) {
      OptionalLong operations = curve.table().breakEvenOperations();
      String chart =
          operations.isPresent() ? BreakEvenChart.svg(curve, operations.getAsLong()) : "";
      card(curve, chart + "<p>" + words(curve, operations) + "</p>\n");
    }
    out.append("</div>\n");
  }

  private static String words(CurveSection curve, OptionalLong operations) {
    Table table = curve.table();
    return String.format(
        Locale.ROOT,
        "%,d points: %,d bytes in memory, %,d as a resource. Precomputation %s cycles, window %s,"
            + " comb %s, all three %s. The table %s.",
        table.points(),
        table.memoryBytes(),
        table.resourceBytes(),
        cycles(curve, Measure.PRECOMPUTATION),
        cycles(curve, Measure.WINDOW_AFFINE),
        cycles(curve, Measure.COMB_AFFINE),
        cycles(curve, Measure.ALL_THREE),
        operations.isPresent()
            ? "pays from " + operations.getAsLong() + " multiplications on"
            : "never pays");
  }

  /** With the mails' figures in brackets. */
  private static String cycles(CurveSection curve, Measure measure) {
    List<String> mails =
        curve.row(measure).orElseThrow().mails().stream()
            .map(m -> Html.escape(m.system()) + " " + Html.compact(m.cycles()))
            .toList();
    String ours = Html.compact(curve.cycles(measure));
    return mails.isEmpty() ? ours : ours + " (" + String.join(", ", mails) + ")";
  }

  private void fields(List<Section> fields) {
    section(
        "Fields",
        "Each operation on the result of the last.",
        key("point", "multiplication"),
        key("bytes", "squaring"),
        MAILS);
    BarChart chart = new BarChart();
    for (Section field : fields) {
      chart.group(field.subject());
      for (Row row : field.rows()) {
        if (row.measure().equals(Measure.MUL.id())) {
          chart.bar(row, "multiplication", "point");
        } else if (row.measure().equals(Measure.SQR.id())) {
          chart.bar(row, "squaring", "bytes");
        }
      }
    }
    out.append("<section>").append(chart.svg("fields", "cycles of multiplication and squaring"));
    out.append("</section>\n");
  }

  private void schemes(List<Section> schemes) {
    section(
        "Whole operations",
        "Through the engine's interface, with hashes and checks, where the mails have a figure.",
        MAILS);
    BarChart chart = new BarChart();
    for (Section scheme : schemes) {
      for (Row row : scheme.rows()) {
        chart.group(scheme.subject() + " " + row.measure());
        chart.bar(row, scheme.subject() + " " + row.measure(), "point");
      }
    }
    out.append("<section>").append(chart.svg("schemes", "cycles of whole operations"));
    out.append("</section>\n");
  }

  private void numbers(Report report) {
    section("All numbers", "A ratio is our cycles over theirs: below 1 is faster.");
    for (CurveSection curve : report.curves()) {
      numbers(curve.subject(), curve.kernel(), curve.rows());
    }
    for (Section field : report.fields()) {
      numbers(field.subject(), field.kernel(), field.rows());
    }
    for (Section scheme : report.schemes()) {
      numbers(scheme.subject(), scheme.kernel(), scheme.rows());
    }
  }

  private void numbers(String subject, String kernel, List<Row> rows) {
    out.append(
        "<details><summary>%s <small>%s</small></summary>\n<div class=\"scroll\"><table>\n"
            .formatted(Html.raised(subject), kernel));
    out.append("<tr><th>measure<th>ns<th>ops/s<th>cycles<th>the mails: cycles, ratio</tr>\n");
    for (Row row : rows) {
      List<String> mails = row.mails().stream().map(m -> Html.escape(TextReport.mail(m))).toList();
      out.append(
          "<tr><td>%s<td>%s<td>%s<td>%s<td>%s</tr>\n"
              .formatted(
                  row.measure(),
                  TextReport.number(row.nsPerOp()),
                  TextReport.number(row.opsPerSecond()),
                  TextReport.number(row.cyclesPerOp()),
                  String.join("<br>", mails)));
    }
    out.append("</table></div></details>\n");
  }
}
