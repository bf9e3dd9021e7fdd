package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every EdDSA on fields of three lanes: each lane must give what one lane gives. */
class EdLanesTest {
  private static final int LANES = 3;

  static List<EdScheme> schemes() {
    return EdScheme.all();
  }

  private static byte[] lane(byte[] all, int lane) {
    int size = all.length / LANES;
    return Arrays.copyOfRange(all, lane * size, (lane + 1) * size);
  }

  /** Signatures of three keys, messages and contexts; then every pattern of bad lanes. */
  @ParameterizedTest
  @MethodSource("schemes")
  void signsAndVerifies(EdScheme scheme) {
    Random random = new Random(22);
    int n = scheme.bytes();
    byte[] seeds = EdScheme.random(random, n * LANES);
    byte[] keys = new byte[n * LANES];
    byte[] signatures = new byte[2 * n * LANES];
    EdMessage[] messages = new EdMessage[LANES];
    Arrays.setAll(messages, lane -> scheme.message(random));
    EdDsa three = scheme.withLanes(LANES).edDsa();
    three.publicKeys(keys, seeds);
    three.sign(signatures, seeds, keys, messages);
    EdDsa one = scheme.edDsa();
    for (int lane = 0; lane < LANES; lane++) {
      byte[] key = new byte[n];
      byte[] signature = new byte[2 * n];
      one.publicKeys(key, lane(seeds, lane));
      assertArrayEquals(key, lane(keys, lane));
      one.sign(signature, lane(seeds, lane), key, new EdMessage[] {messages[lane]});
      assertArrayEquals(signature, lane(signatures, lane));
    }
    EdVerifier verifier = scheme.withLanes(LANES).verifier();
    for (int bad = 0; bad < 1 << LANES; bad++) {
      for (int position : new int[] {3, n + 5, 2 * n - 1}) { // in R, in S, in the top of S
        checkPattern(verifier, keys, messages, signatures, bad, position);
      }
    }
  }

  private static void checkPattern(
      EdVerifier verifier,
      byte[] keys,
      EdMessage[] messages,
      byte[] signatures,
      int bad,
      int position) {
    byte[] changed = signatures.clone();
    long[] expected = new long[LANES];
    for (int lane = 0; lane < LANES; lane++) {
      expected[lane] = (bad >> lane & 1) - 1L;
      changed[verifier.signatureBytes * lane + position] ^= (byte) ((bad >> lane & 1) << 7);
    }
    long[] valid = new long[LANES];
    verifier.verifyVartime(valid, keys, messages, changed);
    assertArrayEquals(expected, valid);
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void batchesThatDoNotFillTheLanes(EdScheme scheme) {
    EdDsa signer = scheme.edDsa();
    EdVerifier verifier = scheme.withLanes(LANES).verifier();
    Random random = new Random(23);
    for (int size = 0; size < 5; size++) {
      for (int bad = -1; bad < size; bad++) {
        EdBatch batch = verifier.batch();
        for (int i = 0; i < size; i++) {
          EdScheme.Item item = scheme.sign(signer, random);
          int position = i % 2 == 0 ? 0 : 2 * scheme.bytes() - 1;
          item.signature[position] ^= (byte) (i == bad ? 0x80 : 0);
          batch.add(item.key, item.message, item.signature);
        }
        boolean[] valid = batch.verifyVartime(new SecureRandom());
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
    EdDsa signer = scheme.edDsa();
    Random random = new Random(24);
    for (EdScheme batched : List.of(scheme, scheme.withLanes(LANES))) {
      for (int size = 2; size < 8; size++) {
        EdBatch batch = batched.verifier().batch();
        boolean[] expected = new boolean[size];
        for (int i = 0; i < size; i++) {
          expected[i] = addItem(batch, scheme, signer, random, i % 4);
        }
        boolean[] wellFormed = new boolean[size];
        assertTrue(batch.combinationHolds(wellFormed, new SecureRandom()), "size " + size);
        assertArrayEquals(expected, wellFormed);
        EdScheme.Item item = scheme.sign(signer, random);
        batch.add(item.key, scheme.message(random), item.signature);
        assertFalse(batch.combinationHolds(new boolean[size + 1], new SecureRandom()));
      }
    }
  }

  /** Adds an item of one of four kinds; whether it is well formed. */
  private static boolean addItem(
      EdBatch batch, EdScheme scheme, EdDsa signer, Random random, int kind) {
    EdScheme.Item item = scheme.sign(signer, random);
    byte[] key = item.key;
    byte[] signature = item.signature;
    switch (kind) {
      case 1 -> {
        key = scheme.orderTwo();
        signature = scheme.neutralSignature();
      }
      case 2 -> signature[2 * scheme.bytes() - 1] |= (byte) 0x80; // S above the order
      case 3 -> Arrays.fill(signature, 0, scheme.bytes(), (byte) -1); // R not canonical
      default -> {}
    }
    batch.add(key, item.message, signature);
    return kind == 0 || (kind == 1 && !scheme.refusesSmallOrder());
  }
}
