package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every EdDSA on the vectors of the slow independent reference. */
class EdVectorsTest {
  static List<Curve> curves() {
    return CurveIndex.ALL.stream().filter(c -> c.model() == Curve.Model.EDWARDS).toList();
  }

  private static JsonNode vectors(Curve curve, String part) {
    return Corpora.vectors(curve).get("signature").get(part);
  }

  /** The algorithm of a case: of the variant ctx where there is one and the case has a context. */
  private static String algorithmOf(Curve curve, JsonNode c) {
    Map<String, String> ids = new HashMap<>();
    for (Curve.SchemeSpec spec : curve.schemes()) {
      if (spec.kind().equals("eddsa")) {
        spec.algorithms().forEach(a -> ids.put(a.variant(), a.id()));
      }
    }
    String pure = ids.getOrDefault("pure", "");
    if (c.path("ph").asBoolean(false)) {
      return ids.getOrDefault("ph", "");
    }
    return c.get("ctx").asString().isEmpty() ? pure : ids.getOrDefault("ctx", pure);
  }

  @ParameterizedTest
  @MethodSource("curves")
  void signatures(Curve curve) {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    JsonNode cases = vectors(curve, "cases");
    int prehashed = 0;
    for (JsonNode c : cases) {
      prehashed += c.get("ph").asBoolean() ? 1 : 0;
      String algorithm = algorithmOf(curve, c);
      Signer signer = Signer.of(algorithm);
      byte[] context = Hex.of(c, "ctx");
      try (KeyPair pair = signer.fromPrivateKey(Hex.of(c, "sk"))) {
        assertArrayEquals(Hex.of(c, "pk"), pair.publicKey());
        byte[] signature = signer.sign(pair, Hex.of(c, "msg"), context);
        assertArrayEquals(Hex.of(c, "sig"), signature, algorithm);
        assertTrue(
            Verifier.of(algorithm)
                .verifyVartime(pair.publicKey(), Hex.of(c, "msg"), context, signature));
      }
    }
    assertEquals(18, cases.size());
    assertTrue(prehashed > 0 && prehashed < 18, "prehashed: " + prehashed);
  }

  /** Batches, one for each algorithm, with the verdicts that single verification gave. */
  private static final class Batches {
    private final Map<String, Batch> batches = new HashMap<>();
    private final Map<String, List<Boolean>> verdicts = new HashMap<>();

    boolean verify(String algorithm, JsonNode c) {
      Verifier verifier = Verifier.of(algorithm);
      byte[] key = Hex.of(c, "pk");
      byte[] context = Hex.of(c, "ctx");
      boolean valid = verifier.verifyVartime(key, Hex.of(c, "msg"), context, Hex.of(c, "sig"));
      batches
          .computeIfAbsent(algorithm, a -> verifier.batch())
          .add(key, Hex.of(c, "msg"), context, Hex.of(c, "sig"));
      verdicts.computeIfAbsent(algorithm, a -> new ArrayList<>()).add(valid);
      return valid;
    }

    void checkTheyAgree() {
      batches.forEach(
          (algorithm, batch) -> {
            List<Boolean> got = new ArrayList<>();
            for (boolean valid : batch.verifyVartime(new SecureRandom())) {
              got.add(valid);
            }
            assertEquals(verdicts.get(algorithm), got, algorithm);
          });
    }
  }

  @ParameterizedTest
  @MethodSource("curves")
  void edgesOfVerification(Curve curve) {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    JsonNode cases = vectors(curve, "edge");
    Batches batches = new Batches();
    int valid = 0;
    for (JsonNode c : cases) {
      boolean got = batches.verify(algorithmOf(curve, c), c);
      assertEquals(c.get("valid_cofactored").asBoolean(), got, c.get("name").asString());
      valid += got ? 1 : 0;
    }
    batches.checkTheyAgree();
    assertTrue(cases.size() >= 52, "cases: " + cases.size());
    assertTrue(valid >= 10 && valid < cases.size() / 2, "valid: " + valid);
  }

  /** What is wrong with a key by itself is refused before there is a signature. */
  @ParameterizedTest
  @MethodSource("curves")
  void edgesOfKeys(Curve curve) throws InvalidKeyException {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    int refused = 0;
    for (JsonNode c : vectors(curve, "edge")) {
      Verifier verifier = Verifier.of(algorithmOf(curve, c));
      byte[] key = Hex.of(c, "pk");
      if (c.get("valid_cofactored").asBoolean()) {
        assertArrayEquals(key, verifier.decode(key, KeyFormat.RAW));
      } else if (isBadKey(c.get("name").asString())) {
        assertThrows(
            InvalidKeyException.class,
            () -> verifier.decode(key, KeyFormat.RAW),
            c.get("name").asString());
        refused++;
      }
    }
    assertTrue(refused >= 7, "refused: " + refused);
  }

  private static boolean isBadKey(String name) {
    return name.startsWith("public key: ")
        && List.of(
                "sign bit",
                "not canonical",
                "all ones",
                "off the curve",
                "unused bit",
                "short",
                "long",
                "empty")
            .stream()
            .anyMatch(name::contains);
  }

  @Test
  void batchesOfEd25519() {
    Curve curve = Card.of("curve25519");
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    JsonNode batches = vectors(curve, "batch");
    for (JsonNode b : batches) {
      Batches batch = new Batches();
      boolean all = true;
      for (JsonNode i : b.get("items")) {
        all &= batch.verify("ed25519", i);
      }
      batch.checkTheyAgree();
      assertEquals(b.get("valid").asBoolean(), all, b.get("name").asString());
    }
    assertEquals(4, batches.size());
  }
}
