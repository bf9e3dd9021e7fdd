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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** X25519 and X448 on test vectors of others, judged as vectors/README.md says. */
class XdhCorpusTest {
  private static KeyAgreement agreement(String id) {
    return KeyAgreement.of(id);
  }

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
  private static void wycheproof(String id, String file, Reader publicKeys, Reader privateKeys) {
    String name = id + "_" + file + ".json.gz";
    if (!Corpora.present(name)) {
      return;
    }
    int cases = 0;
    for (JsonNode group : Corpora.json("vectors/wycheproof/" + name).get("testGroups")) {
      for (JsonNode c : group.get("tests")) {
        cases++;
        byte[] publicKey = read(publicKeys, c.get("public"));
        byte[] privateKey = read(privateKeys, c.get("private"));
        judge(id, name + " " + c.get("tcId"), c, publicKey, privateKey);
      }
    }
    Corpora.checkCount("wycheproof/" + name, cases);
  }

  private static void judge(
      String id,
      String what,
      JsonNode c,
      byte @Nullable [] publicKey,
      byte @Nullable [] privateKey) {
    String shared = c.get("shared").asString();
    boolean invalid = c.get("result").asString().equals("invalid");
    if (invalid || publicKey == null || privateKey == null || Hex.isZero(shared)) {
      boolean refused =
          publicKey == null || privateKey == null || refuses(id, privateKey, publicKey);
      assertTrue(refused, what + " must be refused");
      assertTrue(invalid || Hex.isZero(shared), what + " must not be refused");
      return;
    }
    assertEquals(shared, agree(id, what, privateKey, publicKey), what);
  }

  private static boolean refuses(String id, byte[] privateKey, byte[] publicKey) {
    KeyAgreement xdh = agreement(id);
    try (KeyPair pair = xdh.fromPrivateKey(privateKey)) {
      assertThrows(InvalidKeyException.class, () -> xdh.decode(publicKey, KeyFormat.RAW));
      assertThrows(InvalidKeyException.class, () -> xdh.agree(pair, publicKey));
    }
    return true;
  }

  private static String agree(String id, String what, byte[] privateKey, byte[] publicKey) {
    KeyAgreement xdh = agreement(id);
    try (KeyPair pair = xdh.fromPrivateKey(privateKey)) {
      assertArrayEquals(publicKey, xdh.decode(publicKey, KeyFormat.RAW), what);
      return Hex.of(xdh.agree(pair, publicKey));
    } catch (InvalidKeyException e) {
      throw new AssertionError(what + " was refused", e);
    }
  }

  /** The raw private key of a PKCS #8 key, which stands at its end: RFC 8410 section 7. */
  private static byte[] pkcs8(String id, byte[] der) throws InvalidKeyException {
    KeyAgreement xdh = agreement(id);
    try (KeyPair pair = xdh.fromPkcs8(der)) {
      assertArrayEquals(der, xdh.toPkcs8(pair), "there is one encoding of a key");
      return Arrays.copyOfRange(der, der.length - xdh.scheme().privateKeySize(), der.length);
    }
  }

  private static byte[] pem(String text) {
    return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
  }

