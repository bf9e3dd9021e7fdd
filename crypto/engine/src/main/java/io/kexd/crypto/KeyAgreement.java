package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.scheme.Spki;
import io.kexd.crypto.scheme.Xdh;
import java.security.InvalidKeyException;
import java.security.SecureRandom;

/** Diffie-Hellman on one curve. Instances are immutable and safe for use by several threads. */
public final class KeyAgreement {
  private final Scheme scheme;
  private final Xdh xdh;
  private final Spki spki;

  private KeyAgreement(Engine.Agreement engine) {
    this.scheme = engine.scheme();
    this.xdh = engine.xdh();
    this.spki = engine.spki();
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
    byte[] privateKey = new byte[scheme.privateKeySize()];
    random.nextBytes(privateKey);
    return pairOf(privateKey);
  }

  /**
   * The pair of a given private key, which is copied; for tests, known answers and deterministic
   * derivation.
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
    xdh.publicKeys(publicKey, privateKey);
    return new KeyPair(scheme.id(), privateKey, publicKey);
  }

  /**
   * Reads and fully validates a peer's public key on its public bytes: size, encoding, range, small
   * order.
   *
   * @return the key in raw form, exactly as sent where the format is raw
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    byte[] raw = format == KeyFormat.SPKI ? spki.decode(encoded) : encoded.clone();
    xdh.validateVartime(raw);
    return raw;
  }

  /** Writes a raw public key in the given format. */
  public byte[] encode(byte[] publicKey, KeyFormat format) {
    return format == KeyFormat.SPKI ? spki.encode(publicKey) : publicKey.clone();
  }

  /**
   * The shared secret, full length, of a pair and a peer's raw public key.
   *
   * @throws InvalidKeyException when the peer's key is malformed or of small order (also found, in
   *     constant time, by an all-zero result: RFC 7748 section 6)
   * @throws IllegalStateException when the pair was closed
   * @throws IllegalArgumentException when the pair is for another scheme
   */
  public byte[] agree(KeyPair pair, byte[] peerPublicKey) throws InvalidKeyException {
    xdh.validateVartime(peerPublicKey);
    byte[] privateKey = pair.copyPrivateKey(scheme.id());
    byte[] secret = new byte[scheme.outputSize()];
    long[] zero = new long[xdh.lanes];
    try {
      xdh.agree(secret, zero, privateKey, peerPublicKey);
    } finally {
      Wipe.wipe(privateKey);
    }
    if (zero[0] != 0) {
      throw Xdh.smallOrder();
    }
    return secret;
  }
}
