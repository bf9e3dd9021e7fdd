package io.kexd.client.load;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Milliseconds on a logarithmic axis of whole decades, upwards.
 *
 * @param low power of ten at the bottom
 * @param high power of ten at the top
 */
record LogAxis(int low, int high) {
  /** Units of the drawing from bottom to top. */
  static final int HEIGHT = 220;

  /** One that holds these times. */
  static LogAxis of(DoubleStream times) {
    double[] all = times.filter(time -> time > 0).toArray();
    double least = DoubleStream.of(all).min().orElse(0.1);
    double most = DoubleStream.of(all).max().orElse(1);
    int low = (int) Math.floor(Math.log10(least));
    return new LogAxis(low, Math.max(low + 1, (int) Math.ceil(Math.log10(most))));
  }

  /** From the top. A time of 0 is at the bottom. */
  double y(double time) {
    double share = (Math.log10(Math.max(time, 1e-9)) - low) / (high - low);
    return HEIGHT * (1 - Math.max(0, share));
  }

  /** A line and a number for each decade. */
  String grid() {
    return IntStream.rangeClosed(low, high)
        .mapToObj(decade -> line(Math.pow(10, decade)))
        .collect(Collectors.joining());
  }

  private String line(double time) {
    return String.format(
        Locale.ROOT,
        "<line class=\"axis\" x1=\"0\" x2=\"100%%\" y1=\"%1$.1f\" y2=\"%1$.1f\"/>"
            + "<text class=\"number\" y=\"%2$.1f\">%3$s ms</text>%n",
        y(time),
        y(time) - 3,
        time < 1 ? Double.toString(time) : String.format(Locale.ROOT, "%,.0f", time));
  }

  /**
   * A line through points, as wide as the page.
   *
   * @param width the x of the right end
   */
  static String path(String style, double width, String title, List<double[]> points) {
    return String.format(
        Locale.ROOT,
        "<svg width=\"100%%\" height=\"%1$d\" viewBox=\"0 0 1000 %1$d\""
            + " preserveAspectRatio=\"none\"><polyline class=\"%2$s\" points=\"%3$s\">"
            + "<title>%4$s</title></polyline></svg>%n",
        HEIGHT,
        style,
        points.stream()
            .map(p -> String.format(Locale.ROOT, "%.1f,%.1f", 1_000 * p[0] / width, p[1]))
            .collect(Collectors.joining(" ")),
        Html.escape(title));
  }
}
