package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.card.Formula;
import java.util.List;

/** The plans of every prime and every group order that the cards use. */
final class Plans {
  private Plans() {}

  static final Plan F25519 = plan("2^255 - 19", 5, 51);
  static final Plan L25519 = plan("2^252 + 0x14def9dea2f79cd65812631a5cf5d3ed", 5, 53);

  /** The largest prime, nine limbs. */
  static final Plan F521 = plan("2^521 - 1", 9, 58);

  /** p = -1 modulo 2^R: the Montgomery factor is 1. */
  static final Plan F252 = plan("2^252 - 2^232 - 1", 5, 54);

  /** f does not fit beside a limb: folded columns. */
  static final Plan F256M189 = plan("2^256 - 189", 5, 52);

  /** The golden-ratio shape: Karatsuba. */
  static final Plan F448 = plan("2^448 - 2^224 - 1", 8, 56);

  /** No card's: F has two digits, and folding would need a third limb. */
  static final Plan F112 = plan("4646189085827079079953299765900371", 2, 56);

  static final List<Plan> PRIMES =
      List.of(
          F25519,
          F448,
          plan("2^256 - 2^224 + 2^192 + 2^96 - 1", 5, 54),
          plan("2^384 - 2^128 - 2^96 + 2^32 - 1", 7, 55),
          F521,
          F256M189,
          plan("2^384 - 317", 7, 55),
          plan("2^512 - 569", 9, 57),
          F252,
          plan("2^480 - 2^240 - 1", 10, 48),
          plan("2^414 - 17", 8, 52),
          plan("2^222 - 117", 4, 56),
          plan("2^382 - 105", 7, 55),
          plan("2^383 - 187", 7, 55),
          plan("2^389 - 21", 7, 56));

  static final List<Plan> ORDERS =
      List.of(
          L25519,
          plan("2^446 - 0x8335dc163bb124b65129c96fde933d8d723a70aadc873d6d54a7bb0d", 8, 56),
          plan("2^256 - 0xffffffff00000000000000004319055258e8617b0c46353d039cdaaf", 5, 54),
          plan("2^384 - 0x389cb27e0bc8d220a7e5f24db74f58851313e695333ad68d", 7, 55),
          plan(
              "2^521 - 0x" + "5ae79787c40d069948033feb708f65a2fc44a36477663b851449048e16ec79bf7",
              9,
              58),
          plan("2^256 - 0x1bc37d8a15d9a39fdf54dfd6b8ae57db", 5, 52),
          plan("2^384 - 0x29e150e114a2977e412562c2b3c81d859fb27e0984f19e47", 7, 55),
          plan(
              "2^512 - 0x" + "a4c35b046b187ce4b03da712682f4239c4a974c99f832dbc31eac0c6fbccaaa3",
              9,
              57),
          plan("2^254 - 0x41955aa52f59439b1a47b190eedd4b53", 5, 51),
          plan("2^382 - 0x13282ee12a5da65da5ec5fba71c60b1bae2928e08fbd91db", 7, 55),
          plan(
              "2^510 - 0x" + "581af7f61025444659db87b0bb6aba0f2315a00f347ff076b1872e34f4a0fe77",
              9,
              57),
          plan("2^254 + 0x41955aa52f59439b1a47b190eedd4af5", 5, 51),
          plan("2^382 - 0x1db8e5e34b941e309e1baaa554ca3786df46233b195c7683", 7, 55),
          plan(
              "2^510 - 0x" + "4b0f9c92d0306e4561c027368f49790ad5b9fa879210130098b9730ae4112b93",
              9,
              57),
          plan("2^250 - 0x40000000000000000000000000023aad0db8ec02ffb0dde94b57091e71", 5, 54),
          plan(
              "2^478 - 0x" + "9b8ebf31abe002ad895bdeaaab8f9bcb52361183c59872e70941cf8da597", 9, 54),
          plan(
              "2^519 - 0x" + "2ea4939b8b9037a08c94750a1813ac0fb04273ba96570e0babf15dbca0ae7f295",
              9,
              58),
          plan("2^411 - 0x14c336dbeb308f9fdd4c90e3fcc7529c30e7e4f18e5a1ef95087", 8, 52),
          plan("2^220 - 0x8f3436a16cd07fd0cebdca67341", 4, 55),
          plan("2^380 - 0x2a04de0de16a111e83a196d7e4efd2d88c1d81ec02c368e7", 7, 55),
          plan("2^380 + 0x6c79673ac36ba6e7a32576f7b1b249e46bbc225be9071d7", 7, 55));

  /** What the cards give for lanes. */
  static final List<Plan> LANES =
      List.of(
          plan("2^255 - 19", 5, 51),
          plan("2^252 - 2^232 - 1", 5, 51),
          plan("2^256 - 2^224 + 2^192 + 2^96 - 1", 6, 48),
          plan("2^256 - 189", 6, 43),
          plan("2^222 - 117", 5, 45),
          plan("2^384 - 2^128 - 2^96 + 2^32 - 1", 8, 48),
          plan("2^384 - 317", 8, 48),
          plan("2^382 - 105", 8, 48),
          plan("2^383 - 187", 8, 48),
          plan("2^389 - 21", 8, 49),
          plan("2^414 - 17", 9, 46),
          plan("2^448 - 2^224 - 1", 10, 45),
          plan("2^480 - 2^240 - 1", 10, 48),
          plan("2^512 - 569", 11, 47),
          plan("2^521 - 1", 11, 48));

  static Plan plan(String modulus, int limbs, int radix) {
    return Plan.of(Formula.integer(modulus), limbs, radix);
  }
}
