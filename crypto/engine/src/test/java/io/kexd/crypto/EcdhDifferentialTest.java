package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.util.List;
import java.util.Random;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * ECDH on seeded random input: the NIST curves against Bouncy Castle and, for some cases, SunEC,
 * the others against chord and tangent.
 */
class EcdhDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  /** SunEC, which is slow, takes part in one case of so many. */
  private static final int SOME = 20;

  static List<EcCurve> curves() {
    return EcCurve.all();
  }

  @ParameterizedTest
  @MethodSource("curves")
  void agrees(EcCurve curve) throws GeneralSecurityException {
    agreements(curve, 11, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void agreesAtLength(EcCurve curve) throws GeneralSecurityException {
    agreements(curve, 12, THOROUGH_CASES);
  }

  /**
   * Each key's peer is the key before it, so that the secret of [a]G and [b]G is x of [ab]G. Every
   * second peer is compressed.
   */
  private static void agreements(EcCurve ours, long seed, int cases)
      throws GeneralSecurityException {
    Random random = new Random(seed);
    EcOracle oracle = new EcOracle(ours);
    BigInteger a = new BigInteger(1, oracle.scalar(random));
    ECPoint peer = oracle.multiply(a);
    for (int i = 0; i < cases; i++) {
      String what = ours + " " + i;
      byte[] privateKey = oracle.scalar(random);
      BigInteger b = new BigInteger(1, privateKey);
      ECPoint publicKey = oracle.multiply(b);
      ECPoint shared = oracle.multiply(a.multiply(b).mod(oracle.domain.getN()));
      byte[] secret = shared.getAffineXCoord().getEncoded();
      byte[] sent = ours.agreement.decode(peer.getEncoded(i % 2 == 0), KeyFormat.RAW);
      try (KeyPair pair = ours.agreement.fromPrivateKey(privateKey)) {
        assertArrayEquals(publicKey.getEncoded(false), pair.publicKey(), what);
        assertArrayEquals(secret, ours.agreement.agree(pair, sent), what);
      }
      if (EcOracle.isNist(ours) && i % SOME == 0) {
        PublicKey theirs = oracle.sunPublic(sent);
        assertArrayEquals(sent, ours.agreement.decode(theirs.getEncoded(), KeyFormat.SPKI), what);
        javax.crypto.KeyAgreement sun = javax.crypto.KeyAgreement.getInstance("ECDH", "SunEC");
        sun.init(oracle.sunPrivate(privateKey));
        sun.doPhase(theirs, true);
        assertArrayEquals(sun.generateSecret(), secret, what);
      }
      a = b;
      peer = publicKey;
    }
    System.out.println("differential: ecdh " + ours + " " + cases + " cases, seed " + seed);
  }
}
