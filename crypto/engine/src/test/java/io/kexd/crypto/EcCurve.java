package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EcDigest;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcVerifier;
import io.kexd.crypto.scheme.Ecdh;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A Weierstrass curve for tests: through the public classes, or through those of the schemes for
 * what these do not offer.
 */
final class EcCurve {
  private static final Map<String, EcCurve> CURVES = new HashMap<>();
  private static final Set<String> ALGORITHMS =
      Curves.all().stream().flatMap(s -> s.algorithms().stream()).collect(Collectors.toSet());

  final String id;
  final Curve curve;
  final KeyAgreement agreement;
  final Ecdh ecdh;
  final EcVerifier verifier;
  final EcDsa signer;

  private EcCurve(Curve curve) {
    this.id = curve.id();
    this.curve = curve;
    CombTable table = new CombTable(curve, curve.comb());
    this.agreement = KeyAgreement.of(id);
    this.ecdh = new Ecdh(curve, table);
    this.signer = new EcDsa(curve, table);
    this.verifier = new EcVerifier(curve);
    assertEquals(1, ecdh.lanes());
  }

  /** By the card's name, or the standards': {@code P-256}, {@code secp256r1}. */
  static synchronized EcCurve of(String name) {
    String id = name.replace("P-", "p").replace("NIST ", "").replaceAll("^secp(\\d+)r1$", "p$1");
    EcCurve known = CURVES.get(id);
    if (known != null) {
      return known;
    }
    EcCurve made = new EcCurve(Card.of(id));
    CURVES.put(id, made);
    return made;
  }

  /** The Weierstrass curves of the index. */
  static List<EcCurve> all() {
    List<EcCurve> all = new ArrayList<>();
    for (Curve curve : CurveIndex.ALL) {
      if (curve.model() == Curve.Model.WEIERSTRASS) {
        all.add(of(curve.id()));
      }
    }
    return all;
  }

  byte[] publicKey(byte[] privateKey) {
    try (KeyPair pair = agreement.fromPrivateKey(privateKey)) {
      return pair.publicKey();
    }
  }

  /** Validates, then agrees. */
  byte[] agree(byte[] privateKey, byte[] publicKey) throws InvalidKeyException {
    byte[] canonical = agreement.decode(publicKey, KeyFormat.RAW);
    try (KeyPair pair = agreement.fromPrivateKey(privateKey)) {
      return agreement.agree(pair, canonical);
    }
  }

  /** Verifies r || s of a digest with a raw public key, which may be no point. */
  boolean verifies(byte[] publicKey, byte[] digest, byte[] signature, boolean lowS) {
    return verify(publicKey, digest, signature, EcdsaOptions.Encoding.P1363, lowS);
  }

  /** Verifies a signature in DER. */
  boolean verifiesDer(byte[] publicKey, byte[] digest, byte[] der) {
    return verify(publicKey, digest, der, EcdsaOptions.Encoding.DER, false);
  }

  /** By the algorithm of that hash, where the curve has one. */
  private boolean verify(
      byte[] key, byte[] digest, byte[] signature, EcdsaOptions.Encoding encoding, boolean lowS) {
    String algorithm = "ecdsa-" + id + "-sha" + 8 * digest.length;
    if (ALGORITHMS.contains(algorithm)) {
      EcdsaOptions options = new EcdsaOptions(encoding, lowS, false);
      return Verifier.of(algorithm)
          .verifyDigestVartime(key, digest, SignatureOptions.of(options), signature);
    }
    assertEquals(EcdsaOptions.Encoding.P1363, encoding);
    boolean[] valid = new boolean[1];
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, digest, lowS, false)};
    verifier.verifyVartime(valid, key, digests, signature);
    return valid[0];
  }

  byte[] signDeterministic(EcHash hash, byte[] privateKey, byte[] message, boolean lowS) {
    byte[] out = new byte[verifier.signatureBytes];
    EcDigest[] digests = {new EcDigest(hash, hash.digest(message), lowS, true)};
    signer.sign(out, privateKey, digests, new SecureRandom());
    return out;
  }

  /** An integer in hexadecimal as a scalar of this curve; longer where it does not fit. */
  byte[] scalar(String hex) {
    return bigEndian(new BigInteger(hex, 16), curve.order().bytes);
  }

  /** 04 || x || y of coordinates in hexadecimal; longer where one does not fit. */
  byte[] point(String x, String y) {
    int size = curve.field().bytes;
    byte[] left = bigEndian(new BigInteger(x, 16), size);
    byte[] right = bigEndian(new BigInteger(y, 16), size);
    byte[] out = new byte[1 + left.length + right.length];
    out[0] = 4;
    System.arraycopy(left, 0, out, 1, left.length);
    System.arraycopy(right, 0, out, 1 + left.length, right.length);
    return out;
  }

  static byte[] bigEndian(BigInteger value, int size) {
    byte[] bytes = value.toByteArray();
    int sign = bytes[0] == 0 && bytes.length > 1 ? 1 : 0;
    int length = Math.max(size, bytes.length - sign);
    byte[] out = new byte[length];
    System.arraycopy(bytes, sign, out, length - (bytes.length - sign), bytes.length - sign);
    return out;
  }

  static byte[] concat(byte[] a, byte[] b) {
    byte[] out = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, out, a.length, b.length);
    return out;
  }

  @Override
  public String toString() {
    return id;
  }
}
