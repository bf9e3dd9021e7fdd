package io.kexd.bench.strategy;

import java.util.Locale;

/**
 * What is measured on a curve or in a field, with what goes in and what comes out. "Bytes" are
 * compressed points, or u; a point that goes in is one of prime order with Z = 1. Nothing is wiped.
 */
enum Measure {
  LADDER("Montgomery ladder", "u to affine u, its inversion included"),
  LADDER_BYTES("Montgomery ladder", "bytes to bytes"),
  WINDOW("constant-time window", "point to projective point"),
  WINDOW_AFFINE("constant-time window", "point to affine point"),
  WINDOW_BYTES("constant-time window", "bytes to bytes"),
  WINDOW_VARTIME("cache-vulnerable window", "point to projective point"),
  WINDOW_VARTIME_BYTES("cache-vulnerable window", "bytes to bytes"),
  WNAF_VARTIME("wNAF", "point to projective point"),
  WNAF_VARTIME_BYTES("wNAF", "bytes to bytes"),
  DOUBLE_SCALAR_VARTIME("double-scalar, [s]B + [k]P", "point to projective point"),
  DECOMPRESSION("decompression", "bytes to point"),
  COMPRESSION("compression", "projective point to bytes"),
  COMB("comb, fixed base", "scalar to projective point"),
  COMB_AFFINE("comb, fixed base", "scalar to affine point"),
  COMB_BYTES("comb, fixed base", "scalar to bytes"),
  PRECOMPUTATION("precomputation", "the comb's whole table from the base point"),
  ALL_THREE("all three", "precomputation, comb to affine, window to affine"),

  MUL("multiplication", "each on the result of the last"),
  MUL_THROUGHPUT("multiplication", "four independent chains"),
  SQR("squaring", "each on the result of the last"),
  SQR_THROUGHPUT("squaring", "four independent chains"),
  MUL_SMALL("times a small constant", "each on the result of the last"),
  ADD("addition", "not carried, independent"),
  CARRY("carry", "independent"),
  INVERSION("inversion", "a power"),
  SQUARE_ROOT("square root of a ratio", "a power"),

  COPY("copy", "32 bytes from array to array");

  /** What it is called in tables and plots. */
  final String label;

  /** What goes in and comes out. */
  final String ends;

  Measure(String label, String ends) {
    this.label = label;
    this.ends = ends;
  }

  /** Its name in the JSON. */
  String id() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
