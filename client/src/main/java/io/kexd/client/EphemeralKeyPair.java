package io.kexd.client;

import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Role;
import java.time.Instant;

/**
 * A key pair whose private half stays in the server and serves one agreement.
 *
 * <p>{@link #close} has the server wipe a pair that was not used; after an agreement it does
 * nothing.
 */
public final class EphemeralKeyPair implements AutoCloseable {
  private final KexdClient client;
  private final String handle;
  private final byte[] publicKey;
  private final Instant expiresAt;
  private volatile boolean used;

  private EphemeralKeyPair(KexdClient client, String handle, byte[] publicKey, Instant expiresAt) {
    this.client = client;
    this.handle = handle;
    this.publicKey = publicKey;
    this.expiresAt = expiresAt;
  }

  static EphemeralKeyPair of(KexdClient client, GenerateKeyPairResponse reply) {
    return new EphemeralKeyPair(
        client,
        reply.getHandle(),
        reply.getPublicKey().toByteArray(),
        Instant.ofEpochSecond(reply.getExpiresAt().getSeconds(), reply.getExpiresAt().getNanos()));
  }

  /** Names the private half. Only the caller that made it can use it. */
  public String handle() {
    return handle;
  }

  /** A copy of the raw public key: send it to the peer. */
  public byte[] publicKey() {
    return publicKey.clone();
  }

  /** When the server wipes the pair. */
  public Instant expiresAt() {
    return expiresAt;
  }

  /** Agrees as the initiator, with HKDF's defaults. */
  public byte[] agree(byte[] peerPublicKey) {
    return agree(peerPublicKey, Derivation.hkdf(), Role.ROLE_INITIATOR);
  }

  /** Agrees as the initiator. */
  public byte[] agree(byte[] peerPublicKey, Derivation derivation) {
    return agree(peerPublicKey, derivation, Role.ROLE_INITIATOR);
  }

  /**
   * Agrees on a secret and uses the pair up. A peer key that is refused ({@code
   * INVALID_PUBLIC_KEY}) leaves it usable. Never repeated by the client: when the reply is lost,
   * generate a new pair.
   *
   * @param peerPublicKey raw
   * @return the secret, as the derivation says
   * @throws KexdException when the server refuses or cannot be reached
   */
  public byte[] agree(byte[] peerPublicKey, Derivation derivation, Role role) {
    byte[] secret = client.agree(handle, peerPublicKey, derivation, role);
    used();
    return secret;
  }

  /** It served its agreement. */
  void used() {
    used = true;
  }

  @Override
  public void close() {
    if (!used) {
      client.destroy(handle);
    }
  }
}
