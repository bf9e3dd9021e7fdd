package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Ed25519 and Ed448 on test vectors of others, by the one rule: single and in one batch of the
 * whole file.
 */
class EdCorpusTest {
  private static final byte[] NONE = new byte[0];
  private static final Signer SIGNER = Signer.of("ed25519");

  /** Judges cases one by one and then all of them in one batch. */
  private static final class Judge {
    private final Verifier verifier;
    private final Batch batch;
    private final List<Boolean> expected = new ArrayList<>();

    Judge(String algorithm) {
      this.verifier = Verifier.of(algorithm);
      this.batch = verifier.batch();
    }

    void check(
        String what, byte[] key, byte[] message, byte[] context, byte[] signature, boolean valid) {
      assertEquals(valid, verifier.verifyVartime(key, message, context, signature), what);
      batch.add(key, message, context, signature);
      expected.add(valid);
    }

    int finish() {
      boolean[] got = batch.verifyVartime(new SecureRandom());
      for (int i = 0; i < got.length; i++) {
        assertEquals(expected.get(i), got[i], "item " + i + " of the batch");
      }
      return got.length;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  void wycheproof(String algorithm) {
    String file = "wycheproof/" + algorithm + "_test.json.gz";
    if (!Corpora.present(file)) {
      return;
    }
    Judge judge = new Judge(algorithm);
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      byte[] key = Hex.of(group.get("publicKey"), "pk");
      for (JsonNode c : group.get("tests")) {
        boolean valid = c.get("result").asString().equals("valid");
        judge.check("tcId " + c.get("tcId"), key, Hex.of(c, "msg"), NONE, Hex.of(c, "sig"), valid);
      }
    }
    Corpora.checkCount(file, judge.finish());
  }

  /** Valid exactly when neither A nor R is flagged as non-canonical. */
  @Test
  void cctv() {
    if (!Corpora.present("cctv_ed25519vectors.json.gz")) {
      return;
    }
    Judge judge = new Judge("ed25519");
    for (JsonNode c : Corpora.json("vectors/ed25519/cctv_ed25519vectors.json.gz")) {
      boolean valid = true;
      for (JsonNode flag : c.get("flags")) {
        valid &= !flag.asString().startsWith("non_canonical_");
      }
      byte[] message = c.get("msg").asString().getBytes(StandardCharsets.US_ASCII);
      judge.check(
          "case " + c.get("number"), Hex.of(c, "key"), message, NONE, Hex.of(c, "sig"), valid);
    }
    Corpora.checkCount("ed25519/cctv_ed25519vectors.json.gz", judge.finish());
  }

  /** Cases 0 to 5 are valid, 6 to 11 are not. */
  @Test
  void speccheck() {
    if (!Corpora.present("speccheck_cases.json")) {
      return;
    }
    Judge judge = new Judge("ed25519");
    int i = 0;
    for (JsonNode c : Corpora.json("vectors/ed25519/speccheck_cases.json")) {
      byte[] key = Hex.of(c, "pub_key");
      judge.check("case " + i, key, Hex.of(c, "message"), NONE, Hex.of(c, "signature"), i < 6);
      i++;
    }
    Corpora.checkCount("ed25519/speccheck_cases.json", judge.finish());
  }

  @Test
  void signInput() {
    if (!Corpora.present("sign.input.gz")) {
      return;
    }
    int cases = 0;
    for (String line : Corpora.text("vectors/ed25519/sign.input.gz").lines().toList()) {
      String[] fields = line.split(":", -1);
      byte[] seed = Arrays.copyOf(Hex.bytes(fields[0]), 32);
      try (KeyPair pair = SIGNER.fromPrivateKey(seed)) {
        assertEquals(fields[1], Hex.of(pair.publicKey()));
        byte[] signature = SIGNER.sign(pair, Hex.bytes(fields[2]), NONE);
        assertEquals(fields[3].substring(0, 128), Hex.of(signature), "line " + cases);
      }
      cases++;
    }
    Corpora.checkCount("ed25519/sign.input.gz", cases);
  }

  private static String familyOf(JsonNode group) {
    return switch (group.get("curve").asString()) {
      case "ED-25519" -> "ed25519";
      case "ED-448" -> "ed448";
      default -> throw new AssertionError(group.get("curve"));
    };
  }

  private static String algorithmOf(JsonNode group, byte[] context) {
    String family = familyOf(group);
    if (group.get("preHash").asBoolean()) {
      return family + "ph";
    }
    return family.equals("ed25519") && context.length > 0 ? "ed25519ctx" : family;
  }

