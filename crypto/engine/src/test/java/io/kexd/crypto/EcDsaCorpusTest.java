package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.scheme.EcDigest;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcVerifier;
import io.kexd.crypto.scheme.GivenNonces;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** ECDSA on the NIST curves on test vectors of others, judged as vectors/README.md says. */
class EcDsaCorpusTest {
  /** {@code SHA-256}, {@code SHA2-256} or {@code sha256}. */
  private static EcHash hash(String name) {
    return EcHash.of(name.toLowerCase(Locale.ROOT).replace("sha2-", "sha").replace("-", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secp256r1_sha256",
        "secp256r1_sha512",
        "secp384r1_sha256",
        "secp384r1_sha384",
        "secp384r1_sha512",
        "secp521r1_sha512"
      })
  void wycheproofDer(String name) throws InvalidKeyException {
    wycheproof("wycheproof/ecdsa_" + name + "_test.json.gz", EcCurve::verifiesDer);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "secp256r1_sha256",
        "secp256r1_sha512",
        "secp384r1_sha384",
        "secp384r1_sha512",
        "secp521r1_sha512"
      })
  void wycheproofP1363(String name) throws InvalidKeyException {
    wycheproof(
        "wycheproof/ecdsa_" + name + "_p1363_test.json.gz",
        (curve, key, digest, signature) -> curve.verifies(key, digest, signature, false));
  }

  /** Every signature three times by a verifier of its key's own: at last by the key's multiples. */
  @ParameterizedTest
  @ValueSource(
      strings = {"secp256r1_sha256", "secp256r1_sha512", "secp384r1_sha384", "secp521r1_sha512"})
  void wycheproofWithKnownKeys(String name) throws InvalidKeyException {
    Map<String, EcVerifier> verifiers = new HashMap<>();
    wycheproof(
        "wycheproof/ecdsa_" + name + "_p1363_test.json.gz",
        (curve, key, digest, signature) -> {
          EcVerifier verifier =
              verifiers.computeIfAbsent(Arrays.toString(key), k -> new EcVerifier(curve.curve));
          return signature.length == verifier.signatureBytes
              && verifiesThrice(verifier, key, digest, signature);
        });
  }

