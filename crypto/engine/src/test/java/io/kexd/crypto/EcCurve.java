package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.scheme.EcDsa;
import io.kexd.crypto.scheme.EcHash;
import io.kexd.crypto.scheme.EcSignature;
import io.kexd.crypto.scheme.EcVerifier;
import io.kexd.crypto.scheme.Ecdh;
import io.kexd.crypto.scheme.Pkcs8;
import io.kexd.crypto.scheme.Spki;
import java.math.BigInteger;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The schemes of a Weierstrass curve, one operation a call, for tests. */
final class EcCurve {
  private static final Map<String, EcCurve> CURVES = new HashMap<>();

  final String id;
  final Curve curve;
  final Ecdh ecdh;
  final EcVerifier verifier;
  private final CombTable table;
  private final Map<EcHash, EcDsa> signers = new EnumMap<>(EcHash.class);

  private EcCurve(Curve curve) {
    this.id = curve.id();
    this.curve = curve;
    this.table = new CombTable(curve, curve.comb());
    this.ecdh = new Ecdh(curve, table);
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
    Curve curve = CurveIndex.ALL.stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    EcCurve made = new EcCurve(curve);
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

  synchronized EcDsa signer(EcHash hash) {
    return signers.computeIfAbsent(hash, h -> new EcDsa(curve, table, h));
  }

  private Curve.SchemeSpec spec(String kind) {
    return curve.schemes().stream().filter(s -> s.kind().equals(kind)).findFirst().orElseThrow();
  }

  Spki spki() {
    return Spki.of(spec("ecdh"), ecdh.publicKeyBytes()).orElseThrow();
  }

  Pkcs8 pkcs8() {
    return Pkcs8.of(spec("ecdh"), ecdh.privateKeyBytes(), this::publicKey).orElseThrow();
  }

  byte[] publicKey(byte[] privateKey) {
    ecdh.checkPrivateKey(privateKey);
    byte[] out = new byte[ecdh.publicKeyBytes()];
    ecdh.publicKeys(out, privateKey);
    return out;
  }

  /** Validates, then agrees. */
  byte[] agree(byte[] privateKey, byte[] publicKey) throws InvalidKeyException {
    ecdh.checkPrivateKey(privateKey);
    byte[] canonical = ecdh.decodeVartime(publicKey);
    byte[] secret = new byte[ecdh.secretBytes()];
    long[] refused = new long[1];
    ecdh.agree(secret, refused, privateKey, canonical);
    assertEquals(0, refused[0]);
    return secret;
  }

  /** Verifies r || s of a digest with a raw public key, which may be no point. */
  boolean verifies(byte[] publicKey, byte[] digest, byte[] signature, boolean lowS) {
    if (signature.length != verifier.signatureBytes
        || publicKey.length != verifier.publicKeyBytes) {
      return false;
    }
    long[] valid = new long[1];
    verifier.verifyVartime(valid, publicKey, new byte[][] {digest}, signature, lowS);
    return valid[0] != 0;
  }

  /** Verifies a signature in DER. */
  boolean verifiesDer(byte[] publicKey, byte[] digest, byte[] der) {
    return EcSignature.fromDer(der, verifier.signatureBytes)
        .map(signature -> verifies(publicKey, digest, signature, false))
        .orElse(false);
  }

  byte[] signDeterministic(EcHash hash, byte[] privateKey, byte[] message, boolean lowS) {
    byte[] out = new byte[verifier.signatureBytes];
    signer(hash).signDeterministic(out, privateKey, new byte[][] {hash.digest(message)}, lowS);
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
