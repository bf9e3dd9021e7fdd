package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Key pairs and the validation of public keys on test vectors of others. */
class EcKeysCorpusTest {
  private static final List<String> NIST = List.of("P-256", "P-384", "P-521");

  /** In two records the name of y is that of x. */
  private static final Pattern MISTYPED_Y = Pattern.compile("(InvalidKeyX = \\S+\n)InvalidKeyX");

  private static boolean isPoint(EcCurve curve, byte[] publicKey) {
    try {
      assertArrayEquals(publicKey, curve.agreement.decode(publicKey, KeyFormat.RAW));
      return true;
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  @Test
  void cavpKeyPairs() {
    String file = "cavp/ecdsa_186-3_KeyPair.rsp.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      EcCurve curve = EcCurve.of(section.name());
      for (Records r : section.records()) {
        cases++;
        byte[] publicKey = curve.point(r.get("Qx"), r.get("Qy"));
        assertArrayEquals(publicKey, curve.publicKey(curve.scalar(r.get("d"))));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void cavpPublicKeyValidation() {
    String file = "cavp/ecdsa_186-3_PKV.rsp.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      EcCurve curve = EcCurve.of(section.name());
      for (Records r : section.records()) {
        cases++;
        byte[] publicKey = curve.point(r.get("Qx"), r.get("Qy"));
        assertEquals(r.get("Result").startsWith("P"), isPoint(curve, publicKey), r.get("Qx"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void botanInvalidKeys() {
    String file = "botan/ecdsa_invalid.vec";
    if (!Corpora.present(file)) {
      return;
    }
    String text = Corpora.text("vectors/" + file);
    int cases = 0;
    int refused = 0;
    String group = "";
    for (Records r : Records.parse(MISTYPED_Y.matcher(text).replaceAll("$1InvalidKeyY"))) {
      group = r.has("Group") ? r.get("Group") : group;
      if (r.has("InvalidKeyX")) {
        cases++;
        refused += refusesBotan(group, r) ? 1 : 0;
      }
    }
    assertEquals(48, refused);
    Corpora.checkCount(file, cases + 2); // the manifest counts the lines InvalidKeyX
  }

  /** Whether the curve is one of ours. */
  private static boolean refusesBotan(String group, Records r) {
    boolean ours = List.of("secp256r1", "secp384r1", "secp521r1").contains(group);
    if (ours) {
      String x = r.get("InvalidKeyX").substring(2);
      byte[] key = EcCurve.of(group).point(x, r.get("InvalidKeyY").substring(2));
      assertFalse(isPoint(EcCurve.of(group), key), group + " " + x);
    }
    return ours;
  }

  @Test
  void acvpKeys() {
    if (!Corpora.present("acvp/ECDSA-Key")) {
      return;
    }
    for (String name : List.of("ECDSA-KeyGen", "ECDSA-KeyVer")) {
      String file = "acvp/" + name + "-FIPS186-5.json.gz";
      int cases = 0;
      for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
        EcCurve curve = EcCurve.of(group.get("curve").asString());
        for (JsonNode c : group.get("tests")) {
          cases++;
          byte[] key = curve.point(c.get("qx").asString(), c.get("qy").asString());
          boolean valid = c.path("testPassed").asBoolean(true);
          assertEquals(valid, isPoint(curve, key), "tcId " + c.get("tcId"));
          if (valid) {
            assertArrayEquals(key, curve.publicKey(curve.scalar(c.get("d").asString())));
          }
        }
      }
      Corpora.checkCount(file, cases);
    }
  }

  /** Multiples of the base point around 0 and the order. */
  @Test
  void boringSslBaseMultiples() {
    String file = "boringssl/ec_scalar_base_mult_tests.txt.gz";
    if (!Corpora.present(file)) {
      return;
    }
    List<Records> records = Records.parse(Corpora.text("vectors/" + file));
    int computed = 0;
    for (Records r : records) {
      if (!NIST.contains(r.get("Curve"))) {
        continue;
      }
      EcCurve curve = EcCurve.of(r.get("Curve"));
      computed += checkMultiple(curve, r.get("N"), curve.point(r.get("X"), r.get("Y"))) ? 1 : 0;
    }
    Corpora.checkCount(file, records.size());
    assertEquals(3 * 128, computed);
  }

  /** Whether k was a private key; otherwise it must be refused. */
  private static boolean checkMultiple(EcCurve curve, String k, byte[] point) {
    BigInteger scalar = new BigInteger(k, 16);
    byte[] privateKey = curve.scalar(k);
    if (scalar.signum() > 0 && scalar.compareTo(curve.curve.order().modulus) < 0) {
      assertArrayEquals(point, curve.publicKey(privateKey), curve + " " + k);
      return true;
    }
    assertThrows(IllegalArgumentException.class, () -> curve.publicKey(privateKey), k);
    return false;
  }

  @Test
  void botanBaseMultiples() {
    String file = "botan/ecc_base_point_mul.vec.gz";
    if (!Corpora.present(file)) {
      return;
    }
    List<String> ours = List.of("secp256r1", "secp384r1", "secp521r1", "numsp512d1");
    int cases = 0;
    int computed = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      for (Records r : section.records()) {
        cases++;
        if (ours.contains(section.name())) {
          byte[] point = r.bytes("P");
          computed += checkMultiple(EcCurve.of(section.name()), r.get("k"), point) ? 1 : 0;
        }
      }
    }
    Corpora.checkCount(file, cases);
    assertEquals(3 * 52 + 95, computed);
  }
}
