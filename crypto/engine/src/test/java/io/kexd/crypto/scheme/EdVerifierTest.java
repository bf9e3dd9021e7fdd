package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every EdDSA of the index refuses, one by one and in batches. */
class EdVerifierTest {
  static List<EdScheme> schemes() {
    return EdScheme.all();
  }

  private static boolean verify(EdVerifier verifier, EdScheme.Item item) {
    boolean[] valid = new boolean[1];
    verifier.verifyVartime(valid, item.key, new EdMessage[] {item.message}, item.signature);
    return valid[0];
  }

  private static String refusal(EdVerifier verifier, byte[] key) {
    InvalidKeyException e =
        assertThrows(InvalidKeyException.class, () -> verifier.decodeVartime(key));
    return String.valueOf(e.getMessage());
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void decodesKeys(EdScheme scheme) throws InvalidKeyException {
    EdVerifier verifier = scheme.verifier();
    byte[] key = scheme.sign(scheme.edDsa(), new Random(31)).key;
    assertArrayEquals(key, verifier.decodeVartime(key));
    for (int size : new int[] {0, key.length - 1, key.length + 1}) {
      assertTrue(refusal(verifier, Arrays.copyOf(key, size)).contains("has " + size + " bytes"));
    }
    byte[] negativeZero = scheme.orderTwo();
    negativeZero[key.length - 1] |= (byte) 0x80;
    assertTrue(refusal(verifier, negativeZero).contains("canonical"));
    if (scheme.refusesSmallOrder()) {
      assertTrue(refusal(verifier, scheme.orderTwo()).contains("order"));
    } else {
      assertArrayEquals(scheme.orderTwo(), verifier.decodeVartime(scheme.orderTwo()));
    }
  }

  /** R neutral, S = 0: [k]A has small order whatever k is. */
  @ParameterizedTest
  @MethodSource("schemes")
  void smallOrder(EdScheme scheme) {
    EdMessage message = scheme.message(new Random(32));
    EdScheme.Item item = new EdScheme.Item(scheme.orderTwo(), message, scheme.neutralSignature());
    assertEquals(!scheme.refusesSmallOrder(), verify(scheme.verifier(), item));
  }

  private static byte[] withS(EdScheme scheme, byte[] signature, BigInteger s) {
    byte[] out = signature.clone();
    for (int i = 0; i < scheme.bytes(); i++) {
      out[scheme.bytes() + i] = s.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  private static BigInteger s(EdScheme scheme, byte[] signature) {
    BigInteger s = BigInteger.ZERO;
    for (int i = 2 * scheme.bytes() - 1; i >= scheme.bytes(); i--) {
      s = s.shiftLeft(8).or(BigInteger.valueOf(signature[i] & 0xff));
    }
    return s;
  }

  /** Every multiple of the order that still fits gives the same point, and every bit counts. */
  @ParameterizedTest
  @MethodSource("schemes")
  void refusesOtherFormsOfS(EdScheme scheme) {
    EdVerifier verifier = scheme.verifier();
    BigInteger order = scheme.curve().order().modulus;
    int bits = 8 * scheme.bytes();
    EdScheme.Item item = scheme.sign(scheme.edDsa(), new Random(33));
    BigInteger s = s(scheme, item.signature);
    assertTrue(s.compareTo(order) < 0);
    assertTrue(verify(verifier, item));
    int multiples = 0;
    for (BigInteger t = s.add(order); t.bitLength() <= bits && multiples < 9; t = t.add(order)) {
      byte[] signature = withS(scheme, item.signature, t);
      assertFalse(verify(verifier, new EdScheme.Item(item.key, item.message, signature)), "S + l");
      multiples++;
    }
    assertTrue(multiples > 2);
    for (int bit = order.bitLength() - 1; bit < bits; bit++) {
      byte[] signature = withS(scheme, item.signature, s.flipBit(bit));
      assertFalse(
          verify(verifier, new EdScheme.Item(item.key, item.message, signature)), "bit " + bit);
    }
  }

  /** Items of all kinds, right and wrong, in batches of all sizes: as one by one. */
  @ParameterizedTest
  @MethodSource("schemes")
  void batchesAgree(EdScheme scheme) {
    EdVerifier verifier = scheme.verifier();
    EdDsa edDsa = scheme.edDsa();
    Random random = new Random(34);
    int right = 0;
    for (int size = 1; size <= 12; size++) {
      EdBatch batch = verifier.batch();
      boolean[] expected = new boolean[size];
      for (int i = 0; i < size; i++) {
        EdScheme.Item item = spoil(scheme, scheme.sign(edDsa, random), random);
        batch.add(item.key, item.message, item.signature);
        expected[i] = verify(verifier, item);
        right += expected[i] ? 1 : 0;
      }
      assertArrayEquals(expected, batch.verifyVartime(new SecureRandom()), "size " + size);
    }
    assertTrue(right > 12 && right < 66, "right: " + right);
  }

  private static EdScheme.Item spoil(EdScheme scheme, EdScheme.Item item, Random random) {
    byte[] key = item.key.clone();
    byte[] signature = item.signature.clone();
    int bit = 1 << random.nextInt(8);
    switch (random.nextInt(12)) {
      case 0 -> key[random.nextInt(key.length)] ^= (byte) bit;
      case 1 -> signature[random.nextInt(key.length)] ^= (byte) bit;
      case 2 -> signature[key.length + random.nextInt(key.length)] ^= (byte) bit;
      case 3 -> key = scheme.orderTwo();
      case 4 -> System.arraycopy(scheme.orderTwo(), 0, signature, 0, key.length);
      case 5 -> {
        key = scheme.orderTwo();
        signature = scheme.neutralSignature();
      }
      default -> {}
    }
    return new EdScheme.Item(key, item.message, signature);
  }
}