  private static byte @Nullable [] jwk(String id, JsonNode key, String member) {
    boolean ours =
        key.path("kty").asString("").equals("OKP")
            && key.path("crv").asString("").equalsIgnoreCase(id);
    byte[] raw = ours ? Base64.getUrlDecoder().decode(key.path(member).asString("")) : null;
    int size = agreement(id).scheme().publicKeySize();
    return raw != null && raw.length == size ? raw : null;
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void wycheproofRaw(String id) {
    wycheproof(id, "test", v -> Hex.bytes(v.asString()), v -> Hex.bytes(v.asString()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void wycheproofAsn(String id) {
    wycheproof(
        id,
        "asn_test",
        v -> spki(id, Hex.bytes(v.asString())),
        v -> pkcs8(id, Hex.bytes(v.asString())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void wycheproofPem(String id) {
    wycheproof(id, "pem_test", v -> spki(id, pem(v.asString())), v -> pkcs8(id, pem(v.asString())));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void wycheproofJwk(String id) {
    wycheproof(id, "jwk_test", v -> jwk(id, v, "x"), v -> jwk(id, v, "d"));
  }

  /** The raw key, small order left to the agreement. */
  private static byte[] spki(String id, byte[] der) throws InvalidKeyException {
    KeyAgreement xdh = agreement(id);
    try {
      return xdh.decode(der, KeyFormat.SPKI);
    } catch (InvalidKeyException e) {
      if (String.valueOf(e.getMessage()).contains("small order")) {
        return Arrays.copyOfRange(der, der.length - xdh.scheme().publicKeySize(), der.length);
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
      KeyAgreement xdh = agreement(group.get("curve").asString().replace("Curve", "x"));
      for (JsonNode c : group.get("tests")) {
        try (KeyPair pair = xdh.fromPrivateKey(Hex.of(c, "privateIut"))) {
          byte[] z = xdh.agree(pair, Hex.of(c, "publicServer"));
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
      KeyAgreement xdh = agreement(group.get("curve").asString().replace("Curve", "x"));
      for (JsonNode c : group.get("tests")) {
        byte[] decoded =
            read(v -> xdh.decode(Hex.bytes(v.asString()), KeyFormat.RAW), c.get("publicKey"));
        assertEquals(c.get("testPassed").asBoolean(), decoded != null, "tcId " + c.get("tcId"));
      }
    }
    Corpora.checkCount(file, cases);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void rfc7748File(String id) throws InvalidKeyException {
    String file = "rfc/rfc7748_" + id + ".txt";
    if (!Corpora.present(file)) {
      return;
    }
    List<Records> records = Records.parse(Corpora.text("vectors/" + file));
    for (Records r : records) {
      try (KeyPair pair = agreement(id).fromPrivateKey(r.bytes("INPUT_SCALAR"))) {
        byte[] output = agreement(id).agree(pair, r.bytes("INPUT_U"));
        assertEquals(r.get("OUTPUT_U"), Hex.of(output));
      }
    }
    Corpora.checkCount(file, records.size());
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
        assertArrayEquals(raw, spki("x25519", r.bytes("SPKI")));
        assertEquals(r.get("SPKI"), Hex.of(agreement("x25519").encode(raw, KeyFormat.SPKI)));
        continue;
      }
      derivations++;
      if (r.get("Derive").endsWith("/PublicOnly")) {
        continue; // there is no way to agree without a private key
      }
      Records ours = key(keys, r.get("Derive").replaceAll("/.*", ""));
      byte[] peer = key(keys, r.get("DerivePeer")).bytes("RawPublic");
      byte[] secret = ours.bytes("RawPrivate");
      assertArrayEquals(secret, pkcs8("x25519", ours.bytes("PKCS8")));
      if (r.has("Error")) {
        assertTrue(refuses("x25519", secret, peer));
      } else {
        assertEquals(r.get("Output"), agree("x25519", "BoringSSL", secret, peer));
      }
    }
    Corpora.checkCount("boringssl/evp_x25519_tests.txt", derivations);
  }

  private static Records key(Map<String, Records> keys, String name) {
    return Objects.requireNonNull(keys.get(name), name);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x25519", "x448"})
  void keyFiles(String id) throws InvalidKeyException {
    String file = "keys/" + id;
    if (!Corpora.present(file)) {
      return;
    }
    KeyAgreement xdh = agreement(id);
    byte[] der = Corpora.read("vectors/" + file + "-pub.der");
    byte[] raw = xdh.decode(der, KeyFormat.SPKI);
    assertArrayEquals(der, xdh.encode(raw, KeyFormat.SPKI));
    assertArrayEquals(der, pem(Corpora.text("vectors/" + file + "-pub.pem")));
    byte[] secret = Corpora.read("vectors/" + file + "-pkcs8.der");
    assertArrayEquals(secret, pem(Corpora.text("vectors/" + file + "-pkcs8.pem")));
    try (KeyPair pair = xdh.fromPkcs8(secret)) {
      assertArrayEquals(raw, pair.publicKey());
      assertArrayEquals(secret, xdh.toPkcs8(pair));
    }
    for (String suffix : List.of("-pub.der", "-pub.pem", "-pkcs8.der", "-pkcs8.pem")) {
      Corpora.checkCount(file + suffix, 1);
    }
  }
}
