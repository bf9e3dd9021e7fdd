package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.InvalidKeyException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** X25519 on test vectors of others, judged as vectors/README.md says. */
class X25519CorpusTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");

  /** PKCS #8 before the 32 key bytes: RFC 8410 section 7. */
  private static final byte[] PKCS8_PREFIX = Hex.bytes("302e020100300506032b656e04220420");

  private interface Reader {
    byte @Nullable [] read(JsonNode value) throws InvalidKeyException;
  }

  /** The raw key of a case, or null where the encoding is refused. */
  private static byte @Nullable [] read(Reader reader, JsonNode value) {
    try {
      return reader.read(value);
    } catch (InvalidKeyException | IllegalArgumentException e) {
      return null;
    }
  }

  /** Judges a file of Wycheproof: the output exactly as given, or a refusal where it must be. */
  private static void wycheproof(String name, Reader publicKeys, Reader privateKeys) {
    if (!Corpora.present(name)) {
      return;
    }
    String file = "vectors/wycheproof/" + name;
    int cases = 0;
    for (JsonNode group : Corpora.json(file).get("testGroups")) {
      for (JsonNode c : group.get("tests")) {
        cases++;
        byte[] publicKey = read(publicKeys, c.get("public"));
        byte[] privateKey = read(privateKeys, c.get("private"));
        judge(name + " " + c.get("tcId"), c, publicKey, privateKey);
      }
    }
    Corpora.checkCount(file.substring("vectors/".length()), cases);
  }

  private static void judge(
      String what, JsonNode c, byte @Nullable [] publicKey, byte @Nullable [] privateKey) {
    String shared = c.get("shared").asString();
    boolean invalid = c.get("result").asString().equals("invalid");
    if (invalid || publicKey == null || privateKey == null || Hex.isZero(shared)) {
      boolean refused = publicKey == null || privateKey == null || refuses(privateKey, publicKey);
      assertTrue(refused, what + " must be refused");
      assertTrue(invalid || Hex.isZero(shared), what + " must not be refused");
      return;
    }
    assertEquals(shared, agree(what, privateKey, publicKey), what);
  }

  private static boolean refuses(byte[] privateKey, byte[] publicKey) {
    try (KeyPair pair = X25519.fromPrivateKey(privateKey)) {
      assertThrows(InvalidKeyException.class, () -> X25519.decode(publicKey, KeyFormat.RAW));
      assertThrows(InvalidKeyException.class, () -> X25519.agree(pair, publicKey));
    }
    return true;
  }

  private static String agree(String what, byte[] privateKey, byte[] publicKey) {
    try (KeyPair pair = X25519.fromPrivateKey(privateKey)) {
      assertArrayEquals(publicKey, X25519.decode(publicKey, KeyFormat.RAW), what);
      return Hex.of(X25519.agree(pair, publicKey));
    } catch (InvalidKeyException e) {
      throw new AssertionError(what + " was refused", e);
    }
  }

  private static byte @Nullable [] pkcs8(byte[] der) {
    boolean wellFormed =
        der.length == PKCS8_PREFIX.length + 32
            && Arrays.equals(der, 0, PKCS8_PREFIX.length, PKCS8_PREFIX, 0, PKCS8_PREFIX.length);
    return wellFormed ? Arrays.copyOfRange(der, PKCS8_PREFIX.length, der.length) : null;
  }

  private static byte[] pem(String text) {
    return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static byte @Nullable [] jwk(JsonNode key, String member) {
    boolean x25519 =
        key.path("kty").asString("").equals("OKP") && key.path("crv").asString("").equals("X25519");
    byte[] raw = x25519 ? Base64.getUrlDecoder().decode(key.path(member).asString("")) : null;
    return raw != null && raw.length == 32 ? raw : null;
  }

  @Test
  void wycheproofRaw() {
    wycheproof("x25519_test.json.gz", v -> Hex.bytes(v.asString()), v -> Hex.bytes(v.asString()));
  }

  @Test
  void wycheproofAsn() {
    wycheproof(
        "x25519_asn_test.json.gz",
        v -> spki(Hex.bytes(v.asString())),
        v -> pkcs8(Hex.bytes(v.asString())));
  }

  @Test
  void wycheproofPem() {
    wycheproof(
        "x25519_pem_test.json.gz", v -> spki(pem(v.asString())), v -> pkcs8(pem(v.asString())));
  }

  @Test
  void wycheproofJwk() {
    wycheproof("x25519_jwk_test.json.gz", v -> jwk(v, "x"), v -> jwk(v, "d"));
  }

  /** The raw key, small order left to the agreement. */
  private static byte[] spki(byte[] der) throws InvalidKeyException {
    try {
      return X25519.decode(der, KeyFormat.SPKI);
    } catch (InvalidKeyException e) {
      if (String.valueOf(e.getMessage()).contains("small order")) {
        return Arrays.copyOfRange(der, der.length - 32, der.length);
      }
      throw e;
    }
  }

  @Test
  void acvpSharedSecrets() throws InvalidKeyException {
    if (!Corpora.present("XECDH-SSC")) {
      return;
    }
    int cases = 0;
    for (JsonNode group :
        Corpora.json("vectors/acvp/XECDH-SSC-RFC7748.json.gz").get("testGroups")) {
      cases += group.get("tests").size();
      if (!group.get("curve").asString().equals("Curve25519")) {
        continue;
      }
      for (JsonNode c : group.get("tests")) {
        try (KeyPair pair = X25519.fromPrivateKey(Hex.of(c, "privateIut"))) {
          byte[] z = X25519.agree(pair, Hex.of(c, "publicServer"));
          boolean passed =
              Arrays.equals(z, Hex.of(c, "z"))
                  && Arrays.equals(pair.publicKey(), Hex.of(c, "publicIut"));
          assertEquals(c.get("testPassed").asBoolean(), passed, "tcId " + c.get("tcId"));
        }
      }
    }
    Corpora.checkCount("acvp/XECDH-SSC-RFC7748.json.gz", cases);
  }

  @Test
  void acvpKeyVerification() {
    if (!Corpora.present("XECDH-keyVer")) {
      return;
    }
    int cases = 0;
    String file = "acvp/XECDH-keyVer-RFC7748.json.gz";
    for (JsonNode group : Corpora.json("vectors/" + file).get("testGroups")) {
      cases += group.get("tests").size();
      if (!group.get("curve").asString().equals("Curve25519")) {
        continue;
      }
      for (JsonNode c : group.get("tests")) {
        byte[] decoded =
            read(v -> X25519.decode(Hex.bytes(v.asString()), KeyFormat.RAW), c.get("publicKey"));
        assertEquals(c.get("testPassed").asBoolean(), decoded != null, "tcId " + c.get("tcId"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @Test
  void rfc7748File() throws InvalidKeyException {
    if (!Corpora.present("rfc7748_x25519.txt")) {
      return;
    }
    List<Records> records = Records.parse(Corpora.text("vectors/rfc/rfc7748_x25519.txt"));
    for (Records r : records) {
      try (KeyPair pair = X25519.fromPrivateKey(r.bytes("INPUT_SCALAR"))) {
        byte[] output = X25519.agree(pair, r.bytes("INPUT_U"));
        assertEquals(r.get("OUTPUT_U"), Hex.of(output));
      }
    }
    Corpora.checkCount("rfc/rfc7748_x25519.txt", records.size());
  }

  @Test
  void boringSslEvp() throws InvalidKeyException {
    if (!Corpora.present("evp_x25519_tests.txt")) {
      return;
    }
    Map<String, Records> keys = new HashMap<>();
    int derivations = 0;
    for (Records r : Records.parse(Corpora.text("vectors/boringssl/evp_x25519_tests.txt"))) {
      if (r.has("Key")) {
        keys.put(r.get("Key"), r);
        byte[] raw = r.bytes("RawPublic");
        assertArrayEquals(raw, spki(r.bytes("SPKI")));
        assertEquals(r.get("SPKI"), Hex.of(X25519.encode(raw, KeyFormat.SPKI)));
        continue;
      }
      derivations++;
      if (r.get("Derive").endsWith("/PublicOnly")) {
        continue; // there is no way to agree without a private key
      }
      Records ours = key(keys, r.get("Derive").replaceAll("/.*", ""));
      byte[] peer = key(keys, r.get("DerivePeer")).bytes("RawPublic");
      byte[] secret = ours.bytes("RawPrivate");
      assertArrayEquals(secret, pkcs8(ours.bytes("PKCS8")));
      if (r.has("Error")) {
        assertTrue(refuses(secret, peer));
      } else {
        assertEquals(r.get("Output"), agree("BoringSSL", secret, peer));
      }
    }
    Corpora.checkCount("boringssl/evp_x25519_tests.txt", derivations);
  }

  private static Records key(Map<String, Records> keys, String name) {
    return Objects.requireNonNull(keys.get(name), name);
  }

  @Test
  void keyFiles() throws InvalidKeyException {
    if (!Corpora.present("keys/x25519")) {
      return;
    }
    byte[] der = Corpora.read("vectors/keys/x25519-pub.der");
    byte[] secret = pkcs8(Corpora.read("vectors/keys/x25519-pkcs8.der"));
    byte[] raw = X25519.decode(der, KeyFormat.SPKI);
    assertArrayEquals(der, X25519.encode(raw, KeyFormat.SPKI));
    assertArrayEquals(der, pem(Corpora.text("vectors/keys/x25519-pub.pem")));
    if (secret == null) {
      throw new AssertionError("the private key file is not PKCS #8");
    }
    try (KeyPair pair = X25519.fromPrivateKey(secret)) {
      assertArrayEquals(raw, pair.publicKey());
    }
    Corpora.checkCount("keys/x25519-pub.der", 1);
    Corpora.checkCount("keys/x25519-pkcs8.der", 1);
  }
}
