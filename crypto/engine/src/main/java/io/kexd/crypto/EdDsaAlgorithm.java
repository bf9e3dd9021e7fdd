package io.kexd.crypto;

import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Optional;

/** An EdDSA behind the public classes. */
final class EdDsaAlgorithm implements SignatureAlgorithm<EdDsa, EdVerifier, EdMessage> {
  private final EdVariant variant;
  private final int keyBytes;
  private final int signatureBytes;

  EdDsaAlgorithm(EdVariant variant, EdVerifier verifier) {
    this.variant = variant;
    this.keyBytes = verifier.bytes;
    this.signatureBytes = verifier.signatureBytes;
  }

  @Override
  public boolean isEcdsa() {
    return false;
  }

  @Override
  public int signatureBytes() {
    return signatureBytes;
  }

  @Override
  public byte[] generate(EdDsa edDsa, SecureRandom random) {
    byte[] seed = new byte[edDsa.bytes];
    random.nextBytes(seed);
    return seed;
  }

  @Override
  public void checkPrivateKey(EdDsa edDsa, byte[] privateKey) {
    if (privateKey.length != edDsa.bytes) {
      throw new IllegalArgumentException(
          "the private key has " + privateKey.length + " bytes, must have " + edDsa.bytes);
    }
  }

  @Override
  public byte[] publicKey(EdDsa edDsa, byte[] privateKey) {
    byte[] publicKey = new byte[edDsa.bytes];
    edDsa.publicKeys(publicKey, privateKey);
    return publicKey;
  }

  @Override
  public byte[] decodeVartime(EdDsa signer, EdVerifier verifier, byte[] publicKey)
      throws InvalidKeyException {
    return verifier.decodeVartime(publicKey);
  }

  @Override
  public EdMessage message(SignatureInput input) {
    if (input.options.ecdsa().isPresent()) {
      throw new IllegalArgumentException("this algorithm is no ECDSA and has none of its options");
    }
    byte[] context = input.options.context();
    return input.isDigest
        ? variant.ofDigest(input.bytes, context)
        : variant.ofMessage(input.bytes, context);
  }

  @Override
  public EdMessage[] messages(int count) {
    return new EdMessage[count];
  }

  @Override
  public int lanes(EdDsa kernel) {
    return kernel.lanes;
  }

  @Override
  public void sign(
      EdDsa kernel, byte[] out, byte[] privateKeys, byte[] publicKeys, EdMessage[] messages) {
    kernel.sign(out, privateKeys, publicKeys, messages);
  }

  @Override
  public void verifyVartime(
      EdVerifier kernel,
      boolean[] valid,
      byte[] publicKeys,
      EdMessage[] messages,
      byte[] signatures) {
    kernel.verifyVartime(valid, publicKeys, messages, signatures);
  }

  /** It keeps nothing of them. */
  @Override
  public void forgetKeys(EdVerifier kernel) {}

  @Override
  public boolean[] verifyTogetherVartime(
      EdVerifier kernel,
      byte[] publicKeys,
      EdMessage[] messages,
      byte[] signatures,
      SecureRandom random) {
    return kernel.verifyTogetherVartime(publicKeys, messages, signatures, random);
  }

  @Override
  public byte[] encode(byte[] signature, SignatureInput input) {
    return signature;
  }

  @Override
  public Optional<byte[]> rawSignature(byte[] signature, SignatureInput input) {
    return Optional.of(signature).filter(s -> s.length == signatureBytes);
  }

  @Override
  public Optional<byte[]> rawKey(EdDsa kernel, byte[] publicKey) {
    return Optional.of(publicKey).filter(k -> k.length == keyBytes);
  }
}
