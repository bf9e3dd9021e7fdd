package io.kexd.crypto;

import java.security.InvalidKeyException;

/**
 * Verification for one algorithm by one rule, single and batch: the cofactored equation; A and R
 * canonical encodings; S below the order; small-order A accepted. Variable time: everything here is
 * public. Instances are immutable and safe for use by several threads.
 */
public final class Verifier {
  private Verifier() {}

  /** The verifier of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static Verifier of(String algorithm) {
    throw new UnsupportedOperationException(algorithm);
  }

  /**
   * Reads and validates a public key.
   *
   * @return the key in raw form
   * @throws InvalidKeyException says what is wrong
   */
  public byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    throw new UnsupportedOperationException();
  }

  /** Writes a raw public key in the given format. */
  public byte[] encode(byte[] publicKey, KeyFormat format) {
    throw new UnsupportedOperationException();
  }

  /** Whether the signature is right; any bytes as key and signature give false at worst. */
  public boolean verifyVartime(byte[] publicKey, byte[] message, byte[] context, byte[] signature) {
    throw new UnsupportedOperationException();
  }

  /** The same for the digest of a message. */
  public boolean verifyDigestVartime(
      byte[] publicKey, byte[] digest, byte[] context, byte[] signature) {
    throw new UnsupportedOperationException();
  }
}
