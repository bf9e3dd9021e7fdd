package io.kexd.crypto;

import java.security.InvalidKeyException;
import java.util.List;

/**
 * Verification for one algorithm by one rule, single and batch. EdDSA: the cofactored equation; A
 * and R canonical encodings; S below the order; small-order A accepted by Ed25519 and Ed448 and
 * refused by the experimental ones. ECDSA: strict DER or r || s of the exact size; r and s in 1 ..
 * l - 1. Variable time: everything here is public. Instances are immutable and safe for use by
 * several threads.
 *
 * <p>An option that the algorithm does not have, or a context or digest of a size that it does not
 * allow, is an {@code IllegalArgumentException}; whatever is wrong with key or signature gives
 * false.
 */
public final class Verifier {
  private final Scheme scheme;
  private final Signatures<?, ?, ?> signatures;
  private final KeyCodec codec;

  private Verifier(Engine.Signature engine) {
    this.scheme = engine.scheme();
    this.signatures = engine.signatures();
    this.codec = engine.codec();
  }

  /** The verifier of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static Verifier of(String algorithm) {
    return new Verifier(Engine.signature(algorithm));
  }

  /** The signature family that the algorithm belongs to. */
  public Scheme scheme() {
    return scheme;
  }

  /**
   * Reads and validates a public key.
   *
   * @return the key in canonical form: SEC 1 uncompressed on Weierstrass curves, otherwise raw
   * @throws InvalidKeyException says what is wrong, without echoing the key
   * @throws IllegalArgumentException when the scheme has no such format
   */
  public byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    return codec.decode(encoded, format);
  }

  /**
   * Writes a canonical public key in the given format.
   *
   * @throws IllegalArgumentException when the scheme has no such format, or the key's size is wrong
   */
  public byte[] encode(byte[] publicKey, KeyFormat format) {
    return codec.encode(publicKey, format);
  }

  /** Whether the signature of a message with that context is right. */
  public boolean verifyVartime(byte[] publicKey, byte[] message, byte[] context, byte[] signature) {
    return verifyVartime(publicKey, message, SignatureOptions.ofContext(context), signature);
  }

  /** Whether the signature is right; any bytes as raw key and signature give false at worst. */
  public boolean verifyVartime(
      byte[] publicKey, byte[] message, SignatureOptions options, byte[] signature) {
    return signatures.verifyVartime(
        publicKey, SignatureInput.ofMessage(message, options), signature);
  }

  /** The same for the digest of a message. */
  public boolean verifyDigestVartime(
      byte[] publicKey, byte[] digest, byte[] context, byte[] signature) {
    return verifyDigestVartime(publicKey, digest, SignatureOptions.ofContext(context), signature);
  }

  /** The same for the digest of a message. */
  public boolean verifyDigestVartime(
      byte[] publicKey, byte[] digest, SignatureOptions options, byte[] signature) {
    return signatures.verifyVartime(publicKey, SignatureInput.ofDigest(digest, options), signature);
  }

  /**
   * Many at once, each by itself, in the lanes of vectors and with inversions shared where that is
   * faster: see {@link WarmUp}. None depends on another. An input that the algorithm does not take
   * gives false, too.
   *
   * @return whether each signature is right, in their order
   * @throws IllegalArgumentException when there are not as many inputs and signatures as keys
   * @throws NullPointerException says which key, input or signature is null
   */
  public boolean[] verifyVartime(
      List<byte[]> publicKeys, List<SignatureInput> inputs, List<byte[]> signatures) {
    if (inputs.size() != publicKeys.size() || signatures.size() != publicKeys.size()) {
      throw new IllegalArgumentException(
          "%d public keys, %d inputs and %d signatures"
              .formatted(publicKeys.size(), inputs.size(), signatures.size()));
    }
    Parts.requireNoNull(publicKeys, "publicKeys");
    Parts.requireNoNull(inputs, "inputs");
    Parts.requireNoNull(signatures, "signatures");
    ManyVerifications<?, ?, ?> many = this.signatures.verifications();
    for (int i = 0; i < publicKeys.size(); i++) {
      many.addOrRefuse(publicKeys.get(i), inputs.get(i), signatures.get(i));
    }
    return many.verifyEachVartime();
  }

  /** A batch of signatures of this algorithm. */
  public Batch batch() {
    return new Batch(signatures.verifications());
  }
}
