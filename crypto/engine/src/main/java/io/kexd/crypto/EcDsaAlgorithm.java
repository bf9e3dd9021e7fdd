package io.kexd.crypto;

import io.kexd.crypto.scheme.EcDigest;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import io.kexd.crypto.scheme.EcVerifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** An ECDSA behind the public classes. */
final class EcDsaAlgorithm implements SignatureAlgorithm {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final EcDsa ecDsa;
  private final EcHash hash;
  private final EcVerifier verifier;

  EcDsaAlgorithm(EcDsa ecDsa, EcHash hash, EcVerifier verifier) {
    this.ecDsa = ecDsa;
    this.hash = hash;
    this.verifier = verifier;
  }

  @Override
  public byte[] generate(SecureRandom random) {
    return ecDsa.generate(random);
  }

  @Override
  public void checkPrivateKey(byte[] privateKey) {
    ecDsa.checkPrivateKey(privateKey);
  }

  @Override
  public byte[] publicKey(byte[] privateKey) {
    byte[] publicKey = new byte[ecDsa.publicKeyBytes];
    ecDsa.publicKeys(publicKey, privateKey);
    return publicKey;
  }

  @Override
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    return ecDsa.decodeVartime(publicKey);
  }

  private byte[] digest(Input input) {
    if (input.options.context().length != 0) {
      throw new IllegalArgumentException("this algorithm takes no context");
    }
    if (!input.isDigest) {
      return hash.digest(input.bytes);
    }
    int size = hash.bytes;
    if (input.bytes.length != size) {
      throw new IllegalArgumentException(
          "the digest has " + input.bytes.length + " bytes, must have " + size);
    }
    return input.bytes;
  }

  private static EcdsaOptions options(Input input) {
    return input.options.ecdsa().orElse(EcdsaOptions.DEFAULT);
  }

  @Override
  public byte[] sign(byte[] privateKey, byte[] publicKey, Input input) {
    EcdsaOptions options = options(input);
    EcDigest[] digests = {
      new EcDigest(hash, digest(input), options.lowS(), options.deterministic())
    };
    byte[] signature = new byte[ecDsa.signatureBytes];
    ecDsa.sign(signature, privateKey, digests, RANDOM);
    return options.encoding() == EcdsaOptions.Encoding.DER
        ? EcSignature.toDer(signature)
        : signature;
  }

  @Override
  public boolean verifyVartime(byte[] publicKey, Input input, byte[] signature) {
    return verifyVartime(publicKey, digest(input), options(input), signature);
  }

  private boolean verifyVartime(
      byte[] publicKey, byte[] digest, EcdsaOptions options, byte[] signature) {
    Optional<byte[]> fixed = fixedSize(signature, options.encoding());
    if (fixed.isEmpty()) {
      return false;
    }
    try {
      byte[] key = decodeVartime(publicKey);
      boolean[] valid = new boolean[1];
      EcDigest[] digests = {new EcDigest(hash, digest, options.lowS(), false)};
      verifier.verifyVartime(valid, key, digests, fixed.get());
      return valid[0];
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  private Optional<byte[]> fixedSize(byte[] signature, EcdsaOptions.Encoding encoding) {
    if (encoding == EcdsaOptions.Encoding.DER) {
      return EcSignature.fromDer(signature, verifier.signatureBytes);
    }
    return Optional.of(signature).filter(s -> s.length == verifier.signatureBytes);
  }

  @Override
  public Group group() {
    return new EcGroup();
  }

  /** One by one: ECDSA has no equation for batches. */
  private final class EcGroup implements Group {
    private final List<BooleanSupplier> items = new ArrayList<>();

    @Override
    public void add(byte[] publicKey, Input input, byte[] signature) {
      byte[] digest = digest(input).clone();
      byte[] key = publicKey.clone();
      EcdsaOptions options = options(input);
      byte[] copy = signature.clone();
      items.add(() -> EcDsaAlgorithm.this.verifyVartime(key, digest, options, copy));
    }

    @Override
    public boolean[] verifyVartime(SecureRandom random) {
      boolean[] valid = new boolean[items.size()];
      for (int i = 0; i < valid.length; i++) {
        valid[i] = items.get(i).getAsBoolean();
      }
      return valid;
    }
  }
}
