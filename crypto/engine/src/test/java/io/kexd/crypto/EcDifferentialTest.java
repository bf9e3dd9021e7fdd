package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECPoint;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ECDH and ECDSA on seeded random input: the NIST curves against SunEC, all of them against the
 * arithmetic of Bouncy Castle with our parameters.
 */
class EcDifferentialTest {
  private static final List<EcHash> HASHES = List.of(EcHash.values());
  private static final SecureRandom FRESH = new SecureRandom();
  private static final int CASES = 2_000;

  /** Messages that a key signs. */
  private static final int MESSAGES = 8;

  private static final int THOROUGH_CASES = 100_000;

  private static byte[] scalar(Random random, EcCurve curve) {
    BigInteger l = curve.curve.order().modulus;
    BigInteger d = new BigInteger(l.bitLength() + 64, random).mod(l.subtract(BigInteger.ONE));
    return EcCurve.bigEndian(d.add(BigInteger.ONE), curve.curve.order().bytes);
  }

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  private static ECDomainParameters domain(Curve curve) {
    ECCurve theirs =
        new ECCurve.Fp(
            curve.field().modulus,
            new BigInteger(curve.a(), 16),
            new BigInteger(curve.b(), 16),
            curve.order().modulus,
            BigInteger.ONE);
    ECPoint base =
        theirs.createPoint(new BigInteger(curve.baseX(), 16), new BigInteger(curve.baseY(), 16));
    return new ECDomainParameters(theirs, base, curve.order().modulus);
  }

