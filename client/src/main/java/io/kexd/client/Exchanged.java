package io.kexd.client;

import io.kexd.v1.ExchangeResponse;

/**
 * The responder's side of an exchange. The arrays belong to the caller, who wipes the secret when
 * done; copies that the transport made stay in the heap until they are collected.
 */
public final class Exchanged {
  private final byte[] publicKey;
  private final byte[] secret;

  private Exchanged(byte[] publicKey, byte[] secret) {
    this.publicKey = publicKey;
    this.secret = secret;
  }

  static Exchanged of(ExchangeResponse reply) {
    return new Exchanged(reply.getPublicKey().toByteArray(), reply.getSecret().toByteArray());
  }

  /** The server's ephemeral public key, raw: send it to the peer. */
  public byte[] publicKey() {
    return publicKey;
  }

  /** The secret, as the derivation says. */
  public byte[] secret() {
    return secret;
  }
}
