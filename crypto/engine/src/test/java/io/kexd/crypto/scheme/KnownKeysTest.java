package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ECDSA with public keys that come again: from their third time on by their multiples. */
class KnownKeysTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  static Stream<Curve> inLanes() {
    return CurveIndex.ALL.stream()
        .filter(c -> c.id().matches("p256|p384|p521"))
        .flatMap(c -> IntStream.of(1, 4, 8).mapToObj(lanes -> EdScheme.withLanes(lanes, c)));
  }

  /** Signatures, some spoilt, by keys that are chosen. */
  private static final class Items {
    final byte[] keys;
    final byte[] signatures;
    final EcDigest[] digests;
    final boolean[] expected;

    /** Keys 2^i and l - 2^i, where i steps by the bits of a part, and random ones. */
    Items(Curve curve, int count) {
      Curve oneLane = EdScheme.withLanes(1, curve);
      EcDsa signer = new EcDsa(oneLane, new CombTable(oneLane, oneLane.comb()));
      BigInteger order = curve.order().modulus;
      this.keys = new byte[count * signer.publicKeyBytes];
      this.signatures = new byte[count * signer.signatureBytes];
      this.digests = new EcDigest[count];
      this.expected = new boolean[count];
      for (int i = 0; i < count; i++) {
        BigInteger power = BigInteger.TWO.pow(35 * (i / 3));
        BigInteger d =
            switch (i % 3) {
              case 0 -> power;
              case 1 -> order.subtract(power);
              default -> new BigInteger(order.bitLength() - 1, RANDOM).add(BigInteger.ONE);
            };
        byte[] privateKey = EcDsaTest.bigEndian(d, signer.privateKeyBytes);
        byte[] key = new byte[signer.publicKeyBytes];
        byte[] signature = new byte[signer.signatureBytes];
        byte[] digest = new byte[32]; // every other one is 0
        digest[0] = (byte) (i % 2 * i);
        digests[i] = new EcDigest(EcHash.SHA256, digest, false, true);
        signer.publicKeys(key, privateKey);
        signer.sign(signature, privateKey, new EcDigest[] {digests[i]}, RANDOM);
        System.arraycopy(key, 0, keys, i * key.length, key.length);
        System.arraycopy(signature, 0, signatures, i * signature.length, signature.length);
        expected[i] = true;
      }
    }

    /** Makes about half of them wrong: in the digest, in r or in s. */
    void spoil(Random random) {
      for (int i = 0; i < expected.length; i++) {
        int way = random.nextInt(6);
        int size = signatures.length / expected.length;
        if (way == 0) {
          byte[] other = digests[i].bytes.clone();
          other[1] ^= 1;
          digests[i] = new EcDigest(EcHash.SHA256, other, false, true);
        } else if (way < 3) {
          signatures[i * size + way * size / 2 - 1] ^= 1;
        }
        expected[i] = way > 2;
      }
    }

    boolean verify(EcVerifier verifier, int i) {
      boolean[] valid = new boolean[1];
      verifier.verifyVartime(
          valid,
          part(keys, verifier.publicKeyBytes, i),
          new EcDigest[] {digests[i]},
          part(signatures, verifier.signatureBytes, i));
      return valid[0];
    }

    private static byte[] part(byte[] all, int size, int i) {
      return Arrays.copyOfRange(all, i * size, (i + 1) * size);
    }
  }

  /** Alone and many in a call, before the keys are known and after. */
  @ParameterizedTest
  @MethodSource("inLanes")
  void sameAnswersEveryTime(Curve curve) {
    KeyTables tables = new KeyTables(curve, 1 + 2 * curve.field().bytes);
    EcVerifier verifier = new EcVerifier(curve, tables);
    int count = curve.field().lanes + 7;
    Items items = new Items(curve, count);
    for (int i = 0; i < count; i++) {
      for (int time = 0; time < 4; time++) {
        assertTrue(items.verify(verifier, i), "key " + i + ", time " + time);
      }
      assertTrue(tables.find(items.keys, i * verifier.publicKeyBytes) != null, "key " + i);
    }
    items.spoil(new Random(5));
    boolean[] valid = new boolean[count];
    verifier.verifyVartime(valid, items.keys, items.digests, items.signatures);
    assertArrayEquals(items.expected, valid);
    for (int i = 0; i < count; i++) {
      assertEquals(items.expected[i], items.verify(verifier, i), "key " + i);
    }
    new EcVerifier(curve).verifyVartime(valid, items.keys, items.digests, items.signatures);
    assertArrayEquals(items.expected, valid, "of keys that come for the first time");
  }

  /** A call makes multiples of one key a group at most; keys that are none never get any. */
  @Test
  void manyInACallLearn() {
    Curve curve = EdScheme.withLanes(4, Card.of("p256"));
    KeyTables tables = new KeyTables(curve, 65);
    EcVerifier verifier = new EcVerifier(curve, tables);
    Items items = new Items(curve, 8);
    items.keys[64] ^= 1; // the first is no point
    items.expected[0] = false;
    boolean[] valid = new boolean[8];
    int[] known = new int[7];
    for (int call = 0; call < known.length; call++) {
      verifier.verifyVartime(valid, items.keys, items.digests, items.signatures);
      assertArrayEquals(items.expected, valid, "call " + call);
      for (int i = 0; i < 8; i++) {
        known[call] += tables.find(items.keys, 65 * i) != null ? 1 : 0;
      }
    }
    assertArrayEquals(new int[] {0, 2, 4, 6, 7, 7, 7}, known);
  }

  @Test
  void threadsShareKeys() throws InterruptedException {
    Curve curve = Card.of("p256");
    EcVerifier verifier = new EcVerifier(curve);
    Items items = new Items(curve, 12);
    items.spoil(new Random(6));
    int threads = 3;
    AtomicInteger wrong = new AtomicInteger();
    CountDownLatch done = new CountDownLatch(threads);
    for (int t = 0; t < threads; t++) {
      new Thread(
              () -> {
                for (int n = 0; n < 120; n++) {
                  int i = n % 12;
                  wrong.addAndGet(items.verify(verifier, i) == items.expected[i] ? 0 : 1);
                }
                done.countDown();
              })
          .start();
    }
    done.await();
    assertEquals(0, wrong.get());
  }
}
