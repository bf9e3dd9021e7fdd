package io.kexd.crypto;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Signatures that are verified in one call. Used by one thread. */
final class ManyVerifications<S, V, M> {
  private static final int ILL_FORMED = -1;

  private final SignatureAlgorithm<S, V, M> algorithm;
  private final S signer;
  private final Kernels<V> verifying;
  private final List<byte[]> publicKeys = new ArrayList<>();
  private final List<M> messages = new ArrayList<>();
  private final List<byte[]> signatures = new ArrayList<>();

  /** For each that was added, where it stands among those that are well formed. */
  private final List<Integer> places = new ArrayList<>();

  ManyVerifications(SignatureAlgorithm<S, V, M> algorithm, S signer, Kernels<V> verifying) {
    this.algorithm = algorithm;
    this.signer = signer;
    this.verifying = verifying;
  }

  /** Adds one; {@code IllegalArgumentException} for an input that the algorithm does not take. */
  void add(byte[] publicKey, SignatureInput input, byte[] signature) {
    M message = algorithm.message(input);
    Optional<byte[]> key = algorithm.rawKey(signer, publicKey);
    Optional<byte[]> raw = algorithm.rawSignature(signature, input);
    if (key.isEmpty() || raw.isEmpty()) {
      places.add(ILL_FORMED);
      return;
    }
    places.add(messages.size());
    publicKeys.add(key.get());
    messages.add(message);
    signatures.add(raw.get());
  }

  /** Adds one that is wrong where the algorithm does not take the input. */
  void addOrRefuse(byte[] publicKey, SignatureInput input, byte[] signature) {
    try {
      add(publicKey, input, signature);
    } catch (IllegalArgumentException e) {
      places.add(ILL_FORMED);
    }
  }

  /** Which are right, in the order in which they were added. */
  boolean[] verifyEachVartime() {
    boolean[] valid = new boolean[messages.size()];
    verifying.each(
        messages.size(),
        (kernel, first, count) -> {
          boolean[] part = new boolean[count];
          algorithm.verifyVartime(
              kernel,
              part,
              join(publicKeys, first, count),
              messages(first, count),
              join(signatures, first, count));
          System.arraycopy(part, 0, valid, first, count);
        });
    return inPlace(valid);
  }

  /** The same by one equation for many, where there is one. */
  boolean[] verifyTogetherVartime(SecureRandom random) {
    int count = messages.size();
    if (count < 2) {
      return verifyEachVartime();
    }
    return inPlace(
        algorithm.verifyTogetherVartime(
            verifying.fastest(count),
            join(publicKeys, 0, count),
            messages(0, count),
            join(signatures, 0, count),
            random));
  }

  private M[] messages(int first, int count) {
    return messages.subList(first, first + count).toArray(algorithm.messages(count));
  }

  private static byte[] join(List<byte[]> parts, int first, int count) {
    return Parts.join(parts.toArray(new byte[0][]), first, count);
  }

  private boolean[] inPlace(boolean[] checked) {
    boolean[] valid = new boolean[places.size()];
    for (int i = 0; i < valid.length; i++) {
      int place = places.get(i);
      valid[i] = place != ILL_FORMED && checked[place];
    }
    return valid;
  }
}
