package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many signatures and verifications of one call give what one at a time gives. */
class ManySignaturesTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final byte[] NONE = new byte[0];

  static Stream<String> algorithms() {
    return Curves.all().stream().flatMap(s -> s.algorithms().stream());
  }

  private static SignatureOptions options(Signer signer, int i) {
    EcdsaOptions.Encoding[] encodings = EcdsaOptions.Encoding.values();
    return signer.isEcdsa()
        ? SignatureOptions.of(new EcdsaOptions(encodings[i % 2], i % 3 == 0, true))
        : SignatureOptions.ofContext(signer.acceptsContext(0) ? NONE : new byte[] {1});
  }

  private static SignatureInput input(Signer signer, int i) {
    return SignatureInput.ofMessage(new byte[i], options(signer, i));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void asOneAtATime(String algorithm) {
    Signer signer = Signer.of(algorithm);
    Verifier verifier = Verifier.of(algorithm);
    for (int count : new int[] {0, 1, 11}) {
      List<KeyPair> pairs = new ArrayList<>();
      List<SignatureInput> inputs = new ArrayList<>();
      List<byte[]> keys = new ArrayList<>();
      List<byte[]> signatures = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        pairs.add(signer.generate(RANDOM));
        inputs.add(input(signer, i));
        keys.add(pairs.get(i).publicKey());
      }
      List<SignatureResult> results = signer.sign(pairs, inputs);
      assertEquals(count, results.size());
      boolean[] expected = new boolean[count];
      for (int i = 0; i < count; i++) {
        assertNull(results.get(i).refusal());
        byte[] signature = results.get(i).signature();
        assertArrayEquals(signer.sign(pairs.get(i), new byte[i], options(signer, i)), signature);
        expected[i] = i % 3 != 1;
        signature[signature.length - 1] ^= (byte) (expected[i] ? 0 : 1);
        signatures.add(signature);
      }
      assertArrayEquals(expected, verifier.verifyVartime(keys, inputs, signatures));
    }
  }

  /** All kinds of bad items between good ones, each with the reason that it has alone. */
  @ParameterizedTest
  @MethodSource("algorithms")
  void badItemsHarmNoOther(String algorithm) {
    Signer signer = Signer.of(algorithm);
    KeyPair pair = signer.generate(RANDOM);
    KeyPair closed = signer.generate(RANDOM);
    closed.close();
    KeyPair other = KeyAgreement.of("x25519").generate(RANDOM);
    SignatureInput good = input(signer, 0);
    SignatureOptions wrong =
        signer.isEcdsa()
            ? SignatureOptions.ofContext(new byte[] {1})
            : SignatureOptions.of(EcdsaOptions.DEFAULT);
    SignatureInput bad = SignatureInput.ofMessage(NONE, wrong);
    SignatureInput digest = SignatureInput.ofDigest(new byte[3], options(signer, 0));
    List<SignatureResult> results =
        signer.sign(
            List.of(pair, closed, pair, other, pair, pair),
            List.of(good, good, bad, good, digest, good));
    byte[] signature = signer.sign(pair, NONE, options(signer, 0));
    assertArrayEquals(signature, results.get(0).signature());
    assertThrows(IllegalStateException.class, () -> results.get(1).signature());
    for (int i = 2; i < 5; i++) {
      assertThrows(IllegalArgumentException.class, results.get(i)::signature);
    }
    assertArrayEquals(signature, results.get(5).signature());
    byte[] key = pair.publicKey();
    assertArrayEquals(
        new boolean[] {true, false, false, false, false, true},
        Verifier.of(algorithm)
            .verifyVartime(
                List.of(key, NONE, key, new byte[key.length], key, key),
                List.of(good, good, bad, good, good, good),
                List.of(signature, signature, signature, signature, NONE, signature)));
  }

  @Test
  void asManyInputsAsPairs() {
    List<SignatureInput> one = List.of(SignatureInput.ofMessage(NONE, SignatureOptions.NONE));
    Signer signer = Signer.of("ed25519");
    Verifier verifier = Verifier.of("ed25519");
    assertThrows(IllegalArgumentException.class, () -> signer.sign(List.of(), one));
    assertThrows(
        IllegalArgumentException.class, () -> verifier.verifyVartime(List.of(), one, List.of()));
    assertThrows(
        IllegalArgumentException.class,
        () -> verifier.verifyVartime(List.of(NONE), one, List.of()));
  }

  @Test
  void compressedKeysAreTaken() {
    Signer signer = Signer.of("ecdsa-p256-sha256");
    Verifier verifier = Verifier.of("ecdsa-p256-sha256");
    KeyPair pair = signer.generate(RANDOM);
    byte[] key = pair.publicKey();
    byte[] compressed = verifier.encode(key, KeyFormat.COMPRESSED);
    SignatureInput input = input(signer, 5);
    byte[] signature = signer.sign(pair, new byte[5], options(signer, 5));
    boolean[] expected = new boolean[2];
    Arrays.fill(expected, true);
    assertArrayEquals(
        expected,
        verifier.verifyVartime(
            List.of(key, compressed), List.of(input, input), List.of(signature, signature)));
  }

  @Test
  void resultsTellNoReasonTwice() {
    SignatureResult result = SignatureResult.refused(new IllegalStateException("x"));
    assertTrue(result.toString().contains("x"));
    assertEquals("SignatureResult[signature]", SignatureResult.of(NONE).toString());
  }

  @Test
  void aNullIsNamed() {
    Signer signer = Signer.of("ed25519");
    Verifier verifier = Verifier.of("ed25519");
    List<KeyPair> pairs = Arrays.asList(signer.generate(RANDOM), null);
    List<SignatureInput> inputs = Arrays.asList(input(signer, 0), input(signer, 1));
    NullPointerException e =
        assertThrows(NullPointerException.class, () -> signer.sign(pairs, inputs));
    assertEquals("pairs[1] is null", e.getMessage());
    List<byte[]> bytes = Arrays.asList(NONE, NONE);
    e =
        assertThrows(
            NullPointerException.class,
            () -> verifier.verifyVartime(bytes, inputs, Arrays.asList(null, NONE)));
    assertEquals("signatures[0] is null", e.getMessage());
  }
}
