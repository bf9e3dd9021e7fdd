package io.kexd.crypto;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.scheme.EcHash;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Random;
import org.bouncycastle.asn1.x9.X9ECParameters;
import org.bouncycastle.crypto.Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.digests.SHA384Digest;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.ec.CustomNamedCurves;
import org.bouncycastle.crypto.params.ECDomainParameters;
import org.bouncycastle.crypto.params.ECPrivateKeyParameters;
import org.bouncycastle.crypto.params.ECPublicKeyParameters;
import org.bouncycastle.crypto.signers.ECDSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.math.ec.ECCurve;
import org.bouncycastle.math.ec.ECMultiplier;
import org.bouncycastle.math.ec.ECPoint;
import org.bouncycastle.math.ec.FixedPointCombMultiplier;

/**
 * A Weierstrass curve of Bouncy Castle: its own where it has the curve, that is for the NIST
 * curves. For the others it knows how to sign, and {@link CurveReference} how to multiply the base
 * point.
 */
final class EcOracle {
  private static final List<String> NIST = List.of("p256", "p384", "p521");

  final ECDomainParameters domain;
  private final EcCurve ours;
  private final ECMultiplier multiplier;

  EcOracle(EcCurve ours) {
    this.ours = ours;
    if (isNist(ours)) {
      X9ECParameters known = CustomNamedCurves.getByName("sec" + ours.id + "r1");
      this.domain = new ECDomainParameters(known.getCurve(), known.getG(), known.getN());
      this.multiplier = new FixedPointCombMultiplier();
    } else {
      this.domain = domain(ours.curve);
      CurveReference reference = new CurveReference(ours.curve);
      this.multiplier =
          (base, k) -> {
            BigInteger[] xy = reference.multiply(k);
            return base.getCurve().createPoint(xy[0], xy[1]);
          };
    }
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

  static boolean isNist(EcCurve curve) {
    return NIST.contains(curve.id);
  }

  byte[] scalar(Random random) {
    BigInteger l = domain.getN();
    BigInteger d = new BigInteger(l.bitLength() + 64, random).mod(l.subtract(BigInteger.ONE));
    return EcCurve.bigEndian(d.add(BigInteger.ONE), ours.curve.order().bytes);
  }

  /** [k]G. */
  ECPoint multiply(BigInteger k) {
    return multiplier.multiply(domain.getG(), k).normalize();
  }

  /** r || s by RFC 6979. */
  byte[] sign(EcHash hash, byte[] privateKey, byte[] digest) {
    Digest theirs =
        switch (hash) {
          case SHA256 -> new SHA256Digest();
          case SHA384 -> new SHA384Digest();
          case SHA512 -> new SHA512Digest();
        };
    ECDSASigner signer =
        new ECDSASigner(new HMacDSAKCalculator(theirs)) {
          @Override
          protected ECMultiplier createBasePointMultiplier() {
            return multiplier;
          }
        };
    signer.init(true, new ECPrivateKeyParameters(new BigInteger(1, privateKey), domain));
    BigInteger[] rs = signer.generateSignature(digest);
    int size = ours.curve.order().bytes;
    return EcCurve.concat(EcCurve.bigEndian(rs[0], size), EcCurve.bigEndian(rs[1], size));
  }

  boolean verifies(byte[] publicKey, byte[] digest, BigInteger r, BigInteger s) {
    ECDSASigner verifier = new ECDSASigner();
    ECPoint point = domain.getCurve().decodePoint(publicKey);
    verifier.init(false, new ECPublicKeyParameters(point, domain));
    return verifier.verifySignature(digest, r, s);
  }

  /** A private key as SunEC reads it from the PKCS #8 that we write. */
  PrivateKey sunPrivate(byte[] privateKey) throws GeneralSecurityException {
    try (KeyPair pair = ours.agreement.fromPrivateKey(privateKey)) {
      return KeyFactory.getInstance("EC", "SunEC")
          .generatePrivate(new PKCS8EncodedKeySpec(ours.agreement.toPkcs8(pair)));
    }
  }

  /** A public key as SunEC reads it from the SubjectPublicKeyInfo that we write. */
  PublicKey sunPublic(byte[] publicKey) throws GeneralSecurityException {
    byte[] spki = ours.agreement.encode(publicKey, KeyFormat.SPKI);
    return KeyFactory.getInstance("EC", "SunEC").generatePublic(new X509EncodedKeySpec(spki));
  }
}
