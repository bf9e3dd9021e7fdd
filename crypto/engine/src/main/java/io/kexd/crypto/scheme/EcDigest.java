package io.kexd.crypto.scheme;

/** What an ECDSA signs, and how. Holds the array as given. */
public final class EcDigest {
  final byte[] bytes;

  /** Signing: s is at most (l - 1) / 2; verifying: a larger s is refused. */
  final boolean lowS;

  /** Signing: the nonce is not hedged. */
  final boolean deterministic;

  /**
   * @param bytes of the hash's size
   */
  public EcDigest(byte[] bytes, boolean lowS, boolean deterministic) {
    this.bytes = bytes;
    this.lowS = lowS;
    this.deterministic = deterministic;
  }
}
