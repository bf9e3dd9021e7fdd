package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.server.Corpora;
import io.kexd.server.Peer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** The code that the service derives with, on vectors written by others. */
class HkdfTest {
  @ParameterizedTest
  @CsvSource({"SHA256, 256", "SHA384, 384", "SHA512, 512"})
  void wycheproof(HashName hash, int bits) {
    assertEquals(bits, hash.size() * 8);
    for (JsonNode test : Corpora.cases("wycheproof/hkdf_sha" + bits + "_test.json.gz")) {
      int size = test.get("size").asInt();
      if (test.get("result").asString().equals("valid")) {
        assertArrayEquals(hex(test, "okm"), derive(hash, test, size), test.toString());
      } else {
        assertTooLong(hash, size);
      }
    }
  }

  /** What HKDF cannot give is refused before it is asked. */
  private static void assertTooLong(HashName hash, int size) {
    Derivation asked = new Derivation.HkdfOutput(hash, new byte[0], new byte[0], size, true);
    Refusal refusal =
        assertThrows(
            Refusal.class,
            () -> asked.check(Schemes.X25519, Schemes.limits()),
            () -> "length " + size);
    assertEquals(Reason.INVALID_REQUEST, refusal.reason());
    assertEquals("hkdf.length", refusal.field().orElseThrow());
  }

  private static byte[] derive(HashName hash, JsonNode test, int size) {
    return Hkdf.derive(hash, hex(test, "ikm"), hex(test, "salt"), hex(test, "info"), size);
  }

  private static byte[] hex(JsonNode test, String field) {
    return Peer.hex(test.get(field).asString());
  }
}
