package io.kexd.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.kexd.bench.measure.Meter.Cost;
import io.kexd.bench.measure.Operation;
import java.util.Locale;

/**
 * One line of the result; the names are those of the JSON.
 *
 * @param batch operations in one call
 * @param lanes operations that the kernel computes at once
 */
record Row(
    String curve,
    String operation,
    int batch,
    int lanes,
    String kernel,
    @JsonProperty("ns_per_op") double nsPerOp,
    @JsonProperty("ops_per_second") double opsPerSecond,
    @JsonProperty("cycles_per_op") double cyclesPerOp,
    @JsonProperty("allocated_bytes_per_op") double allocatedBytesPerOp) {
  static final String HEADER =
      String.format(
          Locale.ROOT,
          "%-18s %-14s %5s %5s %-12s %12s %12s %12s %10s",
          "curve",
          "operation",
          "batch",
          "lanes",
          "kernel",
          "ns/op",
          "ops/s",
          "cycles/op",
          "bytes/op");

  static Row of(Operation operation, Cost cost) {
    int lanes = operation.lanes();
    return new Row(
        operation.scheme().id(),
        operation.name(),
        operation.perCall(),
        lanes,
        operation.scheme().kernel(lanes),
        tenths(cost.nanos()),
        tenths(1e9 / cost.nanos()),
        tenths(cost.nanos() * cost.gigahertz()),
        tenths(cost.allocatedBytes()));
  }

  private static double tenths(double value) {
    return Math.round(value * 10) / 10.0;
  }

  String line() {
    return String.format(
        Locale.ROOT,
        "%-18s %-14s %5d %5d %-12s %12.0f %12.0f %12.0f %10.0f",
        curve,
        operation,
        batch,
        lanes,
        kernel,
        nsPerOp,
        opsPerSecond,
        cyclesPerOp,
        allocatedBytesPerOp);
  }
}
