package io.kexd.crypto.scheme;

import java.security.InvalidKeyException;
import java.security.SecureRandom;

/**
 * Key agreement on one curve, 1 to {@link #capacity} operations a call, keys one after the other:
 * as many operations as the arrays hold. They are computed in groups of {@link #lanes}, which share
 * inversions and look-ups; none depends on its neighbours. Immutable; safe for use by several
 * threads.
 */
public interface DiffieHellman {
  /** Operations computed at once. */
  int lanes();

  /** The most operations a call. */
  default int capacity() {
    return Groups.MOST * lanes();
  }

  /** Bytes of a private key. */
  int privateKeyBytes();

  /**
   * Bytes of a public key in its canonical form: SEC 1 uncompressed, otherwise the raw encoding.
   */
  int publicKeyBytes();

  /** Bytes of a shared secret. */
  int secretBytes();

  /** One uniform private key. */
  byte[] generate(SecureRandom random);

  /** Throws {@code IllegalArgumentException} unless it is a private key. Time: its size only. */
  void checkPrivateKey(byte[] privateKey);

  /**
   * Validates one raw public key fully, on its public bytes: size, encoding, range, curve, small
   * order. Time: variable.
   *
   * @return its canonical form, a copy
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException;

  /** out = the public keys of the private keys, canonical. Time: constant. */
  void publicKeys(byte[] out, byte[] privateKeys);

  /**
   * out = the shared secrets; refused = -1 where there is none, since the result is the neutral
   * element or the public key no point: there the secret is zeros. Time: constant.
   *
   * @param refused of the length of the number of operations
   * @param publicKeys canonical
   */
  void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys);
}
