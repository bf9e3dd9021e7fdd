package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import java.security.SecureRandom;

/**
 * Signatures of one algorithm: {@code ed25519}, {@code ed25519ctx} or {@code ed25519ph} (RFC 8032
 * section 5.1). Instances are immutable and safe for use by several threads. Constant time but for
 * the sizes of message and context.
 *
 * <p>A message or digest is hashed twice and not copied: it must not change until the call returns.
 * Two signatures of one key with the same nonce and different messages would give the key away.
 */
public final class Signer {
  private final Scheme scheme;
  private final EdDsa edDsa;
  private final EdVariant variant;

  private Signer(Engine.Signature engine) {
    this.scheme = engine.scheme();
    this.edDsa = engine.edDsa();
    this.variant = engine.variant();
  }

  /** The signer of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static Signer of(String algorithm) {
    return new Signer(Engine.signature(algorithm));
  }

  /** The signature family that the algorithm belongs to; its key pairs suit the whole family. */
  public Scheme scheme() {
    return scheme;
  }

  /** A fresh signing key. */
  public KeyPair generate(SecureRandom random) {
    byte[] privateKey = new byte[scheme.privateKeySize()];
    random.nextBytes(privateKey);
    return pairOf(privateKey);
  }

  /**
   * The pair of a given private key (RFC 8032: the 32-byte seed), which is copied.
   *
   * @throws IllegalArgumentException when its size is wrong
   */
  public KeyPair fromPrivateKey(byte[] privateKey) {
    if (privateKey.length != scheme.privateKeySize()) {
      throw new IllegalArgumentException(
          "a private key of " + scheme.id() + " has " + scheme.privateKeySize() + " bytes");
    }
    return pairOf(privateKey.clone());
  }

  private KeyPair pairOf(byte[] privateKey) {
    byte[] publicKey = new byte[scheme.publicKeySize()];
    edDsa.publicKeys(publicKey, privateKey);
    return new KeyPair(scheme.id(), privateKey, publicKey);
  }

  /**
   * The hash whose digest {@link #signDigest} takes, as a JCA name; empty when the algorithm takes
   * messages only.
   */
  public String digestAlgorithm() {
    return variant.digestAlgorithm();
  }

  /**
   * Whether a context may have that many bytes: 0 to 255; 1 to 255 for ed25519ctx; none for
   * ed25519.
   */
  public boolean acceptsContext(int size) {
    return variant.acceptsContext(size);
  }

  /**
   * Signs a message; the ph algorithm hashes it first.
   *
   * @throws IllegalArgumentException when the context's size is wrong or the pair is for another
   *     scheme
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] sign(KeyPair pair, byte[] message, byte[] context) {
    return sign(pair, variant.ofMessage(message, context));
  }

  /**
   * Signs the digest of a message; {@code IllegalArgumentException} when its size is wrong or it is
   * not for digests.
   *
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] signDigest(KeyPair pair, byte[] digest, byte[] context) {
    return sign(pair, variant.ofDigest(digest, context));
  }

  private byte[] sign(KeyPair pair, EdMessage message) {
    byte[] seed = pair.copyPrivateKey(scheme.id());
    byte[] signature = new byte[scheme.outputSize()];
    try {
      edDsa.sign(signature, seed, pair.publicKey(), new EdMessage[] {message});
    } finally {
      Wipe.wipe(seed);
    }
    return signature;
  }
}
