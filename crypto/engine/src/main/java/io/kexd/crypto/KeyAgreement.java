package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.scheme.DiffieHellman;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** Diffie-Hellman on one curve. Instances are immutable and safe for use by several threads. */
public final class KeyAgreement {
  private final Scheme scheme;
  private final DiffieHellman dh;
  private final KeyCodec codec;
  private final Kernels<DiffieHellman> generating;
  private final Kernels<DiffieHellman> agreeing;

  KeyAgreement(Engine.Agreement engine) {
    this.scheme = engine.scheme();
    this.dh = engine.dh();
    this.codec = engine.codec();
    this.generating = engine.generate();
    this.agreeing = engine.agree();
  }

  /** The agreement of that id; {@code IllegalArgumentException} when there is none. */
  public static KeyAgreement of(String id) {
    return new KeyAgreement(Engine.agreement(id));
  }

  public Scheme scheme() {
    return scheme;
  }

  /** A fresh key pair. */
  public KeyPair generate(SecureRandom random) {
    return pairOf(dh.generate(random));
  }

  /**
   * Many fresh key pairs, in the lanes of vectors and with inversions shared where that is faster:
   * see {@link WarmUp}.
   */
  public List<KeyPair> generate(SecureRandom random, int count) {
    byte[][] privateKeys = new byte[count][];
    byte[][] publicKeys = new byte[count][];
    try {
      for (int i = 0; i < count; i++) {
        privateKeys[i] = dh.generate(random);
      }
      generating.each(
          count, (kernel, first, n) -> publicKeys(kernel, publicKeys, privateKeys, first, n));
    } catch (Throwable e) {
      wipeDrawn(privateKeys);
      throw e;
    }
    List<KeyPair> pairs = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      byte[] publicKey = publicKeys[i];
      pairs.add(KeyPair.of(scheme.id(), privateKeys[i], key -> publicKey));
    }
    return pairs;
  }

  private static void wipeDrawn(byte[][] privateKeys) {
    for (byte[] privateKey : privateKeys) {
      if (privateKey != null) {
        Wipe.wipe(privateKey);
      }
    }
  }

  private static void publicKeys(
      DiffieHellman kernel, byte[][] publicKeys, byte[][] privateKeys, int first, int count) {
    byte[] in = Parts.join(privateKeys, first, count);
    byte[] out = new byte[count * kernel.publicKeyBytes()];
    try {
      kernel.publicKeys(out, in);
    } finally {
      Wipe.wipe(in);
    }
    Parts.split(out, publicKeys, first, count);
  }

  /**
   * The pair of a given raw private key, which is copied: a scalar as RFC 7748 encodes it for
   * ladders, a big-endian integer for SEC 1, a little-endian one for the NUMS Edwards curves.
   *
   * @throws IllegalArgumentException when its size or range is wrong
   */
  public KeyPair fromPrivateKey(byte[] privateKey) {
    dh.checkPrivateKey(privateKey);
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
    return KeyPair.of(scheme.id(), privateKey, this::publicKey);
  }

  private byte[] publicKey(byte[] privateKey) {
    byte[] publicKey = new byte[scheme.publicKeySize()];
    generating.fastest(1).publicKeys(publicKey, privateKey);
    return publicKey;
  }

  /**
   * Reads and fully validates a peer's public key on its public bytes: size, encoding, range, curve
   * equation, small order.
   *
   * @return the key in canonical form: SEC 1 uncompressed on Weierstrass curves, otherwise the raw
   *     encoding exactly as sent
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

  /**
   * The shared secret, full length, of a pair and a peer's raw public key.
   *
   * @throws InvalidKeyException when the peer's key is malformed or of small order (also found, in
   *     constant time, by the result: RFC 7748 section 6)
   * @throws IllegalStateException when the pair was closed
   * @throws IllegalArgumentException when the pair is for another scheme
   */
  public byte[] agree(KeyPair pair, byte[] peerPublicKey) throws InvalidKeyException {
    byte[] peer = canonical(peerPublicKey);
    byte[] privateKey = pair.copyPrivateKey(scheme.id());
    byte[] secret = new byte[scheme.outputSize()];
    long[] refused = new long[1];
    try {
      agreeing.fastest(1).agree(secret, refused, privateKey, peer);
    } finally {
      Wipe.wipe(privateKey);
    }
    if (refused[0] != 0) {
      throw reason(peer);
    }
    return secret;
  }

  /**
   * Many agreements at once, in the lanes of vectors and with inversions shared where that is
   * faster: see {@link WarmUp}. None depends on another; what is wrong with one is told by its own
   * result.
   *
   * @param peerPublicKeys a raw public key for each pair
   * @return a result for each pair, in their order
   * @throws IllegalArgumentException when there are not as many keys as pairs
   * @throws NullPointerException says which pair or key is null
   */
  public List<AgreementResult> agree(List<KeyPair> pairs, List<byte[]> peerPublicKeys) {
    if (pairs.size() != peerPublicKeys.size()) {
      throw new IllegalArgumentException(
          pairs.size() + " pairs and " + peerPublicKeys.size() + " public keys");
    }
    Parts.requireNoNull(pairs, "pairs");
    Parts.requireNoNull(peerPublicKeys, "peerPublicKeys");
    ManyAgreements many = new ManyAgreements(this, pairs.size());
    try {
      for (int i = 0; i < pairs.size(); i++) {
        many.add(pairs.get(i), peerPublicKeys.get(i));
      }
      agreeing.each(many.size(), many::compute);
      return many.results();
    } finally {
      many.wipe();
    }
  }

  /**
   * The canonical form of a key of another size. One of its size is validated by the computation
   * itself, in constant time: nobody who called {@link #decode} pays for that twice.
   */
  byte[] canonical(byte[] peerPublicKey) throws InvalidKeyException {
    return peerPublicKey.length == scheme.publicKeySize()
        ? peerPublicKey
        : dh.decodeVartime(peerPublicKey);
  }

  /** Why a peer's key was refused by the computation. */
  InvalidKeyException reason(byte[] peer) {
    try {
      dh.decodeVartime(peer);
    } catch (InvalidKeyException e) {
      return e;
    }
    return new InvalidKeyException("the public key is a point of small order");
  }
}
