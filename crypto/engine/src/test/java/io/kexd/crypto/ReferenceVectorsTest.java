package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.field.F25519;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.mult.MontgomeryLadder;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The vectors of the slow independent reference, curves/vectors/curve25519.json. */
class ReferenceVectorsTest {
  private static final String FILE = "curves/vectors/curve25519.json";
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");

  @Test
  void field() {
    if (!Corpora.present(FILE)) {
      return;
    }
    Field f = F25519.FIELD;
    FieldRoots roots = new FieldRoots(f);
    JsonNode cases = Corpora.json(FILE).get("field").get("cases");
    long[] one = f.element();
    f.set(one, BigInteger.ONE);
    for (JsonNode c : cases) {
      long[] a = f.element();
      long[] b = f.element();
      long[] r = f.element();
      f.decode(a, Hex.of(c, "a"), 0);
      f.decode(b, Hex.of(c, "b"), 0);
      f.add(r, a, b);
      assertEquals(c.get("a+b").asString(), encode(f, r));
      f.sub(r, a, b);
      assertEquals(c.get("a-b").asString(), encode(f, r));
      f.mul(r, a, b);
      assertEquals(c.get("a*b").asString(), encode(f, r));
      f.sqr(r, a);
      assertEquals(c.get("a^2").asString(), encode(f, r));
      roots.invert(r, a);
      assertEquals(c.get("1/a").asString(), encode(f, r));
      checkRoot(f, roots, c, a, one);
    }
    assertEquals(32, cases.size());
  }

  private static void checkRoot(Field f, FieldRoots roots, JsonNode c, long[] a, long[] one) {
    long[] exists = f.mask();
    long[] root = f.element();
    roots.sqrtRatio(exists, root, a, one);
    assertEquals(c.get("a_is_square").asBoolean() ? -1 : 0, exists[0]);
    if (exists[0] != 0) {
      long[] odd = {-(long) (Hex.bytes(encode(f, root))[0] & 1)};
      f.negate(root, odd, root);
      assertEquals(c.get("even_sqrt_a").asString(), encode(f, root));
    }
  }

  private static String encode(Field f, long[] a) {
    byte[] out = new byte[f.bytes];
    f.encode(out, 0, a, f.element());
    return Hex.of(out);
  }

  @Test
  void exchanges() throws InvalidKeyException {
    if (!Corpora.present(FILE)) {
      return;
    }
    JsonNode cases = Corpora.json(FILE).get("ladder").get("cases");
    for (JsonNode c : cases) {
      try (KeyPair a = X25519.fromPrivateKey(Hex.of(c, "sk_a"));
          KeyPair b = X25519.fromPrivateKey(Hex.of(c, "sk_b"))) {
        assertArrayEquals(Hex.of(c, "pk_a"), a.publicKey());
        assertArrayEquals(Hex.of(c, "pk_b"), b.publicKey());
        assertArrayEquals(Hex.of(c, "shared"), X25519.agree(a, b.publicKey()));
        assertArrayEquals(Hex.of(c, "shared"), X25519.agree(b, a.publicKey()));
      }
    }
    assertEquals(32, cases.size());
  }

  @Test
  void edgesOfTheLadder() throws InvalidKeyException {
    if (!Corpora.present(FILE)) {
      return;
    }
    int refused = 0;
    for (JsonNode c : Corpora.json(FILE).get("ladder").get("edge")) {
      byte[] secret = Hex.of(c, "sk");
      byte[] peer = Hex.of(c, "pk");
      String name = c.get("name").asString();
      if (secret.length != 32) {
        assertThrows(IllegalArgumentException.class, () -> X25519.fromPrivateKey(secret), name);
        refused++;
        continue;
      }
      try (KeyPair pair = X25519.fromPrivateKey(secret)) {
        if (c.get("result").asString().equals("ok")) {
          assertArrayEquals(Hex.of(c, "value"), X25519.agree(pair, peer), name);
        } else {
          assertThrows(InvalidKeyException.class, () -> X25519.agree(pair, peer), name);
          assertThrows(InvalidKeyException.class, () -> X25519.decode(peer, KeyFormat.RAW), name);
          refused++;
        }
      }
    }
    assertEquals(11, refused);
  }

  @Test
  void unclampedLadder() {
    if (!Corpora.present(FILE)) {
      return;
    }
    Field f = F25519.FIELD;
    MontgomeryLadder ladder = new MontgomeryLadder(CurveIndex.ALL.get(0));
    JsonNode cases = Corpora.json(FILE).get("ladder").get("unclamped_ladder");
    int walked = 0;
    for (JsonNode c : cases) {
      BigInteger k = new BigInteger(c.get("k").asString(), 16);
      if (k.bitLength() > f.bits) {
        continue; // more bits than the ladder walks
      }
      walked++;
      byte[] scalar = new byte[32];
      for (int i = 0; i < 32; i++) {
        scalar[i] = k.shiftRight(8 * i).byteValue();
      }
      long[] u = f.element();
      f.decode(u, Hex.of(c, "u"), 0);
      ladder.multiply(u, scalar, u);
      assertEquals(c.get("u_out").asString(), encode(f, u), "k = " + k);
    }
    assertEquals(7, walked);
  }

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
