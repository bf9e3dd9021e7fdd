package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The life of a key pair. */
class KeyPairTest {
  private static final byte[] NONE = new byte[0];
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");
  private static final Signer ED25519 = Signer.of("ed25519");
  private final SecureRandom random = new SecureRandom();

  @Test
  void closedPairsDoNothing() {
    byte[] peer = X25519.generate(random).publicKey();
    KeyPair pair = X25519.generate(random);
    pair.close();
    pair.close();
    assertThrows(IllegalStateException.class, () -> X25519.agree(pair, peer));
    KeyPair signing = ED25519.generate(random);
    signing.close();
    assertThrows(IllegalStateException.class, () -> ED25519.sign(signing, NONE, NONE));
    assertEquals(32, signing.publicKey().length, "the public key stays");
  }

  @Test
  void aPairIsTheSameWhenRestored() throws InvalidKeyException {
    for (Scheme scheme : Curves.all()) {
      KeyPair pair = generate(scheme);
      byte[] privateKey = pair.privateKey();
      KeyPair restored = KeyPair.restore(scheme.id(), privateKey, pair.publicKey());
      Arrays.fill(privateKey, (byte) 0);
      assertArrayEquals(pair.publicKey(), restored.publicKey());
      assertArrayEquals(pair.privateKey(), restored.privateKey(), scheme.id());
      pair.close();
      assertThrows(IllegalStateException.class, pair::privateKey);
      assertFalse(Arrays.equals(privateKey, restored.privateKey()), "it shares an array");
    }
    KeyPair pair = X25519.generate(random);
    KeyPair restored = KeyPair.restore("x25519", pair.privateKey(), pair.publicKey());
    byte[] peer = X25519.generate(random).publicKey();
    assertArrayEquals(X25519.agree(pair, peer), X25519.agree(restored, peer));
  }

  private KeyPair generate(Scheme scheme) {
    return scheme.kind() == Scheme.Kind.AGREEMENT
        ? KeyAgreement.of(scheme.id()).generate(random)
        : Signer.of(scheme.algorithms().get(0)).generate(random);
  }

  @Test
  void whatIsNoPairIsNotRestored() {
    byte[] key = new byte[32];
    for (int size : new int[] {0, 31, 33}) {
      byte[] other = new byte[size];
      assertThrows(
          IllegalArgumentException.class, () -> KeyPair.restore("x25519", other, new byte[32]));
      assertThrows(IllegalArgumentException.class, () -> KeyPair.restore("x25519", key, other));
    }
    assertThrows(IllegalArgumentException.class, () -> KeyPair.restore("x25518", key, key));
  }

  @Test
  void closeWipes() {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) 7);
    KeyPair.of("x25519", secret, key -> new byte[32]).close();
    assertArrayEquals(new byte[32], secret);
  }

  @Test
  void aPairThatCannotBeMadeWipes() {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) 7);
    assertThrows(
        IllegalStateException.class,
        () ->
            KeyPair.of(
                "x25519",
                secret,
                key -> {
                  throw new IllegalStateException();
                }));
    assertArrayEquals(new byte[32], secret);
  }

  @Test
  void copiesWhatItIsGiven() throws InvalidKeyException {
    byte[] secret = new byte[32];
    random.nextBytes(secret);
    byte[] peer = X25519.generate(random).publicKey();
    try (KeyPair pair = X25519.fromPrivateKey(secret);
        KeyPair same = X25519.fromPrivateKey(secret)) {
      Arrays.fill(secret, (byte) 0);
      pair.publicKey()[0] ^= 1;
      assertArrayEquals(same.publicKey(), pair.publicKey());
      assertArrayEquals(X25519.agree(same, peer), X25519.agree(pair, peer));
    }
  }

  @Test
  void showsNoSecret() {
    byte[] secret = new byte[32];
    Arrays.fill(secret, (byte) 0x5a);
    try (KeyPair pair = X25519.fromPrivateKey(secret)) {
      assertEquals("KeyPair[x25519]", pair.toString());
      assertFalse(pair.toString().contains("5a"));
    }
  }

  @Test
  void isForOneSchemeOnly() {
    try (KeyPair agreement = X25519.generate(random);
        KeyPair signing = ED25519.generate(random)) {
      assertThrows(
          IllegalArgumentException.class, () -> X25519.agree(signing, agreement.publicKey()));
      assertThrows(IllegalArgumentException.class, () -> ED25519.sign(agreement, NONE, NONE));
      assertEquals(64, Signer.of("ed25519ph").sign(signing, NONE, NONE).length);
    }
  }

  /** A workspace that failed between two parts of a hash must not spoil the next operation. */
  @Test
  void aFailedSignatureLeavesNothingBehind() {
    byte[] seed = new byte[32];
    random.nextBytes(seed);
    try (KeyPair pair = ED25519.fromPrivateKey(seed)) {
      byte[] signature = ED25519.sign(pair, NONE, NONE);
      assertThrows(NullPointerException.class, () -> ED25519.sign(pair, nothing(), NONE));
      assertArrayEquals(pair.publicKey(), ED25519.fromPrivateKey(seed).publicKey());
      assertArrayEquals(signature, ED25519.sign(pair, NONE, NONE));
    }
  }

  /** What a caller without null checks passes. */
  @SuppressWarnings("NullAway")
  private static byte[] nothing() {
    return null;
  }

  /** Many threads agree while one closes: each gets the right secret or the refusal. */
  @Test
  void concurrentCloseNeverComputesWithAHalfWipedKey()
      throws InvalidKeyException, InterruptedException, ExecutionException {
    byte[] peer = X25519.generate(random).publicKey();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      for (int round = 0; round < 50; round++) {
        byte[] secret = new byte[32];
        random.nextBytes(secret);
        byte[] expected = X25519.agree(X25519.fromPrivateKey(secret), peer);
        KeyPair pair = X25519.fromPrivateKey(secret);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<Integer>> results = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
          results.add(threads.submit(() -> agreeUntilClosed(start, pair, peer, expected)));
        }
        Future<?> closer =
            threads.submit(
                () -> {
                  start.await();
                  pair.close();
                  return 0;
                });
        start.countDown();
        closer.get();
        for (Future<Integer> result : results) {
          result.get();
        }
      }
    } finally {
      threads.shutdown();
    }
  }

  private static int agreeUntilClosed(
      CountDownLatch start, KeyPair pair, byte[] peer, byte[] expected)
      throws InvalidKeyException, InterruptedException {
    start.await();
    for (int agreed = 0; ; agreed++) {
      try {
        assertArrayEquals(expected, X25519.agree(pair, peer));
      } catch (IllegalStateException closed) {
        return agreed;
      }
    }
  }
}
