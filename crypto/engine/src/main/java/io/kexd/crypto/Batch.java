package io.kexd.crypto;

import io.kexd.crypto.scheme.EdBatch;
import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Signatures of one algorithm that are verified together, by the rule of {@link Verifier}: the
 * answer for each item is the one that a single verification gives. Made by {@link Verifier#batch},
 * used by one thread. The arrays that are added are not copied: leave them alone until {@link
 * #verifyVartime} has returned.
 */
public final class Batch {
  private static final int MALFORMED = -1;

  private final EdVerifier verifier;
  private final EdVariant variant;
  private final EdBatch batch;
  private final List<Integer> positions = new ArrayList<>();
  private int wellSized;

  Batch(EdVerifier verifier, EdVariant variant) {
    this.verifier = verifier;
    this.variant = variant;
    this.batch = verifier.batch();
  }

  /** Adds the signature of a message. */
  public void add(byte[] publicKey, byte[] message, byte[] context, byte[] signature) {
    add(publicKey, variant.ofMessage(message, context), signature);
  }

  /** Adds the signature of a message's digest. */
  public void addDigest(byte[] publicKey, byte[] digest, byte[] context, byte[] signature) {
    add(publicKey, variant.ofDigest(digest, context), signature);
  }

  private void add(byte[] publicKey, EdMessage message, byte[] signature) {
    if (publicKey.length != verifier.bytes || signature.length != verifier.signatureBytes) {
      positions.add(MALFORMED);
      return;
    }
    positions.add(wellSized++);
    batch.add(publicKey, message, signature);
  }

  /** The number of items. */
  public int size() {
    return positions.size();
  }

  /**
   * Which items are right, in the order in which they were added.
   *
   * @param random draws the combination; a caller that could foresee it could forge
   */
  public boolean[] verifyVartime(SecureRandom random) {
    boolean[] checked = batch.verifyVartime(random);
    boolean[] valid = new boolean[positions.size()];
    for (int i = 0; i < valid.length; i++) {
      int position = positions.get(i);
      valid[i] = position != MALFORMED && checked[position];
    }
    return valid;
  }
}
