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
import tools.jackson.databind.JsonNode;

/**
 * Ed25519 on test vectors of others, by the one rule: single and in one batch of the whole file.
 */
class Ed25519CorpusTest {
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

  @Test
  void wycheproof() {
    if (!Corpora.present("ed25519_test.json.gz")) {
      return;
    }
    Judge judge = new Judge("ed25519");
    for (JsonNode group :
        Corpora.json("vectors/wycheproof/ed25519_test.json.gz").get("testGroups")) {
      byte[] key = Hex.of(group.get("publicKey"), "pk");
      for (JsonNode c : group.get("tests")) {
        boolean valid = c.get("result").asString().equals("valid");
        judge.check("tcId " + c.get("tcId"), key, Hex.of(c, "msg"), NONE, Hex.of(c, "sig"), valid);
      }
    }
    Corpora.checkCount("wycheproof/ed25519_test.json.gz", judge.finish());
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

  private static String algorithmOf(JsonNode group, byte[] context) {
    if (group.get("preHash").asBoolean()) {
      return "ed25519ph";
    }
    return context.length == 0 ? "ed25519" : "ed25519ctx";
  }

  private static Iterable<JsonNode> ed25519Tests(JsonNode group) {
    return group.get("curve").asString().equals("ED-25519") ? group.get("tests") : List.of();
  }

  @Test
  void acvpSignatureGeneration() {
    if (!Corpora.present("EDDSA-SigGen")) {
      return;
    }
    String file = "acvp/EDDSA-SigGen-1.0.json.gz";
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      cases += group.get("tests").size();
      for (JsonNode c : ed25519Tests(group)) {
        byte[] context = Hex.of(c, "context");
        Signer signer = Signer.of(algorithmOf(group, context));
        try (KeyPair pair = signer.fromPrivateKey(Hex.of(group, "d"))) {
          assertArrayEquals(Hex.of(group, "q"), pair.publicKey());
          byte[] signature = signer.sign(pair, Hex.of(c, "message"), context);
          assertArrayEquals(Hex.of(c, "signature"), signature, "tcId " + c.get("tcId"));
        }
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
      cases += group.get("tests").size();
      for (JsonNode c : ed25519Tests(group)) {
        Verifier verifier = Verifier.of(algorithmOf(group, NONE));
        byte[] key = Hex.of(c, "q");
        boolean valid =
            verifier.verifyVartime(key, Hex.of(c, "message"), NONE, Hex.of(c, "signature"));
        assertEquals(c.get("testPassed").asBoolean(), valid, "tcId " + c.get("tcId"));
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
      cases += group.get("tests").size();
      for (JsonNode c : ed25519Tests(group)) {
        try (KeyPair pair = SIGNER.fromPrivateKey(Hex.of(c, "d"))) {
          assertArrayEquals(Hex.of(c, "q"), pair.publicKey());
        }
      }
    }
    Corpora.checkCount("acvp/EDDSA-KeyGen-1.0.json.gz", cases);
    cases = 0;
    for (JsonNode group : Corpora.json("vectors/acvp/EDDSA-KeyVer-1.0.json.gz").get("testGroups")) {
      cases += group.get("tests").size();
      for (JsonNode c : ed25519Tests(group)) {
        assertEquals(c.get("testPassed").asBoolean(), accepts(Hex.of(c, "q")));
      }
    }
    Corpora.checkCount("acvp/EDDSA-KeyVer-1.0.json.gz", cases);
  }

  private static boolean accepts(byte[] key) {
    try {
      return Verifier.of("ed25519").decode(key, KeyFormat.RAW).length == 32;
    } catch (InvalidKeyException e) {
      return false;
    }
  }

  @Test
  void rfc8032Files() {
    if (!Corpora.present("rfc8032_ed25519*.json")) {
      return;
    }
    for (String algorithm : List.of("ed25519", "ed25519ctx", "ed25519ph")) {
      String file = "rfc/rfc8032_" + algorithm + ".json";
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
  }

  @Test
  void keyFiles() throws InvalidKeyException {
    if (!Corpora.present("keys/ed25519")) {
      return;
    }
    byte[] der = Corpora.read("vectors/keys/ed25519-pub.der");
    byte[] pkcs8 = Corpora.read("vectors/keys/ed25519-pkcs8.der");
    byte[] raw = Verifier.of("ed25519").decode(der, KeyFormat.SPKI);
    assertArrayEquals(der, Verifier.of("ed25519").encode(raw, KeyFormat.SPKI));
    byte[] seed = Arrays.copyOfRange(pkcs8, pkcs8.length - 32, pkcs8.length);
    try (KeyPair pair = SIGNER.fromPrivateKey(seed)) {
      assertArrayEquals(raw, pair.publicKey());
    }
    Corpora.checkCount("keys/ed25519-pub.der", 1);
    Corpora.checkCount("keys/ed25519-pkcs8.der", 1);
  }
}
