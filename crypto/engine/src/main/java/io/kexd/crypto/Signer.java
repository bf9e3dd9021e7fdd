package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.List;

/**
 * Signatures of one algorithm: an EdDSA (RFC 8032), for example {@code ed25519} or {@code ed448ph},
 * or an ECDSA (FIPS 186-5), for example {@code ecdsa-p256-sha256}. Instances are immutable and safe
 * for use by several threads. Constant time but for the sizes of message and context.
 *
 * <p>A message or digest may be hashed twice and is not copied: it must not change until the call
 * returns. Two EdDSA signatures of one key with the same nonce and different messages would give
 * the key away.
 */
public final class Signer {
  private final SignatureRules rules;
  private final Scheme scheme;
  private final Signatures<?, ?, ?> signatures;
  private final KeyCodec codec;
  private final FaultCheck check;

  Signer(SignatureRules rules, Engine.Signature engine, FaultCheck check) {
    this.rules = rules;
    this.scheme = engine.scheme();
    this.signatures = engine.signatures();
    this.codec = engine.codec();
    this.check = check;
  }

  /** The signer of that algorithm id; {@code IllegalArgumentException} when there is none. */
  public static Signer of(String algorithm) {
    return of(algorithm, FaultCheck.DEFAULT);
  }

  /** The same that verifies what it made in lanes as the check says, before it is released. */
  public static Signer of(String algorithm, FaultCheck check) {
    return new Signer(SignatureRules.of(algorithm), Engine.signature(algorithm), check);
  }

  /** The signature family that the algorithm belongs to; its key pairs suit the whole family. */
  public Scheme scheme() {
    return scheme;
  }

  /** A fresh signing key. */
  public KeyPair generate(SecureRandom random) {
    return pairOf(signatures.generate(random));
  }

  /**
   * The pair of a given raw private key, which is copied: the seed of an EdDSA, the big-endian
   * integer of an ECDSA.
   *
   * @throws IllegalArgumentException when its size or range is wrong
   */
  public KeyPair fromPrivateKey(byte[] privateKey) {
    signatures.checkPrivateKey(privateKey);
    return pairOf(privateKey.clone());
  }

  /**
   * The pair of a private key in PKCS #8, strict DER: RFC 8410, RFC 5915.
   *
   * @throws InvalidKeyException says what is wrong, without echoing the key
   * @throws IllegalArgumentException when the scheme has no OID
   */
  public KeyPair fromPkcs8(byte[] der) throws InvalidKeyException {
    return pairOf(codec.decodePrivate(der));
  }

  /**
   * The private key of a pair in PKCS #8, which the caller wipes.
   *
   * @throws IllegalArgumentException when the scheme has no OID or the pair is for another scheme
   */
  public byte[] toPkcs8(KeyPair pair) {
    byte[] privateKey = pair.copyPrivateKey(scheme.id());
    try {
      return codec.encodePrivate(privateKey);
    } finally {
      Wipe.wipe(privateKey);
    }
  }

  private KeyPair pairOf(byte[] privateKey) {
    return KeyPair.of(scheme.id(), privateKey, signatures::publicKey);
  }

  /** As {@link SignatureRules#digestAlgorithm}: the hash whose digest {@link #signDigest} takes. */
  public String digestAlgorithm() {
    return rules.digestAlgorithm();
  }

  /** As {@link SignatureRules#digestSize}. */
  public int digestSize() {
    return rules.digestSize();
  }

  /** As {@link SignatureRules#acceptsContext}. */
  public boolean acceptsContext(int size) {
    return rules.acceptsContext(size);
  }

  /** As {@link SignatureRules#isEcdsa}. */
  public boolean isEcdsa() {
    return rules.isEcdsa();
  }

  /** Signs a message with a context, empty where there is none. */
  public byte[] sign(KeyPair pair, byte[] message, byte[] context) {
    return sign(pair, message, SignatureOptions.ofContext(context));
  }

  /**
   * Signs a message; algorithms of digests hash it first. An ECDSA that is not deterministic draws
   * what hedges its nonces from the engine's own {@code SecureRandom}.
   *
   * @throws IllegalArgumentException when an option is not for the algorithm, the context's size is
   *     wrong, or the pair is for another scheme
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] sign(KeyPair pair, byte[] message, SignatureOptions options) {
    return sign(pair, SignatureInput.ofMessage(message, options));
  }

  /** Signs the digest of a message with a context, empty where there is none. */
  public byte[] signDigest(KeyPair pair, byte[] digest, byte[] context) {
    return signDigest(pair, digest, SignatureOptions.ofContext(context));
  }

  /**
   * Signs the digest of a message; {@code IllegalArgumentException} also when its size is wrong or
   * the algorithm is not for digests.
   *
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] signDigest(KeyPair pair, byte[] digest, SignatureOptions options) {
    return sign(pair, SignatureInput.ofDigest(digest, options));
  }

  private byte[] sign(KeyPair pair, SignatureInput input) {
    byte[] privateKey = pair.copyPrivateKey(scheme.id());
    try {
      return signatures.sign(privateKey, pair.publicKey(), input, check);
    } finally {
      Wipe.wipe(privateKey);
    }
  }

  /**
   * Many signatures at once, in the lanes of vectors and with inversions shared where that is
   * faster: see {@link WarmUp}. None depends on another; what is wrong with one is told by its own
   * result.
   *
   * @param inputs one for each pair
   * @return a result for each pair, in their order
   * @throws IllegalArgumentException when there are not as many inputs as pairs
   * @throws NullPointerException says which pair or input is null
   */
  public List<SignatureResult> sign(List<KeyPair> pairs, List<SignatureInput> inputs) {
    if (pairs.size() != inputs.size()) {
      throw new IllegalArgumentException(pairs.size() + " pairs and " + inputs.size() + " inputs");
    }
    Parts.requireNoNull(pairs, "pairs");
    Parts.requireNoNull(inputs, "inputs");
    return signatures.sign(scheme.id(), pairs, inputs, check);
  }
}
