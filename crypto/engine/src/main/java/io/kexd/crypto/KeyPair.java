package io.kexd.crypto;

import io.kexd.crypto.ct.Wipe;

/**
 * A private key with its public key; {@link #close} wipes the private key. It leaves the pair only
 * by {@link #privateKey}, for who seals it. Safe for use by several threads; only one {@link
 * #close} does the work.
 */
public final class KeyPair implements AutoCloseable {
  private final String scheme;
  private final byte[] privateKey;
  private final byte[] publicKey;
  private boolean closed;

  /** A private key to its public key. */
  interface Derivation {
    byte[] apply(byte[] privateKey);
  }

  /** Takes the private key as it is: the caller gives it away. Wiped where the derivation fails. */
  static KeyPair of(String scheme, byte[] privateKey, Derivation publicKey) {
    try {
      return new KeyPair(scheme, privateKey, publicKey.apply(privateKey));
    } catch (RuntimeException e) {
      Wipe.wipe(privateKey);
      throw e;
    }
  }

  /**
   * The pair that {@link #privateKey} and {@link #publicKey} were taken from; both are copied.
   * Nothing is computed, so the caller must know from elsewhere, for example from an authenticated
   * seal, that they belong together.
   *
   * @throws IllegalArgumentException when there is no such scheme or a size is wrong
   */
  public static KeyPair restore(String scheme, byte[] privateKey, byte[] publicKey) {
    Scheme known =
        Curves.find(scheme).orElseThrow(() -> new IllegalArgumentException("no such scheme"));
    if (privateKey.length != known.privateKeySize() || publicKey.length != known.publicKeySize()) {
      throw new IllegalArgumentException("the keys have not the sizes of keys of " + scheme);
    }
    return new KeyPair(scheme, privateKey.clone(), publicKey.clone());
  }

  private KeyPair(String scheme, byte[] privateKey, byte[] publicKey) {
    this.scheme = scheme;
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** The id of the scheme that the pair is for, for example {@code x25519}. */
  public String scheme() {
    return scheme;
  }

  /** A copy of the raw public key. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /**
   * A copy of the raw private key, to be sealed. It is secret: the caller wipes it at once.
   *
   * @throws IllegalStateException when the pair was closed
   */
  public byte[] privateKey() {
    return copyPrivateKey(scheme);
  }

  /**
   * A copy of the private key, which the caller wipes. It is whole even when another thread closes
   * the pair at the same time.
   *
   * @throws IllegalStateException when the pair was closed
   * @throws IllegalArgumentException when the pair is for another scheme
   */
  synchronized byte[] copyPrivateKey(String forScheme) {
    if (closed) {
      throw new IllegalStateException("the key pair was closed: generate a new one");
    }
    if (!scheme.equals(forScheme)) {
      throw new IllegalArgumentException(
          "the key pair is for " + scheme + ", not for " + forScheme);
    }
    return privateKey.clone();
  }

  /** Wipes the private key. A pair that was closed agrees on and signs nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    Wipe.wipe(privateKey);
  }

  /** Names the scheme and nothing else. */
  @Override
  public String toString() {
    return "KeyPair[" + scheme + "]";
  }
}
