package io.kexd.crypto.scheme;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Batch verification by a random combination: the sum of z(i) times the {@link EdEquation} of item
 * i is neutral for all right signatures, and for a wrong one with a chance of 2^-128. The equation
 * is the one that {@link EdVerifier} tests, so both agree on every input. When the sum is not
 * neutral, the items are verified each by itself to find the bad ones. Used by one thread. Time:
 * variable, all is public.
 */
public final class EdBatch {
  private final List<byte[]> publicKeys = new ArrayList<>();
  private final List<EdMessage> messages = new ArrayList<>();
  private final List<byte[]> signatures = new ArrayList<>();
  private final EdVerifier verifier;

  EdBatch(EdVerifier verifier) {
    this.verifier = verifier;
  }

  /** Adds a signature; sizes are those of the verifier. */
  public void add(byte[] publicKey, EdMessage message, byte[] signature) {
    publicKeys.add(publicKey);
    messages.add(message);
    signatures.add(signature);
  }

  /** Which items are right, in the order in which they were added. */
  public boolean[] verifyVartime(SecureRandom random) {
    return verifier.verifyTogetherVartime(
        concatenate(publicKeys, verifier.bytes),
        messages.toArray(new EdMessage[0]),
        concatenate(signatures, verifier.signatureBytes),
        random);
  }

  private static byte[] concatenate(List<byte[]> arrays, int size) {
    byte[] out = new byte[arrays.size() * size];
    for (int i = 0; i < arrays.size(); i++) {
      System.arraycopy(arrays.get(i), 0, out, i * size, size);
    }
    return out;
  }
}
