package io.kexd.client.cli;

import io.kexd.v1.Curve;
import io.kexd.v1.Operation;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Curves as two tables for people, in 80 columns: what agrees, and what signs. */
final class CurveTable {
  private static final String AGREEMENT = "%-15s %-12s %-7s %5s %6s  %-5s  %s%n";
  private static final String SIGNATURE = "%-18s %-12s %-7s %4s %9s  %s%n";

  private final PrintWriter out;

  private CurveTable(PrintWriter out) {
    this.out = out;
  }

  /** Standards first, then drafts, then experiments. */
  static void print(List<Curve> curves, PrintWriter out) {
    List<Curve> sorted = curves.stream().sorted(Comparator.comparing(Curve::getStatus)).toList();
    CurveTable table = new CurveTable(out);
    table.printAgreements(sorted.stream().filter(CurveTable::agrees).toList());
    out.println();
    table.printSignatures(sorted.stream().filter(curve -> !agrees(curve)).toList());
    out.flush();
  }

  private static boolean agrees(Curve curve) {
    return curve.getOperationsList().contains(Operation.OPERATION_AGREE);
  }

  private void printAgreements(List<Curve> curves) {
    out.println("Key agreement (generate, agree, exchange), sizes in bytes:");
    out.printf(AGREEMENT, "CURVE", "STATUS", "ENABLED", "KEY", "SECRET", "DHKEM", "FORMATS");
    for (Curve curve : curves) {
      out.printf(
          AGREEMENT,
          curve.getId(),
          status(curve),
          enabled(curve),
          curve.getPublicKeySize(),
          curve.getSecretSize(),
          curve.getDhkem() ? "yes" : "-",
          formats(curve));
    }
  }

  private void printSignatures(List<Curve> curves) {
    out.println("Signatures (keys, sign, verify), with the ids of --algorithm:");
    out.printf(SIGNATURE, "CURVE", "STATUS", "ENABLED", "KEY", "SIGNATURE", "FORMATS");
    for (Curve curve : curves) {
      out.printf(
          SIGNATURE,
          curve.getId(),
          status(curve),
          enabled(curve),
          curve.getPublicKeySize(),
          curve.getSignatureSize(),
          formats(curve));
      out.println("  " + String.join(" ", curve.getAlgorithmsList()));
    }
  }

  private static String status(Curve curve) {
    return name(curve.getStatus(), "STATUS_");
  }

  private static String enabled(Curve curve) {
    return curve.getEnabled() ? "yes" : "no";
  }

  /** As {@code --format} takes them. */
  private static String formats(Curve curve) {
    return curve.getEncodingsList().stream()
        .map(encoding -> name(encoding, "KEY_ENCODING_"))
        .collect(Collectors.joining(" "));
  }

  private static String name(Enum<?> constant, String prefix) {
    return constant.name().replace(prefix, "").toLowerCase(Locale.ROOT);
  }
}