  @Test
  void acvpSignatureGeneration() {
    if (!Corpora.present("EDDSA-SigGen")) {
      return;
    }
    String file = "acvp/EDDSA-SigGen-1.0.json.gz";
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      for (JsonNode c : group.get("tests")) {
        byte[] context = Hex.of(c, "context");
        Signer signer = Signer.of(algorithmOf(group, context));
        try (KeyPair pair = signer.fromPrivateKey(Hex.of(group, "d"))) {
          assertArrayEquals(Hex.of(group, "q"), pair.publicKey());
          byte[] signature = signer.sign(pair, Hex.of(c, "message"), context);
          assertArrayEquals(Hex.of(c, "signature"), signature, "tcId " + c.get("tcId"));
        }
        cases++;
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void acvpSignatureVerification() {
    if (!Corpora.present("EDDSA-SigVer")) {
      return;
    }
    String file = "acvp/EDDSA-SigVer-1.0.json.gz";
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      Verifier verifier = Verifier.of(algorithmOf(group, NONE));
      for (JsonNode c : group.get("tests")) {
        byte[] key = Hex.of(c, "q");
        boolean valid =
            verifier.verifyVartime(key, Hex.of(c, "message"), NONE, Hex.of(c, "signature"));
        assertEquals(c.get("testPassed").asBoolean(), valid, "tcId " + c.get("tcId"));
        cases++;
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void acvpKeys() {
    if (!Corpora.present("EDDSA-KeyGen, EDDSA-KeyVer")) {
      return;
    }
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/acvp/EDDSA-KeyGen-1.0.json.gz").get("testGroups")) {
      for (JsonNode c : group.get("tests")) {
        try (KeyPair pair = Signer.of(familyOf(group)).fromPrivateKey(Hex.of(c, "d"))) {
          assertArrayEquals(Hex.of(c, "q"), pair.publicKey());
        }
        cases++;
      }
    }
    Corpora.checkCount("acvp/EDDSA-KeyGen-1.0.json.gz", cases);
    cases = 0;
    for (JsonNode group : Corpora.json("vectors/acvp/EDDSA-KeyVer-1.0.json.gz").get("testGroups")) {
      for (JsonNode c : group.get("tests")) {
        boolean valid = accepts(familyOf(group), Hex.of(c, "q"));
        assertEquals(c.get("testPassed").asBoolean(), valid, "tcId " + c.get("tcId"));
        cases++;
      }
    }
    Corpora.checkCount("acvp/EDDSA-KeyVer-1.0.json.gz", cases);
  }

  private static boolean accepts(String algorithm, byte[] key) {
    try {
      return Verifier.of(algorithm).decode(key, KeyFormat.RAW).length == key.length;
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed25519ctx", "ed25519ph", "ed448", "ed448ph"})
  void rfc8032(String algorithm) {
    String file = "rfc/rfc8032_" + algorithm + ".json";
    if (!Corpora.present(file)) {
      return;
    }
    Signer signer = Signer.of(algorithm);
    Judge judge = new Judge(algorithm);
    for (JsonNode c : Corpora.json("vectors/" + file)) {
      byte[] context = Hex.of(c, "context");
      byte[] message = Hex.of(c, "message");
      byte[] signature = Hex.of(c, "signature");
      try (KeyPair pair = signer.fromPrivateKey(Hex.of(c, "secretKey"))) {
        assertArrayEquals(signature, signer.sign(pair, message, context));
        judge.check("RFC 8032", pair.publicKey(), message, context, signature, true);
      }
    }
    Corpora.checkCount(file, judge.finish());
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  void keyFiles(String algorithm) throws InvalidKeyException {
    if (!Corpora.present("keys/" + algorithm)) {
      return;
    }
    byte[] der = Corpora.read("vectors/keys/" + algorithm + "-pub.der");
    byte[] pkcs8 = Corpora.read("vectors/keys/" + algorithm + "-pkcs8.der");
    Verifier verifier = Verifier.of(algorithm);
    byte[] raw = verifier.decode(der, KeyFormat.SPKI);
    assertArrayEquals(der, verifier.encode(raw, KeyFormat.SPKI));
    Signer signer = Signer.of(algorithm);
    try (KeyPair pair = signer.fromPkcs8(pkcs8)) {
      assertArrayEquals(raw, pair.publicKey());
      assertArrayEquals(pkcs8, signer.toPkcs8(pair));
    }
    Corpora.checkCount("keys/" + algorithm + "-pub.der", 1);
    Corpora.checkCount("keys/" + algorithm + "-pkcs8.der", 1);
  }
}
