package io.kexd.crypto;

/**
 * How an ECDSA signature is made, and how it is written.
 *
 * @param encoding of the signature
 * @param lowS signing: s is at most (l - 1) / 2; verifying: a larger s is refused
 * @param deterministic signing: the nonce is that of RFC 6979 section 3.2, so the same message
 *     gives the same signature; otherwise fresh randomness is mixed in (section 3.6). Verifying: no
 *     effect
 */
public record EcdsaOptions(Encoding encoding, boolean lowS, boolean deterministic) {
  /** DER, any s, hedged nonces. */
  public static final EcdsaOptions DEFAULT = new EcdsaOptions(Encoding.DER, false, false);

  /** How r and s are written. */
  public enum Encoding {
    /** Ecdsa-Sig-Value of RFC 3279 section 2.2.3, strict DER. */
    DER,
    /** r || s, big-endian, each of the order's bytes (IEEE P1363). */
    P1363
  }
}
