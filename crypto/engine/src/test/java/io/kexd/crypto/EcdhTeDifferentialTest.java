package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The Edwards ECDH on seeded random input, against the addition law on plain integers: since a
 * peer's key is [m]B or [m]B + (0, -1), the secret is x of [4 k m]B.
 */
class EcdhTeDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;
  private static final BigInteger FOUR = BigInteger.valueOf(4);

  private static BigInteger scalar(Random random, BigInteger l) {
    return new BigInteger(l.bitLength() + 64, random)
        .mod(l.subtract(BigInteger.ONE))
        .add(BigInteger.ONE);
  }

  static List<Curve> curves() {
    return CurveIndex.ALL.stream()
        .filter(c -> c.schemes().stream().anyMatch(s -> s.kind().equals("ecdh-te")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("curves")
  void agrees(Curve curve) throws InvalidKeyException {
    agreements(curve, 51, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void agreesAtLength(Curve curve) throws InvalidKeyException {
    agreements(curve, 52, THOROUGH_CASES);
  }

  /** Each key's peer is the key before it, half of the time plus (0, -1). */
  private static void agreements(Curve curve, long seed, int cases) throws InvalidKeyException {
    KeyAgreement ours = KeyAgreement.of(curve.id());
    CurveReference reference = new CurveReference(curve);
    Random random = new Random(seed);
    int size = curve.field().bytes;
    BigInteger p = curve.field().modulus;
    BigInteger l = curve.order().modulus;
    BigInteger m = scalar(random, l);
    BigInteger[] peer = reference.multiply(m);
    for (int i = 0; i < cases; i++) {
      String what = curve.id() + " " + i;
      boolean negated = random.nextBoolean(); // plus (0, -1): both coordinates negated
      byte[] peerKey =
          CurveReference.encode(
              negated ? p.subtract(peer[0]) : peer[0],
              negated ? p.subtract(peer[1]) : peer[1],
              size + 1);
      BigInteger k = scalar(random, l);
      BigInteger[] point = reference.multiply(k);
      BigInteger[] shared = reference.multiply(FOUR.multiply(k).multiply(m).mod(l));
      assertArrayEquals(peerKey, ours.decode(peerKey, KeyFormat.RAW), what);
      try (KeyPair pair =
          ours.fromPrivateKey(CurveReference.littleEndian(k, curve.order().bytes))) {
        assertArrayEquals(
            CurveReference.encode(point[0], point[1], size + 1), pair.publicKey(), what);
        assertArrayEquals(
            CurveReference.littleEndian(shared[0], size), ours.agree(pair, peerKey), what);
      }
      m = k;
      peer = point;
    }
    System.out.println("differential: " + curve.id() + " " + cases + " cases, seed " + seed);
  }
}
