package io.kexd.crypto;

import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Optional;

/**
 * One algorithm, on whichever kernels it is given. Keys and signatures are raw, and lie one after
 * the other where there are many. Immutable; safe for use by several threads.
 *
 * @param <S> kernels that sign
 * @param <V> kernels that verify
 * @param <M> what they sign and verify: an input that was checked, and hashed where need be
 */
interface SignatureAlgorithm<S, V, M> {
  /** Whether {@link EcdsaOptions} are for it. */
  boolean isEcdsa();

  /** Bytes of a raw signature. */
  int signatureBytes();

  byte[] generate(S kernel, SecureRandom random);

  /** Throws {@code IllegalArgumentException} unless it is a private key. */
  void checkPrivateKey(S kernel, byte[] privateKey);

  byte[] publicKey(S kernel, byte[] privateKey);

  /** The canonical form of a valid public key. */
  byte[] decodeVartime(S signer, V verifier, byte[] publicKey) throws InvalidKeyException;

  /** {@code IllegalArgumentException} for an input that the algorithm does not take. */
  M message(SignatureInput input);

  M[] messages(int count);

  /** Operations that a kernel computes at once. */
  int lanes(S kernel);

  void sign(S kernel, byte[] out, byte[] privateKeys, byte[] publicKeys, M[] messages);

  void verifyVartime(V kernel, boolean[] valid, byte[] publicKeys, M[] messages, byte[] signatures);

  /** Forgets the public keys that the kernel keeps something of, so that they are new to it. */
  void forgetKeys(V kernel);

  /** The same by one equation for many, where there is one. */
  boolean[] verifyTogetherVartime(
      V kernel, byte[] publicKeys, M[] messages, byte[] signatures, SecureRandom random);

  /** A raw signature as the input wants it written. */
  byte[] encode(byte[] signature, SignatureInput input);

  /** The raw signature; empty for what is none by its form. */
  Optional<byte[]> rawSignature(byte[] signature, SignatureInput input);

  /** A public key of canonical size, valid or not; empty for what can be none. */
  Optional<byte[]> rawKey(S kernel, byte[] publicKey);
}
