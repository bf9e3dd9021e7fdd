package io.kexd.crypto;

import io.kexd.crypto.scheme.EcDigest;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import io.kexd.crypto.scheme.EcVerifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Optional;

/** An ECDSA behind the public classes. */
final class EcDsaAlgorithm implements SignatureAlgorithm<EcDsa, EcVerifier, EcDigest> {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final EcHash hash;
  private final int keyBytes;
  private final int signatureBytes;

  EcDsaAlgorithm(EcHash hash, EcVerifier verifier) {
    this.hash = hash;
    this.keyBytes = verifier.publicKeyBytes;
    this.signatureBytes = verifier.signatureBytes;
  }

  @Override
  public boolean isEcdsa() {
    return true;
  }

  @Override
  public int signatureBytes() {
    return signatureBytes;
  }

  @Override
  public byte[] generate(EcDsa ecDsa, SecureRandom random) {
    return ecDsa.generate(random);
  }

  @Override
  public void checkPrivateKey(EcDsa ecDsa, byte[] privateKey) {
    ecDsa.checkPrivateKey(privateKey);
  }

  @Override
  public byte[] publicKey(EcDsa ecDsa, byte[] privateKey) {
    byte[] publicKey = new byte[ecDsa.publicKeyBytes];
    ecDsa.publicKeys(publicKey, privateKey);
    return publicKey;
  }

  @Override
  public byte[] decodeVartime(EcDsa signer, EcVerifier verifier, byte[] publicKey)
      throws InvalidKeyException {
    return signer.decodeVartime(publicKey);
  }

  @Override
  public EcDigest message(SignatureInput input) {
    EcdsaOptions options = options(input);
    return new EcDigest(hash, digest(input), options.lowS(), options.deterministic());
  }

  private byte[] digest(SignatureInput input) {
    if (input.options.context().length != 0) {
      throw new IllegalArgumentException("this algorithm takes no context");
    }
    if (!input.isDigest) {
      return hash.digest(input.bytes);
    }
    if (input.bytes.length != hash.bytes) {
      throw new IllegalArgumentException(
          "the digest has " + input.bytes.length + " bytes, must have " + hash.bytes);
    }
    return input.bytes;
  }

  private static EcdsaOptions options(SignatureInput input) {
    return input.options.ecdsa().orElse(EcdsaOptions.DEFAULT);
  }

  @Override
  public EcDigest[] messages(int count) {
    return new EcDigest[count];
  }

  @Override
  public int lanes(EcDsa kernel) {
    return kernel.lanes;
  }

  @Override
  public void sign(
      EcDsa kernel, byte[] out, byte[] privateKeys, byte[] publicKeys, EcDigest[] digests) {
    kernel.sign(out, privateKeys, digests, RANDOM);
  }

  @Override
  public void verifyVartime(
      EcVerifier kernel,
      boolean[] valid,
      byte[] publicKeys,
      EcDigest[] digests,
      byte[] signatures) {
    kernel.verifyVartime(valid, publicKeys, digests, signatures);
  }

  @Override
  public void forgetKeys(EcVerifier kernel) {
    kernel.forgetKeys();
  }

  /** Each by itself: ECDSA has no equation for many. */
  @Override
  public boolean[] verifyTogetherVartime(
      EcVerifier kernel,
      byte[] publicKeys,
      EcDigest[] digests,
      byte[] signatures,
      SecureRandom random) {
    boolean[] valid = new boolean[digests.length];
    kernel.verifyVartime(valid, publicKeys, digests, signatures);
    return valid;
  }

  @Override
  public byte[] encode(byte[] signature, SignatureInput input) {
    return options(input).encoding() == EcdsaOptions.Encoding.DER
        ? EcSignature.toDer(signature)
        : signature;
  }

  @Override
  public Optional<byte[]> rawSignature(byte[] signature, SignatureInput input) {
    if (options(input).encoding() == EcdsaOptions.Encoding.DER) {
      return EcSignature.fromDer(signature, signatureBytes);
    }
    return Optional.of(signature).filter(s -> s.length == signatureBytes);
  }

  /** A key of canonical size is validated where its signature is verified, others here. */
  @Override
  public Optional<byte[]> rawKey(EcDsa kernel, byte[] publicKey) {
    if (publicKey.length == keyBytes) {
      return Optional.of(publicKey);
    }
    try {
      return Optional.of(kernel.decodeVartime(publicKey));
    } catch (InvalidKeyException e) {
      return Optional.empty();
    }
  }
}
