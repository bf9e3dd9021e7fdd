package io.kexd.crypto;

import java.security.SecureRandom;

/** Inputs to try the kernels of a signature family on. */
final class SignatureTrial<S, V, M> {
  private static final int SIZE = 64;

  private final SignatureAlgorithm<S, V, M> algorithm;
  private final byte[][] privateKeys = new byte[SIZE][];
  private final byte[][] publicKeys = new byte[SIZE][];
  private final byte[][] signatures = new byte[SIZE][];
  private final M[] messages;

  /** Random keys, messages of 0, 1, ... bytes, and their signatures by one lane. */
  private SignatureTrial(SignatureAlgorithm<S, V, M> algorithm, S one) {
    SecureRandom random = new SecureRandom();
    this.algorithm = algorithm;
    this.messages = algorithm.messages(SIZE);
    for (int i = 0; i < SIZE; i++) {
      privateKeys[i] = algorithm.generate(one, random);
      publicKeys[i] = algorithm.publicKey(one, privateKeys[i]);
      messages[i] = algorithm.message(SignatureInput.ofMessage(new byte[i], options(i)));
      signatures[i] = sign(one, i, 1);
    }
  }

  /** Deterministic, so that the answers of two kernels can be compared. */
  private SignatureOptions options(int i) {
    EcdsaOptions ecdsa = new EcdsaOptions(EcdsaOptions.Encoding.P1363, i % 2 == 1, true);
    return algorithm.isEcdsa() ? SignatureOptions.of(ecdsa) : SignatureOptions.NONE;
  }

  static <S, V, M> Kernels.Trial<S> sign(SignatureAlgorithm<S, V, M> algorithm, S one) {
    SignatureTrial<S, V, M> trial = new SignatureTrial<>(algorithm, one);
    return new Kernels.Trial<>() {
      @Override
      public int size() {
        return SIZE;
      }

      @Override
      public byte[][] run(S kernel, int first, int count) {
        byte[][] out = new byte[count][];
        Parts.split(trial.sign(kernel, first, count), out, 0, count);
        return out;
      }
    };
  }

  /** Two signatures of three are right. */
  static <S, V, M> Kernels.Trial<V> verify(SignatureAlgorithm<S, V, M> algorithm, S one) {
    SignatureTrial<S, V, M> trial = new SignatureTrial<>(algorithm, one);
    for (int i = 0; i < SIZE; i += 3) {
      trial.signatures[i][i % trial.signatures[i].length] ^= 4;
    }
    return new Kernels.Trial<>() {
      @Override
      public int size() {
        return SIZE;
      }

      @Override
      public byte[][] run(V kernel, int first, int count) {
        return trial.verify(kernel, first, count);
      }
    };
  }

  private byte[] sign(S kernel, int first, int count) {
    byte[] out = new byte[count * algorithm.signatureBytes()];
    algorithm.sign(
        kernel,
        out,
        Parts.join(privateKeys, first, count),
        Parts.join(publicKeys, first, count),
        messages(first, count));
    return out;
  }

  private byte[][] verify(V kernel, int first, int count) {
    boolean[] valid = new boolean[count];
    algorithm.verifyVartime(
        kernel,
        valid,
        Parts.join(publicKeys, first, count),
        messages(first, count),
        Parts.join(signatures, first, count));
    byte[][] out = new byte[count][];
    for (int i = 0; i < count; i++) {
      out[i] = new byte[] {(byte) (valid[i] ? 1 : 0)};
    }
    return out;
  }

  private M[] messages(int first, int count) {
    M[] part = algorithm.messages(count);
    System.arraycopy(messages, first, part, 0, count);
    return part;
  }
}
