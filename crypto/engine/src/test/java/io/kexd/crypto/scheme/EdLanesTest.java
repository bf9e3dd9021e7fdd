package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every EdDSA on fields of one lane, four and eight: as one operation a call of one lane. */
class EdLanesTest {
  static Stream<EdScheme> schemes() {
    return EdScheme.all().stream()
        .flatMap(s -> IntStream.of(1, 4, 8).mapToObj(lanes -> s.withLanes(lanes)));
  }

  private static byte[] part(byte[] all, int i, int size) {
    return Arrays.copyOfRange(all, i * size, (i + 1) * size);
  }

  /** Keys, messages and their signatures, made by one lane. */
  private static final class Items {
    final byte[] seeds;
    final byte[] keys;
    final EdMessage[] messages;
    final byte[] signatures;

    Items(EdScheme scheme, int count, Random random) {
      EdDsa one = scheme.withLanes(1).edDsa();
      int n = scheme.bytes();
      seeds = EdScheme.random(random, n * count);
      keys = new byte[n * count];
      signatures = new byte[2 * n * count];
      messages = new EdMessage[count];
      for (int i = 0; i < count; i++) {
        messages[i] = scheme.message(random);
        byte[] key = new byte[n];
        byte[] signature = new byte[2 * n];
        one.publicKeys(key, part(seeds, i, n));
        one.sign(signature, part(seeds, i, n), key, new EdMessage[] {messages[i]});
        System.arraycopy(key, 0, keys, i * n, n);
        System.arraycopy(signature, 0, signatures, i * 2 * n, 2 * n);
      }
    }
  }

