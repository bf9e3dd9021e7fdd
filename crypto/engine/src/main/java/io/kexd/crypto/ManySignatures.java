package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import java.util.Arrays;
import java.util.List;

/** The signatures to make in one call. Used once, by one thread. */
final class ManySignatures<S, V, M> {
  private final Signatures<S, V, M> signatures;
  private final SignatureAlgorithm<S, V, M> algorithm;
  private final FaultCheck check;
  private final SignatureResult[] results;
  private int added;

  /** Those that are computed, and whose they are. */
  private final byte[][] privateKeys;

  private final byte[][] publicKeys;
  private final SignatureInput[] inputs;
  private final M[] messages;
  private final int[] places;
  private int size;

  ManySignatures(Signatures<S, V, M> signatures, int capacity, FaultCheck check) {
    this.signatures = signatures;
    this.algorithm = signatures.algorithm;
    this.check = check;
    this.results = new SignatureResult[capacity];
    this.privateKeys = new byte[capacity][];
    this.publicKeys = new byte[capacity][];
    this.inputs = new SignatureInput[capacity];
    this.messages = algorithm.messages(capacity);
    this.places = new int[capacity];
  }

  /** Adds one, or refuses it. */
  void add(KeyPair pair, String scheme, SignatureInput input) {
    int place = added++;
    try {
      messages[size] = algorithm.message(input);
      privateKeys[size] = pair.copyPrivateKey(scheme);
      publicKeys[size] = pair.publicKey();
      inputs[size] = input;
      places[size] = place;
      size++;
    } catch (IllegalStateException | IllegalArgumentException e) {
      results[place] = SignatureResult.refused(e);
    }
  }

  /** How many are to be computed. */
  int size() {
    return size;
  }

  void compute(S kernel, int first, int count) {
    byte[] in = Parts.join(privateKeys, first, count);
    byte[] out = new byte[count * algorithm.signatureBytes()];
    M[] parts = Arrays.copyOfRange(messages, first, first + count);
    try {
      algorithm.sign(kernel, out, in, Parts.join(publicKeys, first, count), parts);
      for (int i = 0; i < count; i++) {
        byte[] signature =
            Arrays.copyOfRange(
                out, i * algorithm.signatureBytes(), (i + 1) * algorithm.signatureBytes());
        results[places[first + i]] = release(kernel, first + i, signature);
      }
    } finally {
      Wipe.wipe(in);
      Wipe.wipe(out);
    }
  }

  private SignatureResult release(S kernel, int i, byte[] signature) {
    M[] message = Arrays.copyOfRange(messages, i, i + 1);
    if (algorithm.lanes(kernel) > 1
        && signatures.isFault(check, publicKeys[i], message, signature)) {
      Wipe.wipe(signature);
      return SignatureResult.refused(Signatures.fault());
    }
    return SignatureResult.of(algorithm.encode(signature, inputs[i]));
  }

  /** A result for each that was added. */
  List<SignatureResult> results() {
    return List.of(results);
  }

  void wipe() {
    for (int i = 0; i < privateKeys.length; i++) {
      byte[] key = privateKeys[i];
      if (i < size && key != null) {
        Wipe.wipe(key);
      }
    }
  }
}
