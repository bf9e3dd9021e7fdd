package io.kexd.crypto;

/** How a public key is written. */
public enum KeyFormat {
  /** The curve's own encoding: RFC 7748 for x25519, RFC 8032 for ed25519. */
  RAW,
  /** SubjectPublicKeyInfo in strict DER: RFC 8410 for x25519 and ed25519. */
  SPKI
}
