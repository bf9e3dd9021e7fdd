package io.kexd.client.cli;

import io.kexd.v1.Curve;
import io.kexd.v1.Operation;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Curves as a table for people. */
final class CurveTable {
  private static final String ROW = "%-10s %-13s %-8s %-16s %5s %7s %10s  %-14s %s%n";

  private CurveTable() {}

  static void print(List<Curve> curves, PrintWriter out) {
    out.printf(
        ROW,
        "CURVE",
        "STATUS",
        "ENABLED",
        "OPERATIONS",
        "KEY",
        "SECRET",
        "SIGNATURE",
        "KERNEL",
        "ALGORITHMS");
    curves.forEach(curve -> printRow(curve, out));
    out.flush();
  }

  private static void printRow(Curve curve, PrintWriter out) {
    out.printf(
        ROW,
        curve.getId(),
        name(curve.getStatus(), "STATUS_"),
        curve.getEnabled() ? "yes" : "no",
        curve.getOperationsList().stream()
            .map((Operation operation) -> name(operation, "OPERATION_"))
            .collect(Collectors.joining(" ")),
        size(curve.getPublicKeySize()),
        size(curve.getSecretSize()),
        size(curve.getSignatureSize()),
        curve.getKernel().getName() + " x" + curve.getKernel().getLanes(),
        algorithms(curve));
  }

  /** What {@code --algorithm} takes, or the derivations of an agreement. */
  private static String algorithms(Curve curve) {
    if (curve.getSecretSize() == 0) {
      return String.join(" ", curve.getAlgorithmsList());
    }
    return curve.getDhkem() ? "hkdf dhkem raw" : "hkdf raw";
  }

  private static String name(Enum<?> constant, String prefix) {
    return constant.name().replace(prefix, "").toLowerCase(Locale.ROOT);
  }

  private static String size(int bytes) {
    return bytes == 0 ? "-" : Integer.toString(bytes);
  }
}
