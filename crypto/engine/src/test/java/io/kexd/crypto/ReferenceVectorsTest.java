package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The vectors of the slow independent reference, curves/vectors/curve25519.json. */
class ReferenceVectorsTest {
  private static final String FILE = "curves/vectors/curve25519.json";

  private static String algorithmOf(JsonNode c) {
    if (c.path("ph").asBoolean(false)) {
      return "ed25519ph";
    }
    return c.get("ctx").asString().isEmpty() ? "ed25519" : "ed25519ctx";
  }

  @Test
  void signatures() {
    if (!Corpora.present(FILE)) {
      return;
    }
    JsonNode cases = Corpora.json(FILE).get("signature").get("cases");
    for (JsonNode c : cases) {
      Signer signer = Signer.of(algorithmOf(c));
      byte[] context = Hex.of(c, "ctx");
      try (KeyPair pair = signer.fromPrivateKey(Hex.of(c, "sk"))) {
        assertArrayEquals(Hex.of(c, "pk"), pair.publicKey());
        byte[] signature = signer.sign(pair, Hex.of(c, "msg"), context);
        assertArrayEquals(Hex.of(c, "sig"), signature);
      }
    }
    assertEquals(18, cases.size());
  }

  @Test
  void edgesOfVerification() {
    if (!Corpora.present(FILE)) {
      return;
    }
    JsonNode cases = Corpora.json(FILE).get("signature").get("edge");
    Batch batch = Verifier.of("ed25519").batch();
    StringBuilder expected = new StringBuilder();
    for (JsonNode c : cases) {
      byte[] key = Hex.of(c, "pk");
      byte[] context = Hex.of(c, "ctx");
      boolean valid = c.get("valid_cofactored").asBoolean();
      Verifier verifier = Verifier.of(algorithmOf(c));
      boolean got = verifier.verifyVartime(key, Hex.of(c, "msg"), context, Hex.of(c, "sig"));
      assertEquals(valid, got, c.get("name").asString());
      if (context.length == 0) {
        batch.add(key, Hex.of(c, "msg"), context, Hex.of(c, "sig"));
        expected.append(valid ? '1' : '0');
      }
    }
    assertEquals(expected.toString(), verdicts(batch));
    assertEquals(59, batch.size());
    assertEquals(60, cases.size());
  }

  private static String verdicts(Batch batch) {
    StringBuilder verdicts = new StringBuilder();
    for (boolean valid : batch.verifyVartime(new SecureRandom())) {
      verdicts.append(valid ? '1' : '0');
    }
    return verdicts.toString();
  }

  @Test
  void batches() {
    if (!Corpora.present(FILE)) {
      return;
    }
    JsonNode batches = Corpora.json(FILE).get("signature").get("batch");
    byte[] none = new byte[0];
    for (JsonNode b : batches) {
      Verifier verifier = Verifier.of("ed25519");
      Batch batch = verifier.batch();
      StringBuilder singles = new StringBuilder();
      for (JsonNode i : b.get("items")) {
        byte[] key = Hex.of(i, "pk");
        batch.add(key, Hex.of(i, "msg"), none, Hex.of(i, "sig"));
        boolean valid = verifier.verifyVartime(key, Hex.of(i, "msg"), none, Hex.of(i, "sig"));
        singles.append(valid ? '1' : '0');
      }
      String verdicts = verdicts(batch);
      assertEquals(singles.toString(), verdicts, b.get("name").asString());
      assertEquals(b.get("valid").asBoolean(), !verdicts.contains("0"), b.get("name").asString());
    }
    assertEquals(4, batches.size());
  }
}
