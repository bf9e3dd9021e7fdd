package io.kexd.client;

import io.kexd.v1.AgreeRequest;
import io.kexd.v1.ExchangeRequest;

/**
 * What the server makes of the result of the Diffie-Hellman function before it returns it.
 *
 * <p>Both ends of an exchange must choose the same one. Instances are immutable.
 */
public sealed interface Derivation permits HkdfDerivation, FixedDerivation {

  /** HKDF with SHA-256, empty salt and info, 32 bytes: the start for other settings. */
  static HkdfDerivation hkdf() {
    return HkdfDerivation.DEFAULT;
  }

  /**
   * The KEM of RFC 9180 section 4.1, for the curves that {@code ListCurves} marks: x25519, p256 (32
   * bytes), p384 (48 bytes), x448, p521 (64 bytes). Any HPKE library can be the peer, {@code
   * javax.crypto.KEM} among them.
   */
  static Derivation dhkem() {
    return FixedDerivation.DHKEM;
  }

  /**
   * The bare result, full length. It is not uniformly distributed and not bound to the keys: feed
   * it to a key derivation function, never use it as a key.
   */
  static Derivation raw() {
    return FixedDerivation.RAW;
  }

  /** Sets the derivation of a request. */
  void applyTo(AgreeRequest.Builder request);

  /** Sets the derivation of a request. */
  void applyTo(ExchangeRequest.Builder request);
}
