package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.scheme.EcDigest;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** ECDSA on seeded random input against Bouncy Castle and, for some cases, SunEC. */
class EcdsaDifferentialTest {
  private static final List<EcHash> HASHES = List.of(EcHash.values());
  private static final SecureRandom FRESH = new SecureRandom();
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  /** Messages that a key signs. */
  private static final int MESSAGES = 8;

  /** SunEC, which is slow, takes part in one case of so many. */
  private static final int SOME = 20;

  static List<EcCurve> curves() {
    return EcCurve.all();
  }

  static List<EcCurve> nistCurves() {
    return EcCurve.all().stream().filter(EcOracle::isNist).toList();
  }

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  @ParameterizedTest
  @MethodSource("curves")
  void deterministic(EcCurve curve) {
    sameSignatures(curve, 17, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void deterministicAtLength(EcCurve curve) {
    sameSignatures(curve, 18, THOROUGH_CASES);
  }

  /** The same signatures as Bouncy Castle, with every hash; we verify them. */
  private static void sameSignatures(EcCurve ours, long seed, int cases) {
    Random random = new Random(seed);
    EcOracle oracle = new EcOracle(ours);
    for (int i = 0; i < cases; i++) {
      EcHash hash = HASHES.get(i % 3);
      String what = ours + " " + hash + " " + i;
      byte[] privateKey = oracle.scalar(random);
      byte[] message = bytes(random, random.nextInt(100));
      byte[] got = ours.signDeterministic(hash, privateKey, message, false);
      assertArrayEquals(oracle.sign(hash, privateKey, hash.digest(message)), got, what);
      assertTrue(ours.verifies(ours.publicKey(privateKey), hash.digest(message), got, false), what);
    }
    System.out.println("differential: RFC 6979 " + ours + " " + cases + " cases, seed " + seed);
  }

  @ParameterizedTest
  @MethodSource("nistCurves")
  void hedged(EcCurve curve) throws GeneralSecurityException {
    verdicts(curve, 15, CASES);
  }

  @ParameterizedTest
  @MethodSource("nistCurves")
  @Tag("thorough")
  void hedgedAtLength(EcCurve curve) throws GeneralSecurityException {
    verdicts(curve, 16, THOROUGH_CASES);
  }

  /**
   * They verify our hedged signatures, and all judge one bit off alike. We verify theirs: those of
   * Bouncy Castle above, those of SunEC here.
   */
  private static void verdicts(EcCurve ours, long seed, int cases) throws GeneralSecurityException {
    Random random = new Random(seed);
    EcOracle oracle = new EcOracle(ours);
    byte[] privateKey = new byte[0];
    byte[] publicKey = new byte[0];
    for (int i = 0; i < cases; i++) {
      if (i % MESSAGES == 0) {
        privateKey = oracle.scalar(random);
        publicKey = ours.publicKey(privateKey);
      }
      EcHash hash = HASHES.get(i % 3);
      byte[] message = bytes(random, random.nextInt(100));
      byte[] digest = hash.digest(message);
      byte[] signature = new byte[ours.verifier.signatureBytes];
      ours.signer.sign(
          signature,
          privateKey,
          new EcDigest[] {new EcDigest(hash, digest, i % 2 == 0, false)},
          FRESH);
      byte[] der = EcSignature.toDer(signature);
      byte[] changed = der.clone();
      changed[random.nextInt(der.length)] ^= (byte) (1 << random.nextInt(8));
      boolean valid = ours.verifiesDer(publicKey, digest, changed);
      String what = ours + " " + hash + " " + i + " " + Hex.of(changed);
      assertTrue(verifies(oracle, publicKey, digest, der), what);
      assertEquals(verifies(oracle, publicKey, digest, changed), valid, what);
      if (i % SOME == 0) {
        Sun sun = new Sun(oracle, hash, privateKey, publicKey);
        assertTrue(sun.verifies(message, der), what);
        assertEquals(sun.verifies(message, changed), valid, what);
        assertTrue(ours.verifiesDer(publicKey, digest, sun.sign(message)), what);
      }
    }
    System.out.println("differential: hedged " + ours + " " + cases + " cases, seed " + seed);
  }

  private static boolean verifies(EcOracle oracle, byte[] publicKey, byte[] digest, byte[] der) {
    BigInteger[] rs;
    try {
      rs = StandardDSAEncoding.INSTANCE.decode(oracle.domain.getN(), der);
    } catch (IOException | IllegalArgumentException | ClassCastException e) {
      return false; // Bouncy Castle throws where it cannot read the encoding
    }
    return oracle.verifies(publicKey, digest, rs[0], rs[1]);
  }

  /** A key of SunEC with one hash. */
  private static final class Sun {
    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final Signature signature;

    Sun(EcOracle oracle, EcHash hash, byte[] privateKey, byte[] publicKey)
        throws GeneralSecurityException {
      this.privateKey = oracle.sunPrivate(privateKey);
      this.publicKey = oracle.sunPublic(publicKey);
      this.signature = Signature.getInstance(hash + "withECDSA", "SunEC");
    }

    boolean verifies(byte[] message, byte[] der) throws GeneralSecurityException {
      signature.initVerify(publicKey);
      signature.update(message);
      try {
        return signature.verify(der);
      } catch (SignatureException e) {
        return false; // SunEC throws where it cannot read the encoding
      }
    }

    byte[] sign(byte[] message) throws GeneralSecurityException {
      signature.initSign(privateKey);
      signature.update(message);
      return signature.sign();
    }
  }

  /** Fresh randomness changes the nonce, and so r, from call to call. */
  @Test
  void hedgedSignaturesDiffer() {
    EcCurve curve = EcCurve.of("p256");
    EcDsa signer = curve.signer;
    byte[] privateKey = new EcOracle(curve).scalar(new Random(19));
    byte[] digest = EcHash.SHA256.digest(new byte[0]);
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, digest, false, false)};
    byte[] one = new byte[64];
    byte[] other = new byte[64];
    signer.sign(one, privateKey, digests, FRESH);
    signer.sign(other, privateKey, digests, FRESH);
    assertTrue(!Hex.of(one).equals(Hex.of(other)));
    assertTrue(curve.verifies(curve.publicKey(privateKey), digest, one, false));
    assertTrue(curve.verifies(curve.publicKey(privateKey), digest, other, false));
  }
}
