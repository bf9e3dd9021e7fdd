package io.kexd.crypto;

import io.kexd.crypto.scheme.EdBatch;
import io.kexd.crypto.scheme.EdDsa;
import io.kexd.crypto.scheme.EdMessage;
import io.kexd.crypto.scheme.EdVariant;
import io.kexd.crypto.scheme.EdVerifier;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/** An EdDSA behind the public classes. */
final class EdDsaAlgorithm implements SignatureAlgorithm {
  private final EdDsa edDsa;
  private final EdVerifier verifier;
  private final EdVariant variant;

  EdDsaAlgorithm(EdDsa edDsa, EdVerifier verifier, EdVariant variant) {
    this.edDsa = edDsa;
    this.verifier = verifier;
    this.variant = variant;
  }

  @Override
  public byte[] generate(SecureRandom random) {
    byte[] seed = new byte[edDsa.bytes];
    random.nextBytes(seed);
    return seed;
  }

  @Override
  public void checkPrivateKey(byte[] privateKey) {
    if (privateKey.length != edDsa.bytes) {
      throw new IllegalArgumentException(
          "the private key has " + privateKey.length + " bytes, must have " + edDsa.bytes);
    }
  }

  @Override
  public byte[] publicKey(byte[] privateKey) {
    byte[] publicKey = new byte[edDsa.bytes];
    edDsa.publicKeys(publicKey, privateKey);
    return publicKey;
  }

  @Override
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    return verifier.decodeVartime(publicKey);
  }

  private EdMessage message(Input input) {
    if (input.options.ecdsa().isPresent()) {
      throw new IllegalArgumentException("this algorithm is no ECDSA and has none of its options");
    }
    byte[] context = input.options.context();
    return input.isDigest
        ? variant.ofDigest(input.bytes, context)
        : variant.ofMessage(input.bytes, context);
  }

  @Override
  public byte[] sign(byte[] privateKey, byte[] publicKey, Input input) {
    byte[] signature = new byte[edDsa.signatureBytes];
    edDsa.sign(signature, privateKey, publicKey, new EdMessage[] {message(input)});
    return signature;
  }

  private boolean isSized(byte[] publicKey, byte[] signature) {
    return publicKey.length == verifier.bytes && signature.length == verifier.signatureBytes;
  }

  @Override
  public boolean verifyVartime(byte[] publicKey, Input input, byte[] signature) {
    EdMessage message = message(input);
    if (!isSized(publicKey, signature)) {
      return false;
    }
    boolean[] valid = new boolean[1];
    verifier.verifyVartime(valid, publicKey, new EdMessage[] {message}, signature);
    return valid[0];
  }

  @Override
  public Group group() {
    return new EdGroup();
  }

  /** By the algebraic equation, for all items of the right size. */
  private final class EdGroup implements Group {
    private static final int MALFORMED = -1;

    private final EdBatch batch = verifier.batch();
    private final List<Integer> positions = new ArrayList<>();
    private int sized;

    @Override
    public void add(byte[] publicKey, Input input, byte[] signature) {
      EdMessage message = message(input);
      if (!isSized(publicKey, signature)) {
        positions.add(MALFORMED);
        return;
      }
      positions.add(sized++);
      batch.add(publicKey, message, signature);
    }

    @Override
    public boolean[] verifyVartime(SecureRandom random) {
      boolean[] checked = batch.verifyVartime(random);
      boolean[] valid = new boolean[positions.size()];
      for (int i = 0; i < valid.length; i++) {
        int position = positions.get(i);
        valid[i] = position != MALFORMED && checked[position];
      }
      return valid;
    }
  }
}
