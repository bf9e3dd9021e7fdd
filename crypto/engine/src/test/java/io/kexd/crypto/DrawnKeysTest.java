package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.scheme.DiffieHellman;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Keys that were drawn for a call which fails. */
class DrawnKeysTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Fails when it is to compute; what it drew can be looked at. */
  private static final class Failing implements DiffieHellman {
    final List<byte[]> drawn = new ArrayList<>();

    @Override
    public int lanes() {
      return 1;
    }

    @Override
    public int privateKeyBytes() {
      return 32;
    }

    @Override
    public int publicKeyBytes() {
      return 32;
    }

    @Override
    public int secretBytes() {
      return 32;
    }

    @Override
    public byte[] generate(SecureRandom random) {
      byte[] key = new byte[32];
      Arrays.fill(key, (byte) 7);
      drawn.add(key);
      return key;
    }

    @Override
    public void checkPrivateKey(byte[] privateKey) {}

    @Override
    public byte[] decodeVartime(byte[] publicKey) {
      return publicKey;
    }

    @Override
    public void publicKeys(byte[] out, byte[] privateKeys) {
      throw new OutOfMemoryError("a test");
    }

    @Override
    public void agree(byte[] out, long[] refused, byte[] privateKeys, byte[] publicKeys) {
      throw new OutOfMemoryError("a test");
    }
  }

  @Test
  void whatWasDrawnInVainIsWiped() {
    Failing dh = new Failing();
    Variants<DiffieHellman> variants = new Variants<>(lanes -> dh, DiffieHellman::capacity);
    Kernels<DiffieHellman> kernels =
        new Kernels<>(
            "x",
            "generate",
            variants,
            () -> {
              throw new AssertionError();
            });
    Engine.Agreement real = Engine.agreement("x25519");
    KeyAgreement agreement =
        new KeyAgreement(new Engine.Agreement(real.scheme(), dh, real.codec(), kernels, kernels));
    assertThrows(OutOfMemoryError.class, () -> agreement.generate(RANDOM, 11));
    assertEquals(11, dh.drawn.size());
    for (byte[] key : dh.drawn) {
      assertArrayEquals(new byte[32], key);
    }
  }
}
