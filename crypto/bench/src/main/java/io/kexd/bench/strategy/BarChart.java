package io.kexd.bench.strategy;

import io.kexd.bench.strategy.Report.Mail;
import io.kexd.bench.strategy.Report.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Horizontal bars in groups, as inline SVG: one bar for each row, a diamond for each figure of the
 * mails. Widths are per cent and letters keep their size, so that it reads on any screen.
 */
final class BarChart {
  private static final int LABEL = 18;
  private static final int BAR = 13;
  private static final int STEP = 17;
  private static final int GAP = 9;

  /** Where the longest bar ends, in per cent: the rest is for its number. */
  private static final double LONGEST = 78;

  /** A bar: a row, what it says when pointed at, and the CSS class of its colour. */
  private record Bar(Row row, String title, String style) {}

  private record Group(String label, List<Bar> bars) {}

  private final List<Group> groups = new ArrayList<>();

  /** Starts a group. */
  void group(String label) {
    groups.add(new Group(label, new ArrayList<>()));
  }

  /** Adds a bar to the last group. */
  void bar(Row row, String title, String style) {
    groups.get(groups.size() - 1).bars.add(new Bar(row, title, style));
  }

  /** The chart, with an id and a text for those who do not see it. */
  String svg(String id, String description) {
    double longest = longest();
    StringBuilder out = new StringBuilder();
    int y = 0;
    for (Group group : groups) {
      out.append("<text y=\"%d\">%s</text>\n".formatted(y + BAR, Html.raised(group.label)));
      y += LABEL;
      for (Bar bar : group.bars) {
        append(out, bar, y, LONGEST / longest);
        y += STEP;
      }
      y += GAP;
    }
    return "<svg id=\"%s\" role=\"img\" aria-label=\"%s\" width=\"100%%\" height=\"%d\">\n%s</svg>\n"
        .formatted(Html.escape(id), Html.escape(description), y, out);
  }

  private double longest() {
    return groups.stream()
        .flatMap(g -> g.bars.stream())
        .mapToDouble(b -> reach(b.row))
        .max()
        .orElse(1);
  }

  /** The larger of the value and of the mails' figures. */
  private static double reach(Row row) {
    double reach = row.cyclesPerOp();
    for (Mail mail : row.mails()) {
      reach = Math.max(reach, mail.cycles());
    }
    return reach;
  }

  private static void append(StringBuilder out, Bar bar, int y, double perCycle) {
    Row row = bar.row;
    StringBuilder title =
        new StringBuilder(bar.title + ": " + TextReport.number(row.cyclesPerOp()));
    StringBuilder marks = new StringBuilder();
    for (Mail mail : row.mails()) {
      title.append("; %s %s".formatted(mail.system(), TextReport.number(mail.cycles())));
      marks.append(diamond(mail.cycles() * perCycle, y + BAR / 2.0));
    }
    out.append(
        String.format(
            Locale.ROOT,
            "<g><title>%s cycles</title><rect class=\"%s\" y=\"%d\" width=\"%.2f%%\" height=\"%d\""
                + " rx=\"2\"/>%s<text class=\"number\" x=\"%.2f%%\" dx=\"9\""
                + " y=\"%d\">%s</text></g>\n",
            Html.escape(title.toString()),
            bar.style,
            y,
            row.cyclesPerOp() * perCycle,
            BAR,
            marks,
            reach(row) * perCycle,
            y + BAR - 2,
            Html.compact(row.cyclesPerOp())));
  }

  private static String diamond(double x, double y) {
    return String.format(
        Locale.ROOT,
        "<svg class=\"mail\" x=\"%.2f%%\" y=\"%.1f\"><path d=\"M0-6.5L5 0 0 6.5-5 0Z\"/></svg>",
        x,
        y);
  }
}
