package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** ECDH on the NIST curves on test vectors of others, judged as vectors/README.md says. */
class EcdhCorpusTest {
  private interface Format {
    /** The raw point of a case. */
    byte[] publicKey(EcCurve curve, JsonNode value) throws InvalidKeyException;

    KeyPair privateKey(EcCurve curve, JsonNode value) throws InvalidKeyException;
  }

  private static final Format ASN =
      new Format() {
        @Override
        public byte[] publicKey(EcCurve curve, JsonNode value) throws InvalidKeyException {
          return curve.agreement.decode(Hex.bytes(value.asString()), KeyFormat.SPKI);
        }

        @Override
        public KeyPair privateKey(EcCurve curve, JsonNode value) {
          return curve.agreement.fromPrivateKey(curve.scalar(value.asString()));
        }
      };

  private static final Format POINT =
      new Format() {
        @Override
        public byte[] publicKey(EcCurve curve, JsonNode value) {
          return Hex.bytes(value.asString());
        }

        @Override
        public KeyPair privateKey(EcCurve curve, JsonNode value) {
          return curve.agreement.fromPrivateKey(curve.scalar(value.asString()));
        }
      };

  private static final Format PEM =
      new Format() {
        @Override
        public byte[] publicKey(EcCurve curve, JsonNode value) throws InvalidKeyException {
          return curve.agreement.decode(der(value.asString()), KeyFormat.SPKI);
        }

        @Override
        public KeyPair privateKey(EcCurve curve, JsonNode value) throws InvalidKeyException {
          return curve.agreement.fromPkcs8(der(value.asString()));
        }

        private static byte[] der(String pem) {
          return Base64.getMimeDecoder().decode(pem.replaceAll("-----[A-Z ]+-----", ""));
        }
      };

  private static final Format JWK =
      new Format() {
        @Override
        public byte[] publicKey(EcCurve curve, JsonNode key) throws InvalidKeyException {
          checkCurve(curve, key);
          return EcCurve.concat(
              new byte[] {4}, EcCurve.concat(member(curve, key, "x"), member(curve, key, "y")));
        }

        @Override
        public KeyPair privateKey(EcCurve curve, JsonNode key) throws InvalidKeyException {
          checkCurve(curve, key);
          return curve.agreement.fromPrivateKey(member(curve, key, "d"));
        }

        private static void checkCurve(EcCurve curve, JsonNode key) throws InvalidKeyException {
          if (!key.path("kty").asString("").equals("EC")
              || !key.path("crv").asString("").equals(curve.id.replace("p", "P-"))) {
            throw new InvalidKeyException("the JWK is for another curve");
          }
        }

        private static byte[] member(EcCurve curve, JsonNode key, String name)
            throws InvalidKeyException {
          byte[] out = Base64.getUrlDecoder().decode(key.get(name).asString());
          if (out.length != curve.curve.field().bytes) {
            throw new InvalidKeyException("RFC 7518 section 6.2 wants full length");
          }
          return out;
        }
      };

  private static final Map<String, Format> FORMATS =
      Map.of("_test", ASN, "_ecpoint_test", POINT, "_pem_test", PEM, "_webcrypto_test", JWK);

