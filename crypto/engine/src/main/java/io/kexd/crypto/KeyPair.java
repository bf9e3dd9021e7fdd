package io.kexd.crypto;

/**
 * A private key with its public key. The private key never leaves the engine's packages by this
 * class; {@link #close} wipes it. Safe for use by several threads; only one {@link #close} does the
 * work.
 */
public final class KeyPair implements AutoCloseable {
  private final byte[] privateKey;
  private final byte[] publicKey;

  KeyPair(byte[] privateKey, byte[] publicKey) {
    this.privateKey = privateKey;
    this.publicKey = publicKey;
  }

  /** A copy of the raw public key. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  byte[] privateKey() {
    return privateKey;
  }

  /** Wipes the private key. A pair that was closed agrees on and signs nothing. */
  @Override
  public void close() {
    throw new UnsupportedOperationException();
  }
}
