package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.DiffieHellman;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcdhTe;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** ECDH, Edwards ECDH and ECDSA on the vectors of the slow independent reference. */
class EcReferenceVectorsTest {
  private static final String FOLDER = "curves/vectors/";

  private static JsonNode vectors(Curve curve, String section) {
    return Corpora.vectors(curve).path(section);
  }

  /** Those that the reference knows. */
  private static List<EcCurve> weierstrass() {
    return EcCurve.all().stream().filter(c -> Corpora.hasVectors(c.curve)).toList();
  }

  private static byte[] publicKey(DiffieHellman dh, byte[] privateKey) {
    byte[] out = new byte[dh.publicKeyBytes()];
    dh.publicKeys(out, privateKey);
    return out;
  }

  private static byte[] agree(DiffieHellman dh, byte[] privateKey, byte[] publicKey)
      throws InvalidKeyException {
    dh.checkPrivateKey(privateKey);
    byte[] secret = new byte[dh.secretBytes()];
    long[] refused = new long[1];
    dh.agree(secret, refused, privateKey, dh.decodeVartime(publicKey));
    assertEquals(0, refused[0]);
    return secret;
  }

  @Test
  void ecdh() throws InvalidKeyException {
    if (!Corpora.present(FOLDER)) {
      return;
    }
    assertEquals(6, weierstrass().size());
    for (EcCurve curve : weierstrass()) {
      JsonNode section = vectors(curve.curve, "ecdh-sec");
      exchanges(curve.id, curve.ecdh, section);
      int compressed = 0;
      for (JsonNode c : section.get("cases")) {
        compressed++;
        byte[] key = curve.ecdh.decodeVartime(Hex.of(c, "pk_b_compressed"));
        assertArrayEquals(Hex.of(c, "pk_b"), key, curve.id);
      }
      assertEquals(32, compressed);
      assertEquals(4, edges(curve.id, curve.ecdh, section));
    }
  }

  @Test
  void edwardsEcdh() throws InvalidKeyException {
    if (!Corpora.present(FOLDER)) {
      return;
    }
    int curves = 0;
    for (Curve curve : CurveIndex.ALL) {
      if (curve.schemes().stream().anyMatch(s -> s.kind().equals("ecdh-te"))
          && Corpora.hasVectors(curve)) {
        curves++;
        EcdhTe dh = new EcdhTe(curve, new CombTable(curve, curve.comb()));
        JsonNode section = vectors(curve, "ecdh-te");
        exchanges(curve.id(), dh, section);
        assertEquals(5, edges(curve.id(), dh, section));
      }
    }
    assertEquals(6, curves);
  }

  private static void exchanges(String curve, DiffieHellman dh, JsonNode section)
      throws InvalidKeyException {
    int cases = 0;
    for (JsonNode c : section.get("cases")) {
      cases++;
      byte[] a = Hex.of(c, "sk_a");
      byte[] b = Hex.of(c, "sk_b");
      assertArrayEquals(Hex.of(c, "pk_a"), publicKey(dh, a), curve);
      assertArrayEquals(Hex.of(c, "pk_b"), publicKey(dh, b), curve);
      assertArrayEquals(Hex.of(c, "shared"), agree(dh, a, Hex.of(c, "pk_b")), curve);
      assertArrayEquals(Hex.of(c, "shared"), agree(dh, b, Hex.of(c, "pk_a")), curve);
    }
    assertEquals(32, cases);
  }

