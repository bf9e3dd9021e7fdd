package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.card.Formula;

/** Primes that the tests generate kernels for. */
final class Plans {
  private Plans() {}

  static final Plan F25519 = plan("2^255 - 19", 5, 51);
  static final Plan L25519 = plan("2^252 + 0x14def9dea2f79cd65812631a5cf5d3ed", 5, 53);

  /** The largest prime, nine limbs. */
  static final Plan F521 = plan("2^521 - 1", 9, 58);

  /** p = -1 modulo 2^R: the Montgomery factor is 1. */
  static final Plan F252 = plan("2^252 - 2^232 - 1", 5, 52);

  /** No sparse shape for the generator: Montgomery. */
  static final Plan P256 = plan("2^256 - 2^224 + 2^192 + 2^96 - 1", 5, 53);

  /** The order of curve448. */
  static final Plan L448 =
      plan("2^446 - 0x8335dc163bb124b65129c96fde933d8d723a70aadc873d6d54a7bb0d", 8, 57);

  static Plan plan(String prime, int limbs, int radix) {
    return Plan.of(Formula.integer(prime), limbs, radix);
  }
}
