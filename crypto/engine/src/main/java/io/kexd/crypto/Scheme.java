package io.kexd.crypto;

import java.util.List;

/**
 * One entry of the index: a key agreement or a signature family on a curve.
 *
 * @param id the id that callers name, for example {@code x25519}, {@code p256} or {@code ed25519}
 * @param curve the curve card it comes from, for example {@code curve25519}
 * @param kind what it does
 * @param status how far it can be trusted
 * @param algorithms signature algorithm ids, {@code ed25519 ed25519ctx ed25519ph}; empty for an
 *     agreement
 * @param formats how its public keys are written
 * @param privateKeySize bytes of a raw private key
 * @param publicKeySize bytes of a raw public key, uncompressed
 * @param outputSize bytes of a shared secret or of a signature (ECDSA: of r || s; in DER it varies)
 * @param kemId the DHKEM id of RFC 9180 section 7.1, or 0 where none is registered
 * @param kernel the field kernel that serves it, for example {@code F25519}
 * @param lanes how many operations the kernel computes at once
 */
public record Scheme(
    String id,
    String curve,
    Kind kind,
    Status status,
    List<String> algorithms,
    List<KeyFormat> formats,
    int privateKeySize,
    int publicKeySize,
    int outputSize,
    int kemId,
    String kernel,
    int lanes) {

  /** The kernel on so many lanes, for example {@code F25519x8}. */
  public String kernel(int lanes) {
    return lanes == 1 ? kernel : kernel + "x" + lanes;
  }

  /** What a scheme does. */
  public enum Kind {
    AGREEMENT,
    SIGNATURE
  }

  /** How far a scheme can be trusted; it belongs to the scheme, not to its curve. */
  public enum Status {
    STANDARD,
    DRAFT,
    EXPERIMENTAL
  }
}
