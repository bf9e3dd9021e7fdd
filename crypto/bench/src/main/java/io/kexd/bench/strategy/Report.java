package io.kexd.bench.strategy;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.kexd.bench.measure.Meter.Cost;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a run found; the names are those of the JSON. */
record Report(
    Machine machine,
    Row copy,
    List<Section> fields,
    List<CurveSection> curves,
    List<Section> schemes) {

  /**
   * A field by its prime, for example {@code 2^255 - 19}, or a scheme by its id.
   *
   * @param kernel the field kernel that serves it
   */
  record Section(String subject, String kernel, List<Row> rows) {}

  /** A curve by its card. */
  record CurveSection(
      String subject, String model, String prime, String kernel, List<Row> rows, Table table) {

    /** The row of a measure; empty where it makes no sense on the curve. */
    Optional<Row> row(Measure measure) {
      return find(rows, measure);
    }

    double cycles(Measure measure) {
      return find(rows, measure).orElseThrow().cyclesPerOp();
    }
  }

  private static Optional<Row> find(List<Row> rows, Measure measure) {
    return rows.stream().filter(r -> r.measure().equals(measure.id())).findFirst();
  }

  /**
   * What one operation costs.
   *
   * @param measure {@link Measure#id}, or an operation of a scheme
   * @param mails what the mails measured of the same
   */
  record Row(
      String measure,
      @JsonProperty("ns_per_op") double nsPerOp,
      @JsonProperty("ops_per_second") double opsPerSecond,
      @JsonProperty("cycles_per_op") double cyclesPerOp,
      List<Mail> mails) {

    static Row of(String subject, String measure, int perCall, Cost cost) {
      double nanos = cost.nanos() / perCall;
      double cycles = nanos * cost.gigahertz();
      List<Mail> mails =
          Mails.of(subject, measure).stream().map(figure -> Mail.of(figure, cycles)).toList();
      return new Row(measure, digits(nanos), digits(1e9 / nanos), digits(cycles), mails);
    }
  }

  /**
   * A figure of the mails.
   *
   * @param ratio our cycles over theirs: below 1 is faster
   */
  record Mail(String system, double cycles, double ratio) {
    static Mail of(Mails.Figure figure, double ours) {
      return new Mail(figure.system(), digits(figure.cycles()), digits(ours / figure.cycles()));
    }
  }

  /**
   * A curve's fixed-base table.
   *
   * @param window bits of a window
   * @param points in it
   * @param memoryBytes as the engine holds it
   * @param resourceBytes as it lies in the jar
   * @param breakEvenOperations from that many multiplications of one point on, precomputation and
   *     comb cost less than the constant-time window; null in the JSON where that never happens
   */
  record Table(
      int window,
      int windows,
      int points,
      @JsonProperty("memory_bytes") long memoryBytes,
      @JsonProperty("resource_bytes") long resourceBytes,
      @JsonProperty("break_even_operations") OptionalLong breakEvenOperations) {

    static Table of(Curve curve, CombTable table, List<Row> rows) {
      int points = Precomputation.points(curve.comb());
      return new Table(
          table.window,
          table.windows,
          points,
          table.bytes(),
          2L * points * curve.field().bytes,
          breakEven(
              find(rows, Measure.PRECOMPUTATION).orElseThrow().cyclesPerOp(),
              find(rows, Measure.COMB_AFFINE).orElseThrow().cyclesPerOp(),
              find(rows, Measure.WINDOW_AFFINE).orElseThrow().cyclesPerOp()));
    }

    /**
     * The smallest n with precomputation + n fixed below n variable, all in one unit; empty where
     * there is none.
     */
    static OptionalLong breakEven(double precomputation, double fixed, double variable) {
      if (fixed >= variable) {
        return OptionalLong.empty();
      }
      return OptionalLong.of((long) Math.floor(precomputation / (variable - fixed)) + 1);
    }
  }

  /** Four significant digits, and no fewer than those before the point. */
  static double digits(double value) {
    double unit = value == 0 ? 1 : Math.pow(10, Math.floor(Math.log10(Math.abs(value))) - 3);
    return unit >= 1 ? Math.rint(value) : Math.rint(value / unit) / Math.rint(1 / unit);
  }
}
