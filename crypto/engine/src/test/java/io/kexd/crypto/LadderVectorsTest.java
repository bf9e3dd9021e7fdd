package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.mult.MontgomeryLadder;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** Every ladder on the vectors of the slow independent reference. */
class LadderVectorsTest {
  static List<Curve> ladders() {
    return CurveIndex.ALL.stream().filter(c -> c.ladder().isPresent()).toList();
  }

  private static KeyAgreement agreement(Curve curve) {
    return KeyAgreement.of(
        curve.schemes().stream()
            .filter(s -> s.kind().equals("xdh"))
            .findFirst()
            .orElseThrow()
            .id());
  }

  private static JsonNode vectors(Curve curve) {
    return Corpora.vectors(curve).get("ladder");
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void exchanges(Curve curve) throws InvalidKeyException {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    KeyAgreement xdh = agreement(curve);
    JsonNode cases = vectors(curve).get("cases");
    for (JsonNode c : cases) {
      try (KeyPair a = xdh.fromPrivateKey(Hex.of(c, "sk_a"));
          KeyPair b = xdh.fromPrivateKey(Hex.of(c, "sk_b"))) {
        assertArrayEquals(Hex.of(c, "pk_a"), a.publicKey());
        assertArrayEquals(Hex.of(c, "pk_b"), b.publicKey());
        assertArrayEquals(Hex.of(c, "shared"), xdh.agree(a, b.publicKey()));
        assertArrayEquals(Hex.of(c, "shared"), xdh.agree(b, a.publicKey()));
      }
    }
    assertEquals(32, cases.size());
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void edges(Curve curve) throws InvalidKeyException {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    KeyAgreement xdh = agreement(curve);
    int accepted = 0;
    JsonNode cases = vectors(curve).get("edge");
    for (JsonNode c : cases) {
      byte[] secret = Hex.of(c, "sk");
      byte[] peer = Hex.of(c, "pk");
      String name = c.get("name").asString();
      if (secret.length != xdh.scheme().privateKeySize()) {
        assertEquals("reject", c.get("result").asString());
        assertThrows(IllegalArgumentException.class, () -> xdh.fromPrivateKey(secret), name);
        continue;
      }
      try (KeyPair pair = xdh.fromPrivateKey(secret)) {
        if (c.get("result").asString().equals("ok")) {
          assertArrayEquals(Hex.of(c, "value"), xdh.agree(pair, peer), name);
          accepted++;
        } else {
          assertThrows(InvalidKeyException.class, () -> xdh.agree(pair, peer), name);
          assertThrows(InvalidKeyException.class, () -> xdh.decode(peer, KeyFormat.RAW), name);
        }
      }
    }
    assertTrue(accepted > 0 && accepted < cases.size(), "accepted: " + accepted);
    assertTrue(cases.size() >= 15, "cases: " + cases.size());
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void unclamped(Curve curve) {
    if (!Corpora.hasVectors(curve)) {
      return;
    }
    Field f = curve.field();
    MontgomeryLadder ladder = new MontgomeryLadder(curve);
    int walked = 0;
    for (JsonNode c : vectors(curve).get("unclamped_ladder")) {
      BigInteger k = new BigInteger(c.get("k").asString(), 16);
      if (k.bitLength() > f.bits) {
        continue; // more bits than the ladder walks
      }
      walked++;
      byte[] scalar = new byte[f.bytes];
      for (int i = 0; i < scalar.length; i++) {
        scalar[i] = k.shiftRight(8 * i).byteValue();
      }
      long[] u = f.element();
      f.decode(u, Hex.of(c, "u"), 0);
      ladder.multiply(u, scalar, u);
      byte[] out = new byte[f.bytes];
      f.encode(out, 0, u, f.element());
      assertEquals(c.get("u_out").asString(), Hex.of(out), "k = " + k);
    }
    assertTrue(walked >= 6, "walked: " + walked);
  }
}
