package io.kexd.crypto;

import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import io.kexd.crypto.scheme.Spki;
import java.security.InvalidKeyException;

/**
 * Verification for one algorithm by one rule, single and batch: the cofactored equation; A and R
 * canonical encodings; S below the order; small-order A accepted. Variable time: everything here is
 * public. Instances are immutable and safe for use by several threads.
 *
 * <p>A context or digest whose size the algorithm does not allow is an {@code
 * IllegalArgumentException}; whatever is wrong with key or signature gives false.
 */
public final class Verifier {
  private final Scheme scheme;
  private final EdVerifier verifier;
  private final EdVariant variant;
  private final Spki spki;

  private Verifier(Engine.Signature engine) {
    this.scheme = engine.scheme();
    this.verifier = engine.verifier();
    this.variant = engine.variant();
    this.spki = engine.spki();
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
   * @return the key in raw form
   * @throws InvalidKeyException says what is wrong
   */
  public byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    return verifier.decodeVartime(format == KeyFormat.SPKI ? spki.decode(encoded) : encoded);
  }

  /** Writes a raw public key in the given format. */
  public byte[] encode(byte[] publicKey, KeyFormat format) {
    return format == KeyFormat.SPKI ? spki.encode(publicKey) : publicKey.clone();
  }

  /** Whether the signature is right; any bytes as key and signature give false at worst. */
  public boolean verifyVartime(byte[] publicKey, byte[] message, byte[] context, byte[] signature) {
    return verify(publicKey, variant.ofMessage(message, context), signature);
  }

  /** The same for the digest of a message. */
  public boolean verifyDigestVartime(
      byte[] publicKey, byte[] digest, byte[] context, byte[] signature) {
    return verify(publicKey, variant.ofDigest(digest, context), signature);
  }

  private boolean verify(byte[] publicKey, EdMessage message, byte[] signature) {
    if (publicKey.length != verifier.bytes || signature.length != verifier.signatureBytes) {
      return false;
    }
    long[] valid = new long[verifier.lanes];
    verifier.verifyVartime(valid, publicKey, new EdMessage[] {message}, signature);
    return valid[0] != 0;
  }

  /** A batch of signatures of this algorithm. */
  public Batch batch() {
    return new Batch(verifier, variant);
  }
}
