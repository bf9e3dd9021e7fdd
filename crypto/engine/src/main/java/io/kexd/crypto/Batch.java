package io.kexd.crypto;

import java.security.SecureRandom;

/**
 * Signatures of one algorithm that are verified together, by the rule of {@link Verifier}: the
 * answer for each item is the one that a single verification gives. EdDSA batches need about half
 * the time of single verifications; ECDSA has no batch equation. Made by {@link Verifier#batch},
 * used by one thread. The arrays that are added are not copied: leave them alone until {@link
 * #verifyVartime} has returned.
 */
public final class Batch {
  private final ManyVerifications<?, ?, ?> items;
  private int size;

  Batch(ManyVerifications<?, ?, ?> items) {
    this.items = items;
  }

  /** Adds the signature of a message with a context, empty where there is none. */
  public void add(byte[] publicKey, byte[] message, byte[] context, byte[] signature) {
    add(publicKey, message, SignatureOptions.ofContext(context), signature);
  }

  /** Adds the signature of a message. */
  public void add(byte[] publicKey, byte[] message, SignatureOptions options, byte[] signature) {
    items.add(publicKey, SignatureInput.ofMessage(message, options), signature);
    size++;
  }

  /** Adds the signature of a message's digest. */
  public void addDigest(byte[] publicKey, byte[] digest, byte[] context, byte[] signature) {
    addDigest(publicKey, digest, SignatureOptions.ofContext(context), signature);
  }

  /** Adds the signature of a message's digest. */
  public void addDigest(
      byte[] publicKey, byte[] digest, SignatureOptions options, byte[] signature) {
    items.add(publicKey, SignatureInput.ofDigest(digest, options), signature);
    size++;
  }

  /** The number of items. */
  public int size() {
    return size;
  }

  /**
   * Which items are right, in the order in which they were added.
   *
   * @param random draws the combination; a caller that could foresee it could forge
   */
  public boolean[] verifyVartime(SecureRandom random) {
    return items.verifyTogetherVartime(random);
  }
}
