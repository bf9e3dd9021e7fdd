package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The Edwards ECDH on seeded random input, against the addition law on BigIntegers: since a peer's
 * key is [m]B or [m]B + (0, -1), the secret is x of [4 k m]B.
 */
class EcdhTeDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;
  private static final BigInteger FOUR = BigInteger.valueOf(4);

  /** Multiples of the base point in projective coordinates, eprint 2008/013 section 6. */
  private static final class Reference {
    final BigInteger modulus;
    final BigInteger l;
    private final BigInteger a;
    private final BigInteger d;
    private final BigInteger[] base;

    Reference(Curve curve) {
      this.modulus = curve.field().modulus;
      this.l = curve.order().modulus;
      this.a = new BigInteger(curve.a(), 16);
      this.d = new BigInteger(curve.b(), 16);
      this.base =
          new BigInteger[] {
            new BigInteger(curve.baseX(), 16), new BigInteger(curve.baseY(), 16), BigInteger.ONE
          };
    }

    private BigInteger[] add(BigInteger[] P, BigInteger[] Q) {
      BigInteger A = P[2].multiply(Q[2]).mod(modulus);
      BigInteger B = A.multiply(A);
      BigInteger C = P[0].multiply(Q[0]).mod(modulus);
      BigInteger D = P[1].multiply(Q[1]).mod(modulus);
      BigInteger E = d.multiply(C).multiply(D);
      BigInteger F = B.subtract(E).mod(modulus);
      BigInteger G = B.add(E).mod(modulus);
      BigInteger H = P[0].add(P[1]).multiply(Q[0].add(Q[1])).subtract(C).subtract(D);
      return new BigInteger[] {
        A.multiply(F).mod(modulus).multiply(H).mod(modulus),
        A.multiply(G).mod(modulus).multiply(D.subtract(a.multiply(C))).mod(modulus),
        F.multiply(G).mod(modulus)
      };
    }

    /** (x, y) of [k]B. */
    BigInteger[] multiply(BigInteger k) {
      BigInteger[] R = {BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE};
      for (int i = k.bitLength() - 1; i >= 0; i--) {
        R = add(R, R);
        R = k.testBit(i) ? add(R, base) : R;
      }
      BigInteger inverse = R[2].modInverse(modulus);
      return new BigInteger[] {
        R[0].multiply(inverse).mod(modulus), R[1].multiply(inverse).mod(modulus)
      };
    }

    BigInteger scalar(Random random) {
      return new BigInteger(l.bitLength() + 64, random)
          .mod(l.subtract(BigInteger.ONE))
          .add(BigInteger.ONE);
    }
  }

  private static byte[] littleEndian(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  private static List<Curve> curves() {
    return CurveIndex.ALL.stream()
        .filter(c -> c.schemes().stream().anyMatch(s -> s.kind().equals("ecdh-te")))
        .toList();
  }

  @Test
  void agrees() throws InvalidKeyException {
    agreements(51, CASES);
  }

  @Test
  @Tag("thorough")
  void agreesAtLength() throws InvalidKeyException {
    agreements(52, THOROUGH_CASES);
  }

  private static void agreements(long seed, int cases) throws InvalidKeyException {
    assertTrue(curves().size() >= 6, "curves: " + curves().size());
    for (Curve curve : curves()) {
      Reference reference = new Reference(curve);
      Random random = new Random(seed);
      for (int i = 0; i < cases / curves().size() + 1; i++) {
        agree(curve, reference, random, curve.id() + " " + i);
      }
    }
  }

  private static void agree(Curve curve, Reference reference, Random random, String what)
      throws InvalidKeyException {
    KeyAgreement ours = KeyAgreement.of(curve.id());
    int size = curve.field().bytes;
    BigInteger k = reference.scalar(random);
    BigInteger m = reference.scalar(random);
    BigInteger[] peer = reference.multiply(m);
    byte[] peerKey = encode(peer[0], peer[1], size + 1);
    try (KeyPair theirs = ours.fromPrivateKey(littleEndian(m, curve.order().bytes));
        KeyPair pair = ours.fromPrivateKey(littleEndian(k, curve.order().bytes))) {
      assertArrayEquals(peerKey, theirs.publicKey(), what);
      if (random.nextBoolean()) { // plus (0, -1): both coordinates negated
        peerKey =
            encode(
                reference.modulus.subtract(peer[0]), reference.modulus.subtract(peer[1]), size + 1);
      }
      BigInteger product = FOUR.multiply(k).multiply(m).mod(reference.l);
      byte[] expected = littleEndian(reference.multiply(product)[0], size);
      assertArrayEquals(peerKey, ours.decode(peerKey, KeyFormat.RAW), what);
      assertArrayEquals(expected, ours.agree(pair, peerKey), what);
    }
  }

  private static byte[] encode(BigInteger x, BigInteger y, int size) {
    byte[] out = littleEndian(y, size);
    out[size - 1] |= (byte) (x.testBit(0) ? 0x80 : 0);
    return out;
  }
}
