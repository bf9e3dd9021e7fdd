package io.kexd.crypto.scheme;

/** What an ECDSA signs, and how. Holds the array as given. */
public final class EcDigest {
  /** Of the digest, and of the nonce. */
  final EcHash hash;

  final byte[] bytes;

  /** Signing: s is at most (l - 1) / 2; verifying: a larger s is refused. */
  final boolean lowS;

  /** Signing: the nonce is not hedged. */
  final boolean deterministic;

  /**
   * @param bytes of the hash's size
   */
  public EcDigest(EcHash hash, byte[] bytes, boolean lowS, boolean deterministic) {
    this.hash = hash;
    this.bytes = bytes;
    this.lowS = lowS;
    this.deterministic = deterministic;
  }
}
