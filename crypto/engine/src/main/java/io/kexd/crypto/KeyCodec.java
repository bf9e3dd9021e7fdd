package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.scheme.DiffieHellman;
import io.kexd.crypto.scheme.Pkcs8;
import io.kexd.crypto.scheme.Spki;
import java.security.InvalidKeyException;
import java.util.Optional;

/** The formats of one scheme's keys. Immutable. */
final class KeyCodec {
  /** Validates a raw public key and brings it to its canonical form. */
  private interface Validation {
    byte[] apply(byte[] publicKey) throws InvalidKeyException;
  }

  private final Scheme scheme;
  private final Validation validation;
  private final Optional<Spki> spki;
  private final Optional<Pkcs8> pkcs8;

  private KeyCodec(
      Scheme scheme, Validation validation, Optional<Spki> spki, Optional<Pkcs8> pkcs8) {
    this.scheme = scheme;
    this.validation = validation;
    this.spki = spki;
    this.pkcs8 = pkcs8;
  }

  static KeyCodec of(Curve.SchemeSpec spec, Scheme scheme, DiffieHellman dh) {
    return new KeyCodec(
        scheme,
        dh::decodeVartime,
        Spki.of(spec, scheme.publicKeySize()),
        Pkcs8.of(spec, scheme.privateKeySize(), key -> publicKey(dh, key)));
  }

  static KeyCodec of(Curve.SchemeSpec spec, Scheme scheme, Signatures<?, ?, ?> algorithm) {
    return new KeyCodec(
        scheme,
        algorithm::decodeVartime,
        Spki.of(spec, scheme.publicKeySize()),
        Pkcs8.of(spec, scheme.privateKeySize(), key -> publicKey(algorithm, key)));
  }

  private static byte[] publicKey(DiffieHellman dh, byte[] privateKey) {
    dh.checkPrivateKey(privateKey);
    byte[] publicKey = new byte[dh.publicKeyBytes()];
    dh.publicKeys(publicKey, privateKey);
    return publicKey;
  }

  private static byte[] publicKey(Signatures<?, ?, ?> algorithm, byte[] privateKey) {
    algorithm.checkPrivateKey(privateKey);
    return algorithm.publicKey(privateKey);
  }

  /** The canonical form of a public key, fully validated. */
  byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    requireFormat(format);
    if (format == KeyFormat.SPKI) {
      return validation.apply(spki.orElseThrow().decode(encoded));
    }
    if (format == KeyFormat.COMPRESSED && encoded.length >= scheme.publicKeySize()) {
      throw new InvalidKeyException(
          "the public key is not a compressed point: 02 or 03, and then x");
    }
    return validation.apply(encoded);
  }

  /** Writes a canonical public key. */
  byte[] encode(byte[] publicKey, KeyFormat format) {
    requireFormat(format);
    if (publicKey.length != scheme.publicKeySize()) {
      throw new IllegalArgumentException(
          "the public key has "
              + publicKey.length
              + " bytes, in canonical form it has "
              + scheme.publicKeySize());
    }
    return switch (format) {
      case RAW -> publicKey.clone();
      case COMPRESSED -> SecCodec.compress(publicKey);
      case SPKI -> spki.orElseThrow().encode(publicKey);
    };
  }

  private void requireFormat(KeyFormat format) {
    if (!scheme.formats().contains(format)) {
      throw new IllegalArgumentException(
          scheme.id() + " has no keys in " + format + ", only in " + scheme.formats());
    }
  }

  /** PrivateKeyInfo in DER of a private key. */
  byte[] encodePrivate(byte[] privateKey) {
    return pkcs8().encode(privateKey);
  }

  /** The private key of a PrivateKeyInfo in strict DER. */
  byte[] decodePrivate(byte[] der) throws InvalidKeyException {
    return pkcs8().decode(der);
  }

  private Pkcs8 pkcs8() {
    return pkcs8.orElseThrow(
        () -> new IllegalArgumentException(scheme.id() + " has no OID and so no PKCS #8 form"));
  }
}
