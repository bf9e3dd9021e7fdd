package io.kexd.crypto;

import java.security.InvalidKeyException;
import java.security.SecureRandom;

/**
 * What {@link Signer}, {@link Verifier} and {@link Batch} need of one algorithm. Keys are raw.
 * Immutable; safe for use by several threads.
 */
interface SignatureAlgorithm {
  /** What is signed: a message, or its digest. */
  final class Input {
    final byte[] bytes;
    final boolean isDigest;
    final SignatureOptions options;

    Input(byte[] bytes, boolean isDigest, SignatureOptions options) {
      this.bytes = bytes;
      this.isDigest = isDigest;
      this.options = options;
    }
  }

  /** Signatures that are verified together. */
  interface Group {
    void add(byte[] publicKey, Input input, byte[] signature);

    /** Which are right, in the order in which they were added. */
    boolean[] verifyVartime(SecureRandom random);
  }

  byte[] generate(SecureRandom random);

  /** Throws {@code IllegalArgumentException} unless it is a private key. */
  void checkPrivateKey(byte[] privateKey);

  byte[] publicKey(byte[] privateKey);

  /** The canonical form of a valid public key. */
  byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException;

  /** {@code IllegalArgumentException} for an input that the algorithm does not take. */
  byte[] sign(byte[] privateKey, byte[] publicKey, Input input);

  /** Any bytes as key and signature give false at worst; the input is checked as in signing. */
  boolean verifyVartime(byte[] publicKey, Input input, byte[] signature);

  Group group();
}
