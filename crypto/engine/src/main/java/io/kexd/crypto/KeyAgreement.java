package io.kexd.crypto;

import java.security.InvalidKeyException;
import java.security.SecureRandom;

/** Diffie-Hellman on one curve. Instances are immutable and safe for use by several threads. */
public final class KeyAgreement {
  private KeyAgreement() {}

  /** The agreement of that id; {@code IllegalArgumentException} when there is none. */
  public static KeyAgreement of(String id) {
    throw new UnsupportedOperationException(id);
  }

  public Scheme scheme() {
    throw new UnsupportedOperationException();
  }

  /** A fresh key pair. */
  public KeyPair generate(SecureRandom random) {
    throw new UnsupportedOperationException();
  }

  /**
   * The pair of a given private key, which is copied; for tests, known answers and deterministic
   * derivation.
   *
   * @throws IllegalArgumentException when its size is wrong
   */
  public KeyPair fromPrivateKey(byte[] privateKey) {
    throw new UnsupportedOperationException();
  }

  /**
   * Reads and fully validates a peer's public key on its public bytes: size, encoding, range, small
   * order.
   *
   * @return the key in raw form, exactly as sent where the format is raw
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decode(byte[] encoded, KeyFormat format) throws InvalidKeyException {
    throw new UnsupportedOperationException();
  }

  /** Writes a raw public key in the given format. */
  public byte[] encode(byte[] publicKey, KeyFormat format) {
    throw new UnsupportedOperationException();
  }

  /**
   * The shared secret, full length, of a pair and a peer's raw public key.
   *
   * @throws InvalidKeyException when the peer's key is malformed or of small order (also found, in
   *     constant time, by an all-zero result: RFC 7748 section 6)
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] agree(KeyPair pair, byte[] peerPublicKey) throws InvalidKeyException {
    throw new UnsupportedOperationException();
  }
}
