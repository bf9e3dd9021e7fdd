package io.kexd.crypto.scheme;

import java.security.InvalidKeyException;
import java.security.SecureRandom;

/**
 * Key agreement on one curve, {@link #lanes} operations a call, keys lane after lane. Immutable;
 * safe for use by several threads.
 */
public interface DiffieHellman {
  /** Operations a call. */
  int lanes();

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

  /** out = the public keys, canonical. Time: constant. */
  void publicKeys(byte[] out, byte[] privateKeys);

  /**
   * out = the shared secrets; refused = -1 where there is none, since the result is the neutral
   * element. Time: constant.
   *
   * @param publicKeys canonical and valid
   */
  void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys);
}
