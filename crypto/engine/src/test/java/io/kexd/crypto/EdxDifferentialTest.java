package io.kexd.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.bouncycastle.crypto.digests.SHAKEDigest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The experimental EdDSA on seeded random input, against its definition on plain integers with
 * Bouncy Castle's SHAKE256.
 */
class EdxDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  static List<Curve> curves() {
    return CurveIndex.ALL.stream()
        .filter(c -> c.schemes().stream().anyMatch(s -> s.rules().equals("edx")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("curves")
  void agrees(Curve curve) {
    check(curve, 61, CASES);
  }

  @ParameterizedTest
  @MethodSource("curves")
  @Tag("thorough")
  void agreesAtLength(Curve curve) {
    check(curve, 62, THOROUGH_CASES);
  }

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  /** With and without hashing first, in turn; then the signature with one bit off. */
  private static void check(Curve curve, long seed, int cases) {
    Random random = new Random(seed);
    Oracle oracle = new Oracle(curve);
    for (int i = 0; i < cases; i++) {
      boolean hashes = i % 2 == 1;
      Curve.Algorithm algorithm =
          oracle.scheme.algorithms().stream()
              .filter(a -> a.variant().equals(hashes ? "ph" : "pure"))
              .findFirst()
              .orElseThrow();
      byte[] privateKey = bytes(random, oracle.size);
      byte[] message = bytes(random, random.nextInt(400));
      byte[] context = bytes(random, random.nextInt(256));
      String what = algorithm.id() + ", case " + i;
      Signer signer = Signer.of(algorithm.id());
      Verifier verifier = Verifier.of(algorithm.id());
      try (KeyPair pair = signer.fromPrivateKey(privateKey)) {
        byte[] signature = signer.sign(pair, message, context);
        assertArrayEquals(oracle.sign(hashes, privateKey, message, context), signature, what);
        assertTrue(verifier.verifyVartime(pair.publicKey(), message, context, signature), what);
        signature[random.nextInt(signature.length)] ^= (byte) (1 << random.nextInt(8));
        assertFalse(verifier.verifyVartime(pair.publicKey(), message, context, signature), what);
      }
    }
    System.out.println(
        "differential: " + oracle.scheme.id() + " " + cases + " cases, seed " + seed);
  }

  /** RFC 8032 section 5.2 with the name of the scheme in every hash. */
  private static final class Oracle {
    final Curve.SchemeSpec scheme;

    /** Bytes of an encoded point. */
    final int size;

    private final CurveReference reference;
    private final BigInteger l;
    private final int bits;
    private final int clearBits;

    Oracle(Curve curve) {
      this.scheme =
          curve.schemes().stream().filter(s -> s.rules().equals("edx")).findFirst().orElseThrow();
      this.size = curve.field().bits / 8 + 1;
      this.reference = new CurveReference(curve);
      this.l = curve.order().modulus;
      this.bits = curve.field().bits;
      this.clearBits = Integer.numberOfTrailingZeros(curve.cofactor());
    }

    private static byte[] shake256(int size, byte[]... parts) {
      SHAKEDigest shake = new SHAKEDigest(256);
      for (byte[] part : parts) {
        shake.update(part, 0, part.length);
      }
      byte[] out = new byte[size];
      shake.doFinal(out, 0, size);
      return out;
    }

    private static BigInteger littleEndian(byte[] in, int size) {
      byte[] bigEndian = new byte[size];
      for (int i = 0; i < size; i++) {
        bigEndian[size - 1 - i] = in[i];
      }
      return new BigInteger(1, bigEndian);
    }

    private byte[] point(BigInteger k) {
      BigInteger[] xy = reference.multiply(k.mod(l));
      return CurveReference.encode(xy[0], xy[1], size);
    }

    byte[] sign(boolean hashes, byte[] privateKey, byte[] message, byte[] context) {
      byte[] key = ("KeyEdX-experimental-1 " + scheme.name() + '\0').getBytes(US_ASCII);
      byte[] h = shake256(2 * size, key, privateKey);
      BigInteger s = littleEndian(h, size).mod(BigInteger.TWO.pow(bits)).setBit(bits - 1);
      s = s.shiftRight(clearBits).shiftLeft(clearBits);
      byte[] prefix = Arrays.copyOfRange(h, size, 2 * size);
      byte[] name = ("SigEdX-experimental-1 " + scheme.name()).getBytes(US_ASCII);
      byte[] flags = {(byte) (hashes ? 1 : 0), (byte) context.length};
      byte[] m = hashes ? shake256(64, message) : message;
      byte[] nonce = shake256(2 * size, name, flags, context, prefix, m);
      BigInteger r = littleEndian(nonce, 2 * size).mod(l);
      byte[] R = point(r);
      byte[] challenge = shake256(2 * size, name, flags, context, R, point(s), m);
      BigInteger k = littleEndian(challenge, 2 * size);
      byte[] S = CurveReference.littleEndian(k.multiply(s).add(r).mod(l), size);
      return EcCurve.concat(R, S);
    }
  }
}
