package io.kexd.bench.strategy;

import io.kexd.bench.strategy.Report.CurveSection;
import java.util.Locale;

/**
 * Cycles of n multiplications of one point, as inline SVG: by the window, and by precomputation and
 * comb. Where the lines cross, the table begins to pay.
 */
final class BreakEvenChart {
  private static final int HEIGHT = 120;
  private static final int TOP = 14;

  private final double precomputation;
  private final double fixed;
  private final double variable;
  private final long last;
  private final double highest;

  /**
   * @param operations where the table begins to pay
   */
  private BreakEvenChart(CurveSection curve, long operations) {
    this.precomputation = curve.cycles(Measure.PRECOMPUTATION);
    this.fixed = curve.cycles(Measure.COMB_AFFINE);
    this.variable = curve.cycles(Measure.WINDOW_AFFINE);
    this.last = 2 * operations;
    this.highest = Math.max(last * variable, precomputation + last * fixed);
  }

  /** Up to twice the number of operations from which on the table pays. */
  static String svg(CurveSection curve, long operations) {
    BreakEvenChart chart = new BreakEvenChart(curve, operations);
    double crossing = chart.precomputation / (chart.variable - chart.fixed);
    return String.format(
        Locale.ROOT,
        """
        <svg id="%s-fixed-base" role="img" aria-label="%s" width="100%%" height="%d">
        <line class="axis" x1="0" x2="100%%" y1="%d" y2="%d"/>
        %s%s<circle class="crossing" cx="%.2f%%" cy="%.1f" r="4.5"/>
        <text class="number" x="%.2f%%" y="%d" text-anchor="middle">%d</text>
        <text class="number" y="%d">0</text>
        <text class="number" x="100%%" y="%d" text-anchor="end">%d multiplications</text>
        <text class="number" y="%d">%s cycles</text>
        </svg>
        """,
        Html.escape(curve.subject()),
        "cost of n multiplications by window and by comb, which cross at " + operations,
        TOP + HEIGHT + 20,
        TOP + HEIGHT,
        TOP + HEIGHT,
        chart.line("variable", 0, chart.variable),
        chart.line("fixed", chart.precomputation, chart.fixed),
        100 * crossing / chart.last,
        chart.y(crossing * chart.variable),
        100 * crossing / chart.last,
        TOP + HEIGHT + 15,
        operations,
        TOP + HEIGHT + 15,
        TOP + HEIGHT + 15,
        chart.last,
        TOP - 3,
        Html.compact(chart.highest));
  }

  private String line(String style, double start, double slope) {
    return String.format(
        Locale.ROOT,
        "<line class=\"%s\" x1=\"0\" x2=\"100%%\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
        style,
        y(start),
        y(start + last * slope));
  }

  private double y(double cycles) {
    return TOP + HEIGHT * (1 - cycles / highest);
  }
}