  private static boolean verifiesThrice(
      EcVerifier verifier, byte[] key, byte[] digest, byte[] signature) {
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, digest, false, false)};
    boolean[] first = new boolean[1];
    boolean[] again = new boolean[1];
    verifier.verifyVartime(first, key, digests, signature);
    for (int time = 1; time < 3; time++) {
      verifier.verifyVartime(again, key, digests, signature);
      assertEquals(first[0], again[0], "time " + time);
    }
    return first[0];
  }

  private interface Verification {
    boolean verifies(EcCurve curve, byte[] publicKey, byte[] digest, byte[] signature);
  }

  private static void wycheproof(String file, Verification verification)
      throws InvalidKeyException {
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    int valid = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      EcCurve curve = EcCurve.of(group.get("publicKey").get("curve").asString());
      byte[] spki = Hex.of(group, "publicKeyDer");
      byte[] key = curve.agreement.decode(spki, KeyFormat.SPKI);
      assertArrayEquals(Hex.of(group.get("publicKey"), "uncompressed"), key);
      assertArrayEquals(spki, curve.agreement.encode(key, KeyFormat.SPKI));
      EcHash hash = hash(group.get("sha").asString());
      for (JsonNode c : group.get("tests")) {
        cases++;
        boolean expected = c.get("result").asString().equals("valid");
        valid += expected ? 1 : 0;
        byte[] digest = hash.digest(Hex.of(c, "msg"));
        boolean got = verification.verifies(curve, key, digest, Hex.of(c, "sig"));
        assertEquals(expected, got, file + " " + c.get("tcId"));
      }
    }
    Corpora.checkCount(file, cases);
    assertTrue(valid > 50, file + ": " + valid + " valid");
  }

  /** The curve and the hash of a section {@code [P-256,SHA-256]}. */
  private record Header(EcCurve curve, EcHash hash) {
    static Header of(Section section) {
      String[] names = section.name().split(",", -1);
      return new Header(EcCurve.of(names[0]), EcDsaCorpusTest.hash(names[1]));
    }
  }

  private static byte[] signature(EcCurve curve, String r, String s) {
    return EcCurve.concat(curve.scalar(r), curve.scalar(s));
  }

  @Test
  void cavpSignatureGeneration() {
    String file = "cavp/ecdsa_186-3_SigGen.txt.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      Header h = Header.of(section);
      for (Records r : section.records()) {
        cases++;
        byte[] digest = h.hash.digest(r.bytes("Msg"));
        byte[] privateKey = h.curve.scalar(r.get("d"));
        List<byte[]> nonces = List.of(h.curve.scalar(r.get("k")));
        byte[] got = GivenNonces.sign(h.curve.signer, privateKey, digest, nonces);
        assertArrayEquals(signature(h.curve, r.get("R"), r.get("S")), got, section.name());
        byte[] publicKey = h.curve.point(r.get("Qx"), r.get("Qy"));
        assertTrue(h.curve.verifies(publicKey, digest, got, false));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void cavpSignatureVerification() {
    String file = "cavp/ecdsa_186-3_SigVer.rsp.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (Section section : Section.parse(Corpora.text("vectors/" + file))) {
      Header h = Header.of(section);
      for (Records r : section.records()) {
        cases++;
        byte[] digest = h.hash.digest(r.bytes("Msg"));
        byte[] publicKey = h.curve.point(r.get("Qx"), r.get("Qy"));
        byte[] signature = signature(h.curve, r.get("R"), r.get("S"));
        boolean got = h.curve.verifies(publicKey, digest, signature, false);
        assertEquals(r.get("Result").startsWith("P"), got, section.name() + " " + r.get("R"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void acvpSignatureVerification() {
    String file = "acvp/ECDSA-SigVer-FIPS186-5.json.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      EcCurve curve = EcCurve.of(group.get("curve").asString());
      EcHash hash = hash(group.get("hashAlg").asString());
      for (JsonNode c : group.get("tests")) {
        cases++;
        byte[] key = curve.point(c.get("qx").asString(), c.get("qy").asString());
        byte[] signature = signature(curve, c.get("r").asString(), c.get("s").asString());
        byte[] digest = hash.digest(Hex.of(c, "message"));
        boolean got = curve.verifies(key, digest, signature, false);
        assertEquals(c.get("testPassed").asBoolean(), got, "tcId " + c.get("tcId"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void acvpDeterministic() {
    String file = "acvp/DetECDSA-SigGen-FIPS186-5.json.gz";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      EcCurve curve = EcCurve.of(group.get("curve").asString());
      EcHash hash = hash(group.get("hashAlg").asString());
      byte[] privateKey = curve.scalar(group.get("d").asString());
      for (JsonNode c : group.get("tests")) {
        cases++;
        byte[] got = curve.signDeterministic(hash, privateKey, Hex.of(c, "message"), false);
        byte[] expected = signature(curve, c.get("r").asString(), c.get("s").asString());
        assertArrayEquals(expected, got, "tcId " + c.get("tcId"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  /** The hashes that the service has; SHA-1 and SHA-224 are counted only. */
  @Test
  void rfc6979() {
    String file = "rfc/rfc6979_ecdsa.json";
    if (!Corpora.present(file)) {
      return;
    }
    int cases = 0;
    int signed = 0;
    for (JsonNode group : Corpora.json("vectors/" + file)) {
      EcCurve curve = EcCurve.of(group.get("curve").asString());
      for (JsonNode c : group.get("cases")) {
        cases++;
        String name = c.get("hash").asString();
        if (name.equals("SHA-1") || name.equals("SHA-224")) {
          continue;
        }
        signed++;
        byte[] message = c.get("message").asString().getBytes(StandardCharsets.US_ASCII);
        byte[] privateKey = curve.scalar(group.get("private").asString());
        byte[] got = curve.signDeterministic(hash(name), privateKey, message, false);
        byte[] expected = signature(curve, c.get("r").asString(), c.get("s").asString());
        assertArrayEquals(expected, got, curve + " " + name);
      }
    }
    Corpora.checkCount(file, cases);
    assertEquals(11, signed);
  }
}
