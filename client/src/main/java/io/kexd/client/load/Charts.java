package io.kexd.client.load;

import io.kexd.client.load.Report.Point;
import io.kexd.client.load.Report.Row;
import io.kexd.client.load.Report.Slot;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The plots of a report as inline SVG. Widths are per cent and letters keep their size, so that it
 * reads on any screen.
 */
final class Charts {
  /** Colours of the page; a mix of more begins again. */
  static final int COLOURS = 6;

  private static final int TOP = 16;
  private static final int BOTTOM = 22;
  private static final List<String> NINES =
      List.of("0", "90", "99", "99.9", "99.99", "99.999", "99.9999");

  private Charts() {}

  /** Percentiles of all rows: what part of the calls took how long at most. */
  static String percentiles(List<Row> rows) {
    LogAxis axis =
        LogAxis.of(rows.stream().flatMap(r -> points(r).stream()).mapToDouble(Point::milliseconds));
    double width =
        rows.stream().flatMap(r -> points(r).stream()).mapToDouble(Point::nines).max().orElse(1);
    width = Math.max(width, 1);
    StringBuilder out = new StringBuilder(axis.grid());
    for (int i = 0; i < rows.size(); i++) {
      List<double[]> line =
          points(rows.get(i)).stream()
              .map(p -> new double[] {p.nines(), axis.y(p.milliseconds())})
              .toList();
      out.append(LogAxis.path("c" + i % COLOURS, width, name(rows.get(i)), line));
    }
    for (int nines = 0; nines < NINES.size() && nines <= width; nines++) {
      out.append(label(nines / width, NINES.get(nines) + " %"));
    }
    return svg("percentiles", "milliseconds by percentile", out);
  }

  private static List<Point> points(Row row) {
    return row.times().curve();
  }

  /** Percentiles of a row over time, and where calls failed. */
  static String timeline(Row row, int index, LogAxis axis, double seconds) {
    StringBuilder out = new StringBuilder(axis.grid());
    double width = Math.max(seconds, 1);
    out.append(failures(row.timeline(), width));
    out.append(line("max", "max", row, axis, width, Slot::max));
    out.append(line("c" + index % COLOURS, "p99", row, axis, width, Slot::p99));
    out.append(line("p50 c" + index % COLOURS, "p50", row, axis, width, Slot::p50));
    out.append(label(0, "0 s")).append(label(1, String.format(Locale.ROOT, "%.0f s", width)));
    return svg("timeline-" + index, name(row) + ", milliseconds by time", out);
  }

  /** One axis for the timelines of all rows, so that they can be compared. */
  static LogAxis timeAxis(List<Row> rows) {
    return LogAxis.of(
        rows.stream()
            .flatMap(row -> row.timeline().stream())
            .flatMapToDouble(slot -> DoubleStream.of(slot.p50(), slot.max())));
  }

  private static String line(
      String style,
      String title,
      Row row,
      LogAxis axis,
      double width,
      ToDoubleFunction<Slot> percentile) {
    List<Slot> slots = row.timeline();
    double step = slots.size() > 1 ? slots.get(1).second() : width;
    List<double[]> points =
        slots.stream()
            .filter(slot -> slot.max() > 0)
            .map(
                slot ->
                    new double[] {slot.second() + step / 2, axis.y(percentile.applyAsDouble(slot))})
            .toList();
    return LogAxis.path(style, width, title, points);
  }

  private static String failures(List<Slot> slots, double width) {
    return IntStream.range(0, slots.size())
        .filter(i -> slots.get(i).failed() > 0)
        .mapToObj(
            i -> {
              Slot slot = slots.get(i);
              double end = i + 1 < slots.size() ? slots.get(i + 1).second() : width;
              double part = (double) slot.failed() / slot.offered();
              return String.format(
                  Locale.ROOT,
                  "<rect class=\"failed\" x=\"%.2f%%\" width=\"%.2f%%\" y=\"%.1f\""
                      + " height=\"%.1f\"><title>%,d of %,d failed</title></rect>%n",
                  100 * slot.second() / width,
                  100 * (end - slot.second()) / width,
                  LogAxis.HEIGHT * (1 - part),
                  LogAxis.HEIGHT * part,
                  slot.failed(),
                  slot.offered());
            })
        .collect(Collectors.joining());
  }

  private static String label(double place, String text) {
    return String.format(
        Locale.ROOT,
        "<text class=\"number\" x=\"%.2f%%\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
        100 * place,
        LogAxis.HEIGHT + TOP,
        place < 0.01 ? "start" : place > 0.95 ? "end" : "middle",
        text);
  }

  private static String svg(String id, String description, CharSequence content) {
    return "<svg id=\"%s\" role=\"img\" aria-label=\"%s\" width=\"100%%\" height=\"%d\">\n"
            .formatted(id, Html.escape(description), TOP + LogAxis.HEIGHT + BOTTOM)
        + "<svg y=\"%d\" width=\"100%%\" height=\"%d\">\n%s</svg></svg>\n"
            .formatted(TOP, LogAxis.HEIGHT + BOTTOM, content);
  }

  /** What a row is called. */
  static String name(Row row) {
    String operation = row.items() == 1 ? row.operation() : row.operation() + " of " + row.items();
    return row.subject() + " " + operation;
  }
}
