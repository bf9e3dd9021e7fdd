package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.InvalidKeyException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The values printed in RFC 7748 sections 5.2 and 6.1 and in RFC 8032 section 7. */
class KnownAnswersTest {
  private static final String NINE =
      "0900000000000000000000000000000000000000000000000000000000000000";

  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");

  private static String agree(String scalar, String u) throws InvalidKeyException {
    try (KeyPair pair = X25519.fromPrivateKey(Hex.bytes(scalar))) {
      return Hex.of(X25519.agree(pair, Hex.bytes(u)));
    }
  }

  @Test
  void rfc7748Section52() throws InvalidKeyException {
    for (JsonNode c : Corpora.resource("/rfc7748.json").get("section5.2")) {
      assertEquals(
          c.get("output").asString(), agree(c.get("scalar").asString(), c.get("u").asString()));
    }
  }

  @Test
  void rfc7748Section61() throws InvalidKeyException {
    JsonNode c = Corpora.resource("/rfc7748.json").get("section6.1");
    String a = c.get("a").asString();
    String b = c.get("b").asString();
    try (KeyPair alice = X25519.fromPrivateKey(Hex.bytes(a));
        KeyPair bob = X25519.fromPrivateKey(Hex.bytes(b))) {
      assertEquals(c.get("A").asString(), Hex.of(alice.publicKey()));
      assertEquals(c.get("B").asString(), Hex.of(bob.publicKey()));
    }
    assertEquals(c.get("K").asString(), agree(a, c.get("B").asString()));
    assertEquals(c.get("K").asString(), agree(b, c.get("A").asString()));
  }

  private static String iterate(int times) throws InvalidKeyException {
    byte[] k = Hex.bytes(NINE);
    byte[] u = Hex.bytes(NINE);
    for (int i = 0; i < times; i++) {
      try (KeyPair pair = X25519.fromPrivateKey(k)) {
        byte[] next = X25519.agree(pair, u);
        u = k;
        k = next;
      }
    }
    return Hex.of(k);
  }

  @Test
  void rfc7748Iterated() throws InvalidKeyException {
    JsonNode c = Corpora.resource("/rfc7748.json").get("iterated");
    assertEquals(c.get("1").asString(), iterate(1));
    assertEquals(c.get("1000").asString(), iterate(1000));
  }

  @Test
  @Tag("thorough")
  void rfc7748IteratedAMillionTimes() throws InvalidKeyException {
    JsonNode c = Corpora.resource("/rfc7748.json").get("iterated");
    assertEquals(c.get("1000000").asString(), iterate(1_000_000));
  }

  @Test
  void rfc8032Section7() {
    JsonNode cases = Corpora.resource("/rfc8032.json").get("cases");
    for (JsonNode c : cases) {
      String algorithm = c.get("algorithm").asString();
      byte[] message = Hex.bytes(c.get("message").asString());
      byte[] context = Hex.bytes(c.get("context").asString());
      Signer signer = Signer.of(algorithm);
      try (KeyPair pair = signer.fromPrivateKey(Hex.bytes(c.get("secretKey").asString()))) {
        assertEquals(c.get("publicKey").asString(), Hex.of(pair.publicKey()));
        byte[] signature = signer.sign(pair, message, context);
        assertEquals(c.get("signature").asString(), Hex.of(signature));
        assertTrue(
            Verifier.of(algorithm).verifyVartime(pair.publicKey(), message, context, signature));
      }
    }
    assertEquals(21, cases.size());
  }
}
