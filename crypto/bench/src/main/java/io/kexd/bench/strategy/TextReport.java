package io.kexd.bench.strategy;

import io.kexd.bench.strategy.Report.CurveSection;
import io.kexd.bench.strategy.Report.Mail;
import io.kexd.bench.strategy.Report.Row;
import io.kexd.bench.strategy.Report.Section;
import io.kexd.bench.strategy.Report.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** A report as tables for a terminal. */
final class TextReport {
  private final PrintWriter out;

  private TextReport(PrintWriter out) {
    this.out = out;
  }

  static void print(Report report, PrintWriter out) {
    TextReport text = new TextReport(out);
    out.println(report.machine().text());
    text.head("floor");
    text.row(report.copy());
    for (Section field : report.fields()) {
      text.section(field.subject() + "  " + field.kernel(), field.rows());
    }
    for (CurveSection curve : report.curves()) {
      text.section(
          "%s  %s over %s, %s"
              .formatted(curve.subject(), curve.model(), curve.prime(), curve.kernel()),
          curve.rows());
      text.table(curve.table());
    }
    for (Section scheme : report.schemes()) {
      text.section(scheme.subject() + "  whole operations, " + scheme.kernel(), scheme.rows());
    }
  }

  private void section(String title, List<Row> rows) {
    head(title);
    rows.forEach(this::row);
  }

  private void head(String title) {
    out.println();
    out.println(title);
    columns("", "ns", "ops/s", "cycles", "the mails: cycles, ratio");
  }

  private void row(Row row) {
    columns(
        row.measure(),
        number(row.nsPerOp()),
        number(row.opsPerSecond()),
        number(row.cyclesPerOp()),
        String.join("; ", row.mails().stream().map(TextReport::mail).toList()));
  }

  private void columns(String measure, String nanos, String rate, String cycles, String mails) {
    out.println(
        "  %-24s %12s %12s %12s   %s"
            .formatted(measure, nanos, rate, cycles, mails)
            .stripTrailing());
  }

  /** A figure of the mails: system, cycles, ratio. */
  static String mail(Mail mail) {
    return String.format(
        Locale.ROOT, "%s %s, %.2f", mail.system(), number(mail.cycles()), mail.ratio());
  }

  private void table(Table table) {
    out.println(
        String.format(
            Locale.ROOT,
            "  table: %,d points in %d windows of %d bits, %,d bytes in memory, %,d as a resource",
            table.points(),
            table.windows(),
            table.window(),
            table.memoryBytes(),
            table.resourceBytes()));
    OptionalLong operations = table.breakEvenOperations();
    out.println(
        operations.isPresent()
            ? "  its precomputation pays from %d multiplications of one point on"
                .formatted(operations.getAsLong())
            : "  its precomputation never pays");
  }

  /** One decimal below 1,000, none above. */
  static String number(double value) {
    return String.format(Locale.ROOT, value < 1_000 ? "%.1f" : "%,.0f", value);
  }
}