  private static List<EcCurve> drafts() {
    return EcCurve.all().stream().filter(c -> c.id.startsWith("nums")).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"p256", "p384", "p521"})
  void ecdh(String id) throws GeneralSecurityException {
    agreements(EcCurve.of(id), 11, CASES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p256", "p384", "p521"})
  @Tag("thorough")
  void ecdhAtLength(String id) throws GeneralSecurityException {
    agreements(EcCurve.of(id), 12, THOROUGH_CASES);
  }

  /** Keys go over as PKCS #8 and SubjectPublicKeyInfo that we wrote; every second is compressed. */
  private static void agreements(EcCurve ours, long seed, int cases)
      throws GeneralSecurityException {
    Random random = new Random(seed);
    javax.crypto.KeyAgreement sun = javax.crypto.KeyAgreement.getInstance("ECDH", "SunEC");
    KeyFactory keys = KeyFactory.getInstance("EC", "SunEC");
    for (int i = 0; i < cases; i++) {
      byte[] privateKey = scalar(random, ours);
      byte[] peer = ours.publicKey(scalar(random, ours));
      sun.init(keys.generatePrivate(new PKCS8EncodedKeySpec(pkcs8(ours, privateKey))));
      PublicKey theirs =
          keys.generatePublic(new X509EncodedKeySpec(ours.agreement.encode(peer, KeyFormat.SPKI)));
      sun.doPhase(theirs, true);
      byte[] sent = i % 2 == 0 ? peer : SecCodec.compress(peer);
      assertArrayEquals(sun.generateSecret(), ours.agree(privateKey, sent), "case " + i);
      assertArrayEquals(
          peer, ours.agreement.decode(theirs.getEncoded(), KeyFormat.SPKI), "case " + i);
    }
  }

  private static byte[] pkcs8(EcCurve ours, byte[] privateKey) {
    try (KeyPair pair = ours.agreement.fromPrivateKey(privateKey)) {
      return ours.agreement.toPkcs8(pair);
    }
  }

  @Test
  void ecdhOfDrafts() throws GeneralSecurityException {
    agreementsOfDrafts(13, CASES);
  }

  @Test
  @Tag("thorough")
  void ecdhOfDraftsAtLength() throws GeneralSecurityException {
    agreementsOfDrafts(14, THOROUGH_CASES);
  }

  private static void agreementsOfDrafts(long seed, int cases) throws GeneralSecurityException {
    for (EcCurve ours : drafts()) {
      Random random = new Random(seed);
      ECDomainParameters domain = domain(ours.curve);
      for (int i = 0; i < cases / drafts().size() + 1; i++) {
        byte[] a = scalar(random, ours);
        byte[] b = scalar(random, ours);
        ECPoint publicKey = domain.getG().multiply(new BigInteger(1, b)).normalize();
        byte[] encoded = publicKey.getEncoded(i % 2 == 0);
        ECPoint shared = publicKey.multiply(new BigInteger(1, a)).normalize();
        byte[] expected = shared.getAffineXCoord().getEncoded();
        assertArrayEquals(publicKey.getEncoded(false), ours.publicKey(b), ours + " " + i);
        assertArrayEquals(expected, ours.agree(a, encoded), ours + " " + i);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"p256", "p384", "p521"})
  void ecdsa(String id) throws GeneralSecurityException {
    signatures(EcCurve.of(id), 15, CASES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p256", "p384", "p521"})
  @Tag("thorough")
  void ecdsaAtLength(String id) throws GeneralSecurityException {
    signatures(EcCurve.of(id), 16, THOROUGH_CASES);
  }

  /** SunEC verifies our hedged signatures, we verify theirs, and both judge one bit off alike. */
  private static void signatures(EcCurve ours, long seed, int cases)
      throws GeneralSecurityException {
    Random random = new Random(seed);
    KeyFactory keys = KeyFactory.getInstance("EC", "SunEC");
    for (int i = 0; i < cases; i += MESSAGES) {
      byte[] privateKey = scalar(random, ours);
      byte[] publicKey = ours.publicKey(privateKey);
      byte[] spki = ours.agreement.encode(publicKey, KeyFormat.SPKI);
      PublicKey theirs = keys.generatePublic(new X509EncodedKeySpec(spki));
      PrivateKey secret = keys.generatePrivate(new PKCS8EncodedKeySpec(pkcs8(ours, privateKey)));
      for (int j = i; j < i + MESSAGES; j++) {
        EcHash hash = HASHES.get(j % 3);
        String what = ours + " " + hash + " " + j;
        byte[] message = bytes(random, random.nextInt(100));
        byte[] digest = hash.digest(message);
        byte[] signature = new byte[ours.verifier.signatureBytes];
        ours.signer(hash).sign(signature, privateKey, new byte[][] {digest}, FRESH, j % 2 == 0);
        byte[] der = EcSignature.toDer(signature);
        assertTrue(sunVerifies(hash, theirs, message, der), what);
        assertTrue(ours.verifiesDer(publicKey, digest, sunSigns(hash, secret, message)), what);
        der[random.nextInt(der.length)] ^= (byte) (1 << random.nextInt(8));
        boolean sun = sunVerifies(hash, theirs, message, der);
        assertEquals(sun, ours.verifiesDer(publicKey, digest, der), what + " " + Hex.of(der));
      }
    }
  }

  private static String algorithm(EcHash hash) {
    return hash + "withECDSA";
  }

  private static boolean sunVerifies(EcHash hash, PublicKey key, byte[] message, byte[] der)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm(hash), "SunEC");
    signature.initVerify(key);
    signature.update(message);
    try {
      return signature.verify(der);
    } catch (SignatureException e) {
      return false; // SunEC throws where it cannot read the encoding
    }
  }

  private static byte[] sunSigns(EcHash hash, PrivateKey key, byte[] message)
      throws GeneralSecurityException {
    Signature signature = Signature.getInstance(algorithm(hash), "SunEC");
    signature.initSign(key);
    signature.update(message);
    return signature.sign();
  }

  @Test
  void deterministicEcdsa() {
    deterministic(17, CASES);
  }

  @Test
  @Tag("thorough")
  void deterministicEcdsaAtLength() {
    deterministic(18, THOROUGH_CASES);
  }

  /** The same signatures as Bouncy Castle, with every hash on every curve. */
  private static void deterministic(long seed, int cases) {
    for (EcCurve ours : EcCurve.all()) {
      Random random = new Random(seed);
      ECDomainParameters domain = domain(ours.curve);
      for (int i = 0; i < cases / EcCurve.all().size() + 1; i++) {
        EcHash hash = HASHES.get(i % 3);
        byte[] privateKey = scalar(random, ours);
        byte[] message = bytes(random, random.nextInt(100));
        byte[] got = ours.signDeterministic(hash, privateKey, message, false);
        byte[] expected = bouncyCastle(domain, hash, privateKey, hash.digest(message));
        assertArrayEquals(expected, got, ours + " " + hash + " " + i);
        assertTrue(
            ours.verifies(ours.publicKey(privateKey), hash.digest(message), got, false),
            ours + " " + hash + " " + i);
      }
    }
  }

  private static byte[] bouncyCastle(
      ECDomainParameters domain, EcHash hash, byte[] privateKey, byte[] digest) {
    org.bouncycastle.crypto.Digest theirs =
        switch (hash) {
          case SHA256 -> new org.bouncycastle.crypto.digests.SHA256Digest();
          case SHA384 -> new org.bouncycastle.crypto.digests.SHA384Digest();
          case SHA512 -> new org.bouncycastle.crypto.digests.SHA512Digest();
        };
    ECDSASigner signer = new ECDSASigner(new HMacDSAKCalculator(theirs));
    signer.init(true, new ECPrivateKeyParameters(new BigInteger(1, privateKey), domain));
    BigInteger[] rs = signer.generateSignature(digest);
    int size = (domain.getN().bitLength() + 7) / 8;
    return EcCurve.concat(EcCurve.bigEndian(rs[0], size), EcCurve.bigEndian(rs[1], size));
  }

  /** Fresh randomness changes the nonce, and so r, from call to call. */
  @Test
  void hedgedSignaturesDiffer() {
    EcCurve curve = EcCurve.of("p256");
    EcDsa signer = curve.signer(EcHash.SHA256);
    byte[] privateKey = scalar(new Random(19), curve);
    byte[][] digest = {EcHash.SHA256.digest(new byte[0])};
    byte[] one = new byte[64];
    byte[] other = new byte[64];
    signer.sign(one, privateKey, digest, FRESH, false);
    signer.sign(other, privateKey, digest, FRESH, false);
    assertTrue(!Hex.of(one).equals(Hex.of(other)));
    assertTrue(curve.verifies(curve.publicKey(privateKey), digest[0], one, false));
    assertTrue(curve.verifies(curve.publicKey(privateKey), digest[0], other, false));
  }
}