  /** One operation, a lane less than all, all, and a few groups, the last of one operation. */
  @ParameterizedTest
  @MethodSource("schemes")
  void signsAsOneByOne(EdScheme scheme) {
    Random random = new Random(22);
    EdDsa edDsa = scheme.edDsa();
    int n = scheme.bytes();
    int lanes = edDsa.lanes;
    for (int count : new int[] {1, Math.max(1, lanes - 1), lanes, 2 * lanes + 1}) {
      Items items = new Items(scheme, count, random);
      byte[] keys = new byte[n * count];
      byte[] signatures = EdScheme.random(random, 2 * n * count);
      edDsa.publicKeys(keys, items.seeds);
      assertArrayEquals(items.keys, keys);
      edDsa.sign(signatures, items.seeds, keys, items.messages);
      assertArrayEquals(items.signatures, signatures);
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void takesAsManyAsThereIsRoomFor(EdScheme scheme) {
    EdDsa edDsa = scheme.edDsa();
    int n = scheme.bytes();
    byte[] full = new byte[n * edDsa.capacity];
    byte[] keys = new byte[n * edDsa.capacity];
    edDsa.publicKeys(keys, full);
    for (int i = 1; i < edDsa.capacity; i++) {
      assertArrayEquals(part(keys, 0, n), part(keys, i, n));
    }
    for (int count : new int[] {0, edDsa.capacity + 1}) {
      byte[] other = new byte[n * count];
      assertThrows(IllegalArgumentException.class, () -> edDsa.publicKeys(other, other));
    }
  }

  /** Right signatures beside wrong ones, in R, in S, in the top of S, and beside bad keys. */
  @ParameterizedTest
  @MethodSource("schemes")
  void verifiesEachByItself(EdScheme scheme) {
    Random random = new Random(25);
    EdVerifier verifier = scheme.verifier();
    int n = scheme.bytes();
    Items items = new Items(scheme, 2 * verifier.lanes + 1, random);
    int count = items.messages.length;
    for (int position : new int[] {3, n + 5, 2 * n - 1, 2 * n + 2}) {
      byte[] keys = items.keys.clone();
      byte[] signatures = items.signatures.clone();
      boolean[] expected = new boolean[count];
      for (int i = 0; i < count; i++) {
        expected[i] = random.nextBoolean();
        byte[] spoilt = position < 2 * n ? signatures : keys;
        int at = position < 2 * n ? 2 * n * i + position : n * i + position - 2 * n;
        spoilt[at] ^= (byte) (expected[i] ? 0 : 0x80);
      }
      boolean[] valid = new boolean[count];
      verifier.verifyVartime(valid, keys, items.messages, signatures);
      assertArrayEquals(expected, valid, "at " + position);
    }
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void batchesThatDoNotFillTheLanes(EdScheme scheme) {
    EdVerifier verifier = scheme.verifier();
    int n = scheme.bytes();
    Items items = new Items(scheme, verifier.lanes + 3, new Random(23));
    for (int size : new int[] {0, 1, 2, verifier.lanes, verifier.lanes + 3}) {
      for (int bad : new int[] {-1, 0, size / 2, size - 1}) {
        EdBatch batch = verifier.batch();
        for (int i = 0; i < size; i++) {
          byte[] signature = part(items.signatures, i, 2 * n);
          signature[i % 2 == 0 ? 0 : 2 * n - 1] ^= (byte) (i == bad ? 0x80 : 0);
          batch.add(part(items.keys, i, n), items.messages[i], signature);
        }
        boolean[] valid = batch.verifyVartime(new SecureRandom());
        assertEquals(size, valid.length);
        for (int i = 0; i < size; i++) {
          assertEquals(i != bad, valid[i], "item " + i + " of " + size + ", bad " + bad);
        }
      }
    }
  }

  /**
   * The equation itself, without the search for bad items: right items, some of small order, beside
   * ill-formed ones, in batches that do not fill the lanes. A wrong but well-formed one breaks it.
   */
  @ParameterizedTest
  @MethodSource("schemes")
  void combinationHoldsBesideIllFormedItems(EdScheme scheme) {
    EdCombination combination = scheme.verifier().combination();
    EdDsa signer = scheme.withLanes(1).edDsa();
    Random random = new Random(24);
    for (int size : new int[] {2, 5, scheme.edDsa().lanes + 1}) {
      Items items = new Items(scheme, size + 1, random);
      boolean[] expected = new boolean[size + 1];
      for (int i = 0; i < size; i++) {
        expected[i] = change(items, i, scheme, i % 4);
      }
      expected[size] = true;
      assertHolds(true, combination, items, expected);
      EdScheme.Item item = scheme.sign(signer, random);
      System.arraycopy(item.key, 0, items.keys, size * scheme.bytes(), scheme.bytes());
      assertHolds(false, combination, items, expected);
    }
  }

  private static void assertHolds(
      boolean holds, EdCombination combination, Items items, boolean[] wellFormed) {
    boolean[] got = new boolean[wellFormed.length];
    assertEquals(
        holds,
        combination.holds(
            got, items.keys, items.messages, items.signatures, 0, new SecureRandom()));
    assertArrayEquals(wellFormed, got);
  }

  /** Makes an item one of four kinds; whether it is well formed. */
  private static boolean change(Items items, int i, EdScheme scheme, int kind) {
    int n = scheme.bytes();
    switch (kind) {
      case 1 -> {
        System.arraycopy(scheme.orderTwo(), 0, items.keys, i * n, n);
        System.arraycopy(scheme.neutralSignature(), 0, items.signatures, 2 * i * n, 2 * n);
      }
      case 2 -> items.signatures[2 * (i + 1) * n - 1] |= (byte) 0x80; // S above the order
      case 3 -> Arrays.fill(items.signatures, 2 * i * n, (2 * i + 1) * n, (byte) -1); // no R
      default -> {}
    }
    return kind == 0 || (kind == 1 && !scheme.refusesSmallOrder());
  }

  /** More items than one combination takes, a wrong one in the first and in the last. */
  @ParameterizedTest
  @MethodSource("large")
  void batchesOfManyCombinations(EdScheme scheme) {
    EdVerifier verifier = scheme.verifier();
    int n = scheme.bytes();
    Items items = new Items(scheme, 2 * verifier.combination().capacity + 1, new Random(26));
    int count = items.messages.length;
    assertTrue(count > 100);
    for (int bad : new int[] {-1, 3, count - 1}) {
      EdBatch batch = verifier.batch();
      for (int i = 0; i < count; i++) {
        byte[] signature = part(items.signatures, i, 2 * n);
        signature[n] ^= (byte) (i == bad ? 1 : 0);
        batch.add(part(items.keys, i, n), items.messages[i], signature);
      }
      boolean[] valid = batch.verifyVartime(new SecureRandom());
      for (int i = 0; i < count; i++) {
        assertEquals(i != bad, valid[i], "item " + i + ", bad " + bad);
      }
    }
  }

  static Stream<EdScheme> large() {
    return schemes().filter(s -> s.spec().id().equals("ed25519"));
  }
}
