package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Known answers of the NIST curves: ECDH of NIST CAVP, ECDSA of RFC 6979 appendix A.2. */
class EcKnownAnswersTest {
  private static final JsonNode ANSWERS = Corpora.resource("/nist-ec.json");

  @Test
  void ecdh() throws InvalidKeyException {
    int cases = 0;
    for (JsonNode c : ANSWERS.get("ecdh")) {
      cases++;
      KeyAgreement agreement = KeyAgreement.of(c.get("curve").asString());
      byte[] peer = agreement.decode(Hex.of(c, "peer"), KeyFormat.RAW);
      try (KeyPair pair = agreement.fromPrivateKey(Hex.of(c, "private"))) {
        assertEquals(c.get("public").asString(), Hex.of(pair.publicKey()));
        assertEquals(c.get("secret").asString(), Hex.of(agreement.agree(pair, peer)));
      }
    }
    assertEquals(3, cases);
  }

  @Test
  void ecdsa() {
    SignatureOptions options =
        SignatureOptions.of(new EcdsaOptions(EcdsaOptions.Encoding.P1363, false, true));
    int cases = 0;
    for (JsonNode c : ANSWERS.get("ecdsa")) {
      cases++;
      Signer signer = Signer.of(c.get("algorithm").asString());
      Verifier verifier = Verifier.of(c.get("algorithm").asString());
      byte[] message = c.get("message").asString().getBytes(StandardCharsets.US_ASCII);
      try (KeyPair pair = signer.fromPrivateKey(Hex.of(c, "private"))) {
        assertEquals(c.get("public").asString(), Hex.of(pair.publicKey()));
        byte[] signature = signer.sign(pair, message, options);
        assertEquals(c.get("r").asString() + c.get("s").asString(), Hex.of(signature));
        assertTrue(verifier.verifyVartime(pair.publicKey(), message, options, signature));
        signature[signature.length - 1] ^= 1;
        assertFalse(verifier.verifyVartime(pair.publicKey(), message, options, signature));
      }
    }
    assertEquals(11, cases);
  }
}
