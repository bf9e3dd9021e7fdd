package io.kexd.crypto;

import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;

/**
 * Inputs to try the kernels of a signature family on: random ones, with edge cases in between. Keys
 * and signatures are made once for signing and verifying.
 */
final class SignatureTrial<S, V, M> {
  private static final int SIZE = 64;

  private final SignatureAlgorithm<S, V, M> algorithm;
  private final byte[][] privateKeys = new byte[SIZE][];
  private final byte[][] publicKeys = new byte[SIZE][];
  private final byte[][] signatures = new byte[SIZE][];
  private final M[] messages;

  /** What is verified. */
  private final byte[][] shownKeys = new byte[SIZE][];

  private final byte[][] shownSignatures = new byte[SIZE][];

  /** Every other key is an edge case; messages of 0, 1, ... bytes; signatures by one lane. */
  SignatureTrial(SignatureAlgorithm<S, V, M> algorithm, S one, BigInteger order) {
    SecureRandom random = new SecureRandom();
    this.algorithm = algorithm;
    this.messages = algorithm.messages(SIZE);
    int bytes = algorithm.generate(one, random).length;
    List<byte[]> edges = EdgeKeys.of(order, bytes, key -> algorithm.checkPrivateKey(one, key));
    for (int i = 0; i < SIZE; i++) {
      boolean edge = i % 2 == 1 && i / 2 < edges.size();
      privateKeys[i] = edge ? edges.get(i / 2) : algorithm.generate(one, random);
      publicKeys[i] = algorithm.publicKey(one, privateKeys[i]);
      messages[i] = algorithm.message(SignatureInput.ofMessage(new byte[i], options(i)));
      signatures[i] = signed(one, i, 1);
    }
    for (int i = 0; i < SIZE; i++) {
      shownKeys[i] = publicKeys[i].clone();
      shownSignatures[i] = signatures[i].clone();
      if (i % 3 == 2) {
        spoil(i / 3, shownKeys[i], shownSignatures[i]);
      }
    }
  }

  /** Deterministic, so that the answers of two kernels can be compared. */
  private SignatureOptions options(int i) {
    EcdsaOptions ecdsa = new EcdsaOptions(EcdsaOptions.Encoding.P1363, i % 2 == 1, true);
    return algorithm.isEcdsa() ? SignatureOptions.of(ecdsa) : SignatureOptions.NONE;
  }

  /** Makes a key or a signature bad, in each of the ways in turn. */
  private static void spoil(int way, byte[] publicKey, byte[] signature) {
    int half = signature.length / 2;
    switch (way % 8) {
      case 0 -> signature[way % signature.length] ^= 4;
      case 1 -> Arrays.fill(signature, 0, half, (byte) 0);
      case 2 -> Arrays.fill(signature, half, signature.length, (byte) 0);
      case 3 -> Arrays.fill(signature, 0, half, (byte) 0xff);
      case 4 -> Arrays.fill(signature, half, signature.length, (byte) 0xff);
      case 5 -> publicKey[publicKey.length - 2] ^= 0x40;
      case 6 -> Arrays.fill(publicKey, 1, publicKey.length, (byte) 0);
      default -> Arrays.fill(publicKey, 1, publicKey.length, (byte) 0xff);
    }
  }

  Kernels.Trial<S> sign() {
    return new Kernels.Trial<>() {
      @Override
      public int size() {
        return SIZE;
      }

      @Override
      public byte[][] run(S kernel, int first, int count) {
        byte[][] out = new byte[count][];
        Parts.split(signed(kernel, first, count), out, 0, count);
        return out;
      }
    };
  }

  /**
   * Two signatures of three are right, the first too: it is what one alone is timed with. Keys are
   * new each time: what is warmed and timed is what costs more, on all the verbs that known keys
   * need too.
   */
  Kernels.Trial<V> verify() {
    return new Kernels.Trial<>() {
      @Override
      public int size() {
        return SIZE;
      }

      @Override
      public byte[][] run(V kernel, int first, int count) {
        return verified(kernel, first, count);
      }
    };
  }

  private byte[] signed(S kernel, int first, int count) {
    byte[] out = new byte[count * algorithm.signatureBytes()];
    algorithm.sign(
        kernel,
        out,
        Parts.join(privateKeys, first, count),
        Parts.join(publicKeys, first, count),
        messages(first, count));
    return out;
  }

  private byte[][] verified(V kernel, int first, int count) {
    boolean[] valid = new boolean[count];
    algorithm.forgetKeys(kernel);
    algorithm.verifyVartime(
        kernel,
        valid,
        Parts.join(shownKeys, first, count),
        messages(first, count),
        Parts.join(shownSignatures, first, count));
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