  /** How many were accepted. */
  private static int edges(String curve, DiffieHellman dh, JsonNode section)
      throws InvalidKeyException {
    int accepted = 0;
    for (JsonNode c : section.get("edge")) {
      String what = curve + ": " + c.get("name").asString();
      byte[] privateKey = Hex.of(c, "sk");
      byte[] publicKey = Hex.of(c, "pk");
      if (c.get("result").asString().equals("ok")) {
        accepted++;
        assertArrayEquals(Hex.of(c, "value"), agree(dh, privateKey, publicKey), what);
      } else if (c.get("reason").asString().startsWith("secret key")) {
        assertThrows(IllegalArgumentException.class, () -> agree(dh, privateKey, publicKey), what);
      } else {
        assertThrows(InvalidKeyException.class, () -> agree(dh, privateKey, publicKey), what);
        refusedInConstantTimeToo(what, dh, privateKey, publicKey);
      }
    }
    return accepted;
  }

  /** The second line: no secret comes out for a key that nobody validated. */
  private static void refusedInConstantTimeToo(
      String what, DiffieHellman dh, byte[] privateKey, byte[] publicKey) {
    if (publicKey.length == dh.publicKeyBytes()) {
      byte[] secret = new byte[dh.secretBytes()];
      Arrays.fill(secret, (byte) 1);
      long[] refused = new long[1];
      dh.agree(secret, refused, privateKey, publicKey);
      assertEquals(-1, refused[0], what);
      assertArrayEquals(new byte[dh.secretBytes()], secret, what);
    }
  }

  /** The reference signs with RFC 6979; each signature is checked in both encodings. */
  @Test
  void ecdsa() throws GeneralSecurityException {
    if (!Corpora.present(FOLDER)) {
      return;
    }
    for (EcCurve curve : weierstrass()) {
      JsonNode section = vectors(curve.curve, "signature");
      EcHash hash = EcHash.of(section.get("hash").asString());
      int cases = 0;
      for (JsonNode c : section.get("cases")) {
        cases++;
        byte[] privateKey = Hex.of(c, "sk");
        byte[] signature = curve.signDeterministic(hash, privateKey, Hex.of(c, "msg"), false);
        assertArrayEquals(Hex.of(c, "sig"), signature, curve.id);
        assertArrayEquals(Hex.of(c, "pk"), curve.publicKey(privateKey), curve.id);
      }
      assertEquals(16, cases);
      assertEquals(2, verifications(curve, hash, section), curve.id);
    }
  }

  private static int verifications(EcCurve curve, EcHash hash, JsonNode section) {
    int valid = 0;
    int cases = 0;
    for (JsonNode c : section.get("edge")) {
      cases++;
      String what = curve + ": " + c.get("name").asString();
      byte[] digest = hash.digest(Hex.of(c, "msg"));
      boolean got = curve.verifies(Hex.of(c, "pk"), digest, Hex.of(c, "sig"), false);
      assertEquals(c.get("valid").asBoolean(), got, what);
      valid += got ? 1 : 0;
    }
    assertTrue(cases >= 11);
    return valid;
  }

  /** Of s and -s exactly one is low, and that one is what signing gives when asked. */
  @Test
  void lowS() {
    if (!Corpora.present(FOLDER)) {
      return;
    }
    int high = 0;
    for (EcCurve curve : weierstrass()) {
      JsonNode section = vectors(curve.curve, "signature");
      EcHash hash = EcHash.of(section.get("hash").asString());
      for (JsonNode c : section.get("cases")) {
        byte[] digest = hash.digest(Hex.of(c, "msg"));
        byte[] plain = Hex.of(c, "sig");
        byte[] low = curve.signDeterministic(hash, Hex.of(c, "sk"), Hex.of(c, "msg"), true);
        boolean isLow = Arrays.equals(plain, low);
        high += isLow ? 0 : 1;
        assertEquals(isLow, curve.verifies(Hex.of(c, "pk"), digest, plain, true));
        assertTrue(curve.verifies(Hex.of(c, "pk"), digest, low, true));
        assertTrue(curve.verifies(Hex.of(c, "pk"), digest, low, false));
        low[low.length - 1] ^= 1;
        assertFalse(curve.verifies(Hex.of(c, "pk"), digest, low, false));
      }
    }
    assertTrue(high > 20 && high < 76, high + " of 96 are high");
  }
}
