package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/**
 * An algorithm with the choice of its kernels: what {@link Signer}, {@link Verifier} and {@link
 * Batch} are made of. Immutable; safe for use by several threads.
 */
final class Signatures<S, V, M> {
  final SignatureAlgorithm<S, V, M> algorithm;
  private final S signer;
  private final V verifier;
  private final Kernels<S> signing;
  private final Kernels<V> verifying;

  /**
   * @param signer of one lane, and so is the verifier
   */
  Signatures(
      SignatureAlgorithm<S, V, M> algorithm,
      S signer,
      V verifier,
      Kernels<S> signing,
      Kernels<V> verifying) {
    this.algorithm = algorithm;
    this.signer = signer;
    this.verifier = verifier;
    this.signing = signing;
    this.verifying = verifying;
  }

  byte[] generate(SecureRandom random) {
    return algorithm.generate(signer, random);
  }

  /** Throws {@code IllegalArgumentException} unless it is a private key. */
  void checkPrivateKey(byte[] privateKey) {
    algorithm.checkPrivateKey(signer, privateKey);
  }

  byte[] publicKey(byte[] privateKey) {
    return algorithm.publicKey(signer, privateKey);
  }

  /** The canonical form of a valid public key. */
  byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    return algorithm.decodeVartime(signer, verifier, publicKey);
  }

  /** {@code IllegalArgumentException} for an input that the algorithm does not take. */
  byte[] sign(byte[] privateKey, byte[] publicKey, SignatureInput input, FaultCheck check) {
    M[] messages = algorithm.messages(1);
    messages[0] = algorithm.message(input);
    byte[] signature = new byte[algorithm.signatureBytes()];
    S kernel = signing.fastest(1);
    algorithm.sign(kernel, signature, privateKey, publicKey, messages);
    if (algorithm.lanes(kernel) > 1 && isFault(check, publicKey, messages, signature)) {
      Wipe.wipe(signature);
      throw fault();
    }
    return algorithm.encode(signature, input);
  }

  /** Whether a signature was picked and is wrong. */
  boolean isFault(FaultCheck check, byte[] publicKey, M[] message, byte[] signature) {
    if (!check.picks()) {
      return false;
    }
    boolean[] valid = new boolean[1];
    algorithm.verifyVartime(verifier, valid, publicKey, message, signature);
    check.count(valid[0]);
    return !valid[0];
  }

  static IllegalStateException fault() {
    return new IllegalStateException(
        "the signature came out wrong and was not released: the machine is at fault");
  }

  /** A result for each pair and input. */
  List<SignatureResult> sign(
      String scheme, List<KeyPair> pairs, List<SignatureInput> inputs, FaultCheck check) {
    ManySignatures<S, V, M> many = new ManySignatures<>(this, pairs.size(), check);
    try {
      for (int i = 0; i < pairs.size(); i++) {
        many.add(pairs.get(i), scheme, inputs.get(i));
      }
      signing.each(many.size(), many::compute);
      return many.results();
    } finally {
      many.wipe();
    }
  }

  /** Any bytes as key and signature give false at worst; the input is checked as in signing. */
  boolean verifyVartime(byte[] publicKey, SignatureInput input, byte[] signature) {
    M[] messages = algorithm.messages(1);
    messages[0] = algorithm.message(input);
    Optional<byte[]> raw = algorithm.rawSignature(signature, input);
    Optional<byte[]> key = algorithm.rawKey(signer, publicKey);
    if (raw.isEmpty() || key.isEmpty()) {
      return false;
    }
    boolean[] valid = new boolean[1];
    algorithm.verifyVartime(verifying.fastest(1), valid, key.get(), messages, raw.get());
    return valid[0];
  }

  /** Signatures to be verified in one call. */
  ManyVerifications<S, V, M> verifications() {
    return new ManyVerifications<>(algorithm, signer, verifying);
  }
}
