package io.kexd.bench.strategy;

import static java.util.Map.entry;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the mails of 2014 and 2015 to the CFRG list measured, on Haswell and Ivy Bridge, in cycles.
 * Where they give operations a second, cycles are at the {@value #GIGAHERTZ} GHz that the first of
 * them names. This is all there is of them: their machines are not to be had.
 */
final class Mails {
  /** What one of them measured of a system. */
  record Figure(String system, double cycles) {}

  private static final double GIGAHERTZ = 3.3;

  private static final String DONNA = "curve25519-donna c64";
  private static final String ED_DONNA = "ed25519-donna";
  private static final String ED_DONNA_TABLE = "ed25519-donna, a table of 1,280 bytes";
  private static final String SODIUM = "libsodium";
  private static final String OPENSSL_LOW = "OpenSSL, slowest run";
  private static final String OPENSSL_HIGH = "OpenSSL, fastest run";
  private static final String JAC = "MSR ECCLib Jac256";
  private static final String TED = "MSR ECCLib Ted256";
  private static final String STATION = "Ed252-MontgomeryStation";
  private static final String GOLDILOCKS = "Ed448-Goldilocks";
  private static final String RIDINGHOOD = "Ed480-Ridinghood";
  private static final String E521 = "E-521";
  private static final String FIELDS = "field code";

  /** By curve, field or scheme, and by measure or operation. */
  private static final Map<String, List<Figure>> FIGURES =
      Map.ofEntries(
          entry("curve25519 ladder-bytes", List.of(rate(DONNA, 14_105), rate(SODIUM, 14_073))),
          entry("curve25519 window", cycles(ED_DONNA_TABLE, 202_080)),
          entry("x25519 agree", List.of(rate(DONNA, 14_105), rate(SODIUM, 14_073))),
          entry("x25519 keygen", cycles(ED_DONNA, 60_219)),
          entry("ed25519 keygen", cycles(ED_DONNA, 61_965)),
          entry("ed25519 sign", cycles(ED_DONNA, 65_268)),
          entry("ed25519 verify", cycles(ED_DONNA, 223_425)),
          entry("ed25519 verify-batch64", cycles(ED_DONNA, 110_063)),
          entry("p256 window-affine", List.of(rate(OPENSSL_LOW, 3_042), rate(OPENSSL_HIGH, 3_407))),
          entry("p256 agree", List.of(rate(OPENSSL_LOW, 3_042), rate(OPENSSL_HIGH, 3_407))),
          entry("numsp256d1 window-affine", List.of(rate(JAC, 12_602))),
          entry("numsp256d1 comb-affine", List.of(rate(JAC, 31_787))),
          entry("numsp256d1 precomputation", List.of(rate(JAC, 1_149))),
          entry("numsp256d1 all-three", List.of(rate(JAC, 1_067))),
          entry("numsp256t1 window-affine", List.of(rate(TED, 15_649))),
          entry("numsp256t1 comb-affine", List.of(rate(TED, 41_296))),
          entry("numsp256t1 precomputation", List.of(rate(TED, 1_244))),
          entry("numsp256t1 all-three", List.of(rate(TED, 1_120))),
          entry("ed252 ladder-bytes", cycles(STATION, 133_000)),
          entry("ed252 window", cycles(STATION, 126_000)),
          entry("ed252 wnaf-vartime", cycles(STATION, 112_000)),
          entry("ed252 decompression", cycles(STATION, 13_400)),
          entry("ed252 compression", cycles(STATION, 13_000)),
          entry("curve448 ladder-bytes", cycles(GOLDILOCKS, 529_000)),
          entry("curve448 window", cycles(GOLDILOCKS, 540_000)),
          entry("curve448 window-vartime", cycles(GOLDILOCKS, 503_000)),
          entry("curve448 wnaf-vartime", cycles(GOLDILOCKS, 490_000)),
          entry("curve448 decompression", cycles(GOLDILOCKS, 49_000)),
          entry("curve448 compression", cycles(GOLDILOCKS, 48_000)),
          entry("x448 keygen", cycles(GOLDILOCKS, 178_000)),
          entry("ed480 ladder-bytes", cycles(RIDINGHOOD, 617_000)),
          entry("ed480 keygen", cycles(RIDINGHOOD, 193_000)),
          entry("ed480 agree", cycles(RIDINGHOOD, 617_000)),
          entry("e521 ladder-bytes", cycles(E521, 803_000)),
          entry("e521 keygen", cycles(E521, 270_000)),
          entry("e521 agree", cycles(E521, 803_000)),
          entry("eddsa-e521 sign", cycles(E521, 283_000)),
          entry("eddsa-e521 verify", cycles(E521, 907_000)),
          entry("2^256 - 189 mul", cycles(FIELDS, 59.2)),
          entry("2^256 - 189 sqr", cycles(FIELDS, 47.8)),
          entry("2^384 - 317 mul", cycles(FIELDS, 117.5)),
          entry("2^384 - 317 sqr", cycles(FIELDS, 89.8)),
          entry("2^512 - 569 mul", cycles(FIELDS, 199.9)),
          entry("2^512 - 569 sqr", cycles(FIELDS, 140.6)),
          entry("2^389 - 21 mul", cycles(FIELDS, 112.5)),
          entry("2^389 - 21 sqr", cycles(FIELDS, 75.5)),
          entry("2^448 - 2^224 - 1 mul", cycles(FIELDS, 118.0)),
          entry("2^448 - 2^224 - 1 sqr", cycles(FIELDS, 88.9)),
          entry("2^480 - 2^240 - 1 mul", cycles(FIELDS, 118.2)),
          entry("2^480 - 2^240 - 1 sqr", cycles(FIELDS, 89.1)),
          entry("2^521 - 1 mul", cycles(FIELDS, 145.5)),
          entry("2^521 - 1 sqr", cycles(FIELDS, 110.7)));

  private Mails() {}

  private static List<Figure> cycles(String system, double cycles) {
    return List.of(new Figure(system, cycles));
  }

  private static Figure rate(String system, double perSecond) {
    return new Figure(system, GIGAHERTZ * 1e9 / perSecond);
  }

  /** The figures for a measure of a curve or field, or for an operation of a scheme. */
  static List<Figure> of(String subject, String measure) {
    return FIGURES.getOrDefault(subject + " " + measure, List.of());
  }

  /** Everything that has figures: subject, space, measure. */
  static Set<String> keys() {
    return FIGURES.keySet();
  }
}
