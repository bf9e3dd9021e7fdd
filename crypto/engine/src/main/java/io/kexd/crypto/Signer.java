package io.kexd.crypto;

import java.security.SecureRandom;

/**
 * Signatures of one algorithm: {@code ed25519}, {@code ed25519ctx} or {@code ed25519ph} (RFC 8032
 * section 5.1). Instances are immutable and safe for use by several threads.
 */
public final class Signer {
  private Signer() {}

  /** The signer of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static Signer of(String algorithm) {
    throw new UnsupportedOperationException(algorithm);
  }

  /** A fresh signing key. */
  public KeyPair generate(SecureRandom random) {
    throw new UnsupportedOperationException();
  }

  /** The pair of a given private key (RFC 8032: the 32-byte seed), which is copied. */
  public KeyPair fromPrivateKey(byte[] privateKey) {
    throw new UnsupportedOperationException();
  }

  /**
   * The hash whose digest {@link #signDigest} takes, as a JCA name; empty when the algorithm takes
   * messages only.
   */
  public String digestAlgorithm() {
    throw new UnsupportedOperationException();
  }

  /** Bytes that a context may have: 0 to 255; 1 to 255 for ed25519ctx; none for ed25519. */
  public boolean acceptsContext(int size) {
    throw new UnsupportedOperationException();
  }

  /** Signs a message; the ph algorithm hashes it first. */
  public byte[] sign(KeyPair pair, byte[] message, byte[] context) {
    throw new UnsupportedOperationException();
  }

  /**
   * Signs the digest of a message; {@code IllegalArgumentException} when its size is wrong or it is
   * not for digests.
   */
  public byte[] signDigest(KeyPair pair, byte[] digest, byte[] context) {
    throw new UnsupportedOperationException();
  }
}
