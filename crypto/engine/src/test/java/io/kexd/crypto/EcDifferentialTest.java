package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import java.io.IOException;
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
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.StandardDSAEncoding;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECMultiplier;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * ECDH and ECDSA on seeded random input, against Bouncy Castle: its own curves where it has them,
 * its arithmetic with our parameters elsewhere. SunEC, which is slow, judges some of the cases.
 */
class EcDifferentialTest {
  private static final List<EcHash> HASHES = List.of(EcHash.values());
  private static final SecureRandom FRESH = new SecureRandom();
  private static final int CASES = 2_000;

  /** Messages that a key signs. */
  private static final int MESSAGES = 8;

  private static final int THOROUGH_CASES = 100_000;

  /** SunEC takes part in one case of so many. */
  private static final int SOME = 10;

  static List<EcCurve> curves() {
    return EcCurve.all();
  }

  static List<EcCurve> nistCurves() {
    return EcCurve.all().stream().filter(EcDifferentialTest::isNist).toList();
  }

  private static boolean isNist(EcCurve curve) {
    return curve.id.startsWith("p");
  }

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

  private static ECDomainParameters domain(EcCurve ours) {
    X9ECParameters known = CustomNamedCurves.getByName("sec" + ours.id + "r1");
    if (known != null) {
      return new ECDomainParameters(known.getCurve(), known.getG(), known.getN());
    }
    Curve curve = ours.curve;
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

  private static void done(String what, EcCurve curve, int cases, long seed) {
    System.out.printf("differential: %s %s %d cases, seed %d%n", what, curve, cases, seed);
  }

  @ParameterizedTest
  @MethodSource("curves")
  void ecdh(EcCurve curve) throws GeneralSecurityException {
    agreements(curve, 11, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void ecdhAtLength(EcCurve curve) throws GeneralSecurityException {
    agreements(curve, 12, THOROUGH_CASES);
  }

  /**
   * The secret of a and [b]G is x of [ab]G, and multiples of G cost Bouncy Castle the least. Every
   * second point is compressed.
   */
  private static void agreements(EcCurve ours, long seed, int cases)
      throws GeneralSecurityException {
    Random random = new Random(seed);
    ECDomainParameters domain = domain(ours);
    ECMultiplier multiplier = new FixedPointCombMultiplier();
    for (int i = 0; i < cases; i++) {
      byte[] a = scalar(random, ours);
      byte[] b = scalar(random, ours);
      BigInteger product = new BigInteger(1, a).multiply(new BigInteger(1, b)).mod(domain.getN());
      ECPoint peer = multiplier.multiply(domain.getG(), new BigInteger(1, b)).normalize();
      ECPoint shared = multiplier.multiply(domain.getG(), product).normalize();
      byte[] secret = ours.agree(a, peer.getEncoded(i % 2 == 0));
      assertArrayEquals(peer.getEncoded(false), ours.publicKey(b), ours + " " + i);
      assertArrayEquals(shared.getAffineXCoord().getEncoded(), secret, ours + " " + i);
      if (isNist(ours) && i % SOME == 0) {
        agreesWithSun(ours, a, peer.getEncoded(false), secret);
      }
    }
    done("ecdh", ours, cases, seed);
  }

  /** Keys go over as PKCS #8 and SubjectPublicKeyInfo that we wrote. */
  private static void agreesWithSun(EcCurve ours, byte[] privateKey, byte[] peer, byte[] secret)
      throws GeneralSecurityException {
    javax.crypto.KeyAgreement sun = javax.crypto.KeyAgreement.getInstance("ECDH", "SunEC");
    KeyFactory keys = KeyFactory.getInstance("EC", "SunEC");
    sun.init(keys.generatePrivate(new PKCS8EncodedKeySpec(pkcs8(ours, privateKey))));
    PublicKey theirs =
        keys.generatePublic(new X509EncodedKeySpec(ours.agreement.encode(peer, KeyFormat.SPKI)));
    sun.doPhase(theirs, true);
    assertArrayEquals(sun.generateSecret(), secret, ours.id);
    assertArrayEquals(peer, ours.agreement.decode(theirs.getEncoded(), KeyFormat.SPKI), ours.id);
  }

  private static byte[] pkcs8(EcCurve ours, byte[] privateKey) {
    try (KeyPair pair = ours.agreement.fromPrivateKey(privateKey)) {
      return ours.agreement.toPkcs8(pair);
    }
  }

  @ParameterizedTest
  @MethodSource("nistCurves")
  void ecdsa(EcCurve curve) throws GeneralSecurityException {
    signatures(curve, 15, CASES);
  }

  @ParameterizedTest
  @MethodSource("nistCurves")
  @Tag("thorough")
  void ecdsaAtLength(EcCurve curve) throws GeneralSecurityException {
    signatures(curve, 16, THOROUGH_CASES);
  }

  /**
   * They verify our hedged signatures, we verify theirs, and all judge one bit off alike. Each key
   * signs some messages.
   */
  private static void signatures(EcCurve ours, long seed, int cases)
      throws GeneralSecurityException {
    Random random = new Random(seed);
    ECDomainParameters domain = domain(ours);
    for (int i = 0; i < cases; i += MESSAGES) {
      byte[] privateKey = scalar(random, ours);
      byte[] publicKey = ours.publicKey(privateKey);
      for (int j = i; j < i + MESSAGES; j++) {
        EcHash hash = HASHES.get(j % 3);
        String what = ours + " " + hash + " " + j;
        byte[] message = bytes(random, random.nextInt(100));
        byte[] digest = hash.digest(message);
        byte[] signature = new byte[ours.verifier.signatureBytes];
        ours.signer(hash).sign(signature, privateKey, new byte[][] {digest}, FRESH, j % 2 == 0);
        byte[] der = EcSignature.toDer(signature);
        byte[] theirs = EcSignature.toDer(bouncyCastle(domain, hash, privateKey, digest));
        assertTrue(bouncyCastleVerifies(domain, publicKey, digest, der), what);
        assertTrue(ours.verifiesDer(publicKey, digest, theirs), what);
        byte[] changed = der.clone();
        changed[random.nextInt(der.length)] ^= (byte) (1 << random.nextInt(8));
        boolean valid = ours.verifiesDer(publicKey, digest, changed);
        what += " " + Hex.of(changed);
        assertEquals(bouncyCastleVerifies(domain, publicKey, digest, changed), valid, what);
        if (j % SOME == 0) {
          Sun sun = new Sun(ours, hash, privateKey);
          assertTrue(sun.verifies(message, der), what);
          assertEquals(sun.verifies(message, changed), valid, what);
          assertTrue(ours.verifiesDer(publicKey, digest, sun.sign(message)), what);
        }
      }
    }
    done("hedged ecdsa", ours, cases, seed);
  }

  private static boolean bouncyCastleVerifies(
      ECDomainParameters domain, byte[] publicKey, byte[] digest, byte[] der) {
    BigInteger[] rs;
    try {
      rs = StandardDSAEncoding.INSTANCE.decode(domain.getN(), der);
    } catch (IOException | IllegalArgumentException | ClassCastException e) {
      return false;
    }
    ECDSASigner verifier = new ECDSASigner();
    ECPoint point = domain.getCurve().decodePoint(publicKey);
    verifier.init(false, new ECPublicKeyParameters(point, domain));
    return verifier.verifySignature(digest, rs[0], rs[1]);
  }

  /** A key of SunEC, gone over as PKCS #8 and SubjectPublicKeyInfo that we wrote. */
  private static final class Sun {
    private final PrivateKey privateKey;
    private final PublicKey publicKey;
    private final Signature signature;

    Sun(EcCurve ours, EcHash hash, byte[] privateKey) throws GeneralSecurityException {
      byte[] spki = ours.agreement.encode(ours.publicKey(privateKey), KeyFormat.SPKI);
      KeyFactory keys = KeyFactory.getInstance("EC", "SunEC");
      this.privateKey = keys.generatePrivate(new PKCS8EncodedKeySpec(pkcs8(ours, privateKey)));
      this.publicKey = keys.generatePublic(new X509EncodedKeySpec(spki));
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

  @ParameterizedTest
  @MethodSource("curves")
  void deterministicEcdsa(EcCurve curve) {
    deterministic(curve, 17, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void deterministicEcdsaAtLength(EcCurve curve) {
    deterministic(curve, 18, THOROUGH_CASES);
  }

  /** The same signatures as Bouncy Castle, with every hash. */
  private static void deterministic(EcCurve ours, long seed, int cases) {
    Random random = new Random(seed);
    ECDomainParameters domain = domain(ours);
    for (int i = 0; i < cases; i++) {
      EcHash hash = HASHES.get(i % 3);
      byte[] privateKey = scalar(random, ours);
      byte[] message = bytes(random, random.nextInt(100));
      byte[] got = ours.signDeterministic(hash, privateKey, message, false);
      byte[] expected = bouncyCastle(domain, hash, privateKey, hash.digest(message));
      String what = ours + " " + hash + " " + i;
      assertArrayEquals(expected, got, what);
      assertTrue(ours.verifies(ours.publicKey(privateKey), hash.digest(message), got, false), what);
    }
    done("deterministic ecdsa", ours, cases, seed);
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