  @ParameterizedTest
  @ValueSource(strings = {"_test", "_ecpoint_test", "_pem_test", "_webcrypto_test"})
  void wycheproof(String suffix) throws InvalidKeyException {
    for (String name : List.of("secp256r1", "secp384r1", "secp521r1")) {
      String file = "wycheproof/ecdh_" + name + suffix + ".json.gz";
      if (!Corpora.present(file)) {
        return;
      }
      Format format = FORMATS.get(suffix);
      int cases = 0;
      int accepted = 0;
      for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
        for (JsonNode c : group.get("tests")) {
          cases++;
          accepted += judge(file + " " + c.get("tcId"), EcCurve.of(name), format, c) ? 1 : 0;
        }
      }
      Corpora.checkCount(file, cases);
      assertTrue(accepted > 100, file + ": " + accepted + " accepted");
    }
  }

  /**
   * Valid: the given secret. Invalid: refused. Acceptable: the given secret for a compressed point,
   * and refused otherwise, for what is left is not strict DER or has explicit parameters.
   */
  private static boolean judge(String what, EcCurve curve, @Nullable Format format, JsonNode c)
      throws InvalidKeyException {
    if (format == null) {
      throw new AssertionError(what);
    }
    String result = c.get("result").asString();
    boolean compressed = c.get("flags").toString().contains("\"CompressedPoint\"");
    boolean expected = result.equals("valid") || (result.equals("acceptable") && compressed);
    byte[] secret;
    try (KeyPair pair = format.privateKey(curve, c.get("private"))) {
      byte[] sent = format.publicKey(curve, c.get("public"));
      secret = curve.agreement.agree(pair, curve.agreement.decode(sent, KeyFormat.RAW));
    } catch (InvalidKeyException e) {
      assertFalse(expected, what + " must not be refused: " + e.getMessage());
      return false;
    }
    assertTrue(expected, what + " must be refused");
    assertEquals(c.get("shared").asString(), Hex.of(secret), what);
    return true;
  }

  @Test
  void cavpCofactorDiffieHellman() throws InvalidKeyException {
    String file = "cavp/kas_ecc_cdh_primitive.txt.gz";
    if (!Corpora.present(file)) {
      return;
    }
    List<Records> records = Records.parse(Corpora.text("vectors/" + file));
    for (Records r : records) {
      EcCurve curve = EcCurve.of(r.get("Curve"));
      byte[] privateKey = curve.scalar(r.get("Private"));
      assertArrayEquals(curve.point(r.get("X"), r.get("Y")), curve.publicKey(privateKey));
      byte[] peer = curve.point(r.get("PeerX"), r.get("PeerY"));
      assertEquals(r.get("Z"), Hex.of(curve.agree(privateKey, peer)));
    }
    Corpora.checkCount(file, records.size());
  }

  /** What the peer sent wrong is refused; what we had wrong shows as another secret. */
  @Test
  void cavpValidity() {
    String file = "cavp/kas_ecc_static_zzonly_init.fax.gz";
    if (!Corpora.present(file)) {
      return;
    }
    Map<String, String> curves = Map.of("EC", "p256", "ED", "p384", "EE", "p521");
    int cases = 0;
    int judged = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      String curve = curves.get(section.name().replaceAll(" .*", ""));
      for (Records r : section.records()) {
        if (r.has("Result")) {
          cases++;
          if (curve != null) {
            judged++;
            checkValidity(EcCurve.of(curve), r);
          }
        }
      }
    }
    Corpora.checkCount(file, cases);
    assertEquals(90, judged);
  }

  private static void checkValidity(EcCurve curve, Records r) {
    int reason = Integer.parseInt(r.get("Result").replaceAll("[^0-9]*([0-9]+).*", "$1"));
    byte[] peer = curve.point(r.get("QsCAVSx"), r.get("QsCAVSy"));
    byte[] privateKey = curve.scalar(r.get("dsIUT"));
    if (new BigInteger(r.get("dsIUT"), 16).compareTo(curve.curve.order().modulus) >= 0) {
      assertEquals(7, reason);
      assertThrows(IllegalArgumentException.class, () -> curve.publicKey(privateKey));
      return;
    }
    boolean equal;
    try {
      byte[] secret = curve.agree(privateKey, peer);
      equal = Arrays.equals(secret, Hex.bytes(r.get("Z")));
    } catch (InvalidKeyException e) {
      assertTrue(reason == 1 || reason == 2, r.get("Result") + ": " + e.getMessage());
      return;
    }
    assertTrue(reason != 1 && reason != 2, r.get("Result") + " must be refused");
    boolean ours =
        Arrays.equals(curve.publicKey(privateKey), curve.point(r.get("QsIUTx"), r.get("QsIUTy")));
    assertEquals(r.get("Result").startsWith("P"), equal && ours, r.get("Result"));
  }
}
