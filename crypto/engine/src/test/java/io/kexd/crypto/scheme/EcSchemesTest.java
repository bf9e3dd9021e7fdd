package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ECDH and ECDSA in lanes, what they leave behind, and nonces that are no good. */
class EcSchemesTest {
  private static final int LANES = 3;

  static List<Curve> weierstrass() {
    return CurveIndex.ALL.stream().filter(c -> c.model() == Curve.Model.WEIERSTRASS).toList();
  }

  /** The curves of both kinds of ECDH on points. */
  static List<Curve> pointAgreements() {
    return CurveIndex.ALL.stream().filter(EcSchemesTest::hasPointAgreement).toList();
  }

  private static boolean hasPointAgreement(Curve curve) {
    return curve.schemes().stream().anyMatch(s -> s.kind().startsWith("ecdh"));
  }

  private static CombTable table(Curve curve) {
    return new CombTable(curve, curve.comb());
  }

  private static DiffieHellman agreement(Curve curve) {
    return curve.model() == Curve.Model.WEIERSTRASS
        ? new Ecdh(curve, table(curve))
        : new EcdhTe(curve, table(curve));
  }

  private static byte[] lane(byte[] all, int lane) {
    int size = all.length / LANES;
    return Arrays.copyOfRange(all, lane * size, (lane + 1) * size);
  }

  /** Private keys for all lanes. */
  private static byte[] privateKeys(DiffieHellman dh, SecureRandom random) {
    byte[] keys = new byte[LANES * dh.privateKeyBytes()];
    for (int lane = 0; lane < LANES; lane++) {
      System.arraycopy(
          dh.generate(random), 0, keys, lane * dh.privateKeyBytes(), dh.privateKeyBytes());
    }
    return keys;
  }

  @ParameterizedTest
  @MethodSource("pointAgreements")
  void agreementsInLanes(Curve curve) {
    DiffieHellman one = agreement(curve);
    DiffieHellman three = agreement(EdScheme.withLanes(LANES, curve));
    assertEquals(LANES, three.lanes());
    byte[] privateKeys = privateKeys(one, new SecureRandom());
    byte[] publicKeys = new byte[LANES * one.publicKeyBytes()];
    three.publicKeys(publicKeys, privateKeys);
    byte[] secrets = new byte[LANES * one.secretBytes()];
    long[] refused = new long[LANES];
    byte[] peers = publicKeys.clone();
    peers[2 * one.publicKeyBytes() - 1] ^= (byte) 0x55; // no point, in the middle lane only
    three.agree(secrets, refused, privateKeys, peers);
    for (int lane = 0; lane < LANES; lane++) {
      byte[] publicKey = new byte[one.publicKeyBytes()];
      one.publicKeys(publicKey, lane(privateKeys, lane));
      assertArrayEquals(publicKey, lane(publicKeys, lane));
      byte[] secret = new byte[one.secretBytes()];
      long[] refusedOne = new long[1];
      one.agree(secret, refusedOne, lane(privateKeys, lane), lane(peers, lane));
      assertArrayEquals(secret, lane(secrets, lane));
      assertEquals(refusedOne[0], refused[lane]);
      assertEquals(lane == 1 ? -1 : 0, refused[lane]);
    }
  }

  /** Three keys and digests; then every pattern of bad lanes. */
  @ParameterizedTest
  @MethodSource("weierstrass")
  void signaturesInLanes(Curve curve) {
    Curve lanes = EdScheme.withLanes(LANES, curve);
    EcDsa one = new EcDsa(curve, table(curve), EcHash.SHA384);
    EcDsa three = new EcDsa(lanes, table(lanes), EcHash.SHA384);
    byte[] privateKeys = privateKeys(agreement(curve), new SecureRandom());
    byte[] publicKeys = new byte[LANES * one.publicKeyBytes];
    three.publicKeys(publicKeys, privateKeys);
    byte[][] digests = new byte[LANES][];
    Arrays.setAll(digests, lane -> EcHash.SHA384.digest(new byte[lane]));
    byte[] signatures = new byte[LANES * one.signatureBytes];
    three.signDeterministic(signatures, privateKeys, digests, true);
    for (int lane = 0; lane < LANES; lane++) {
      byte[] signature = new byte[one.signatureBytes];
      one.signDeterministic(signature, lane(privateKeys, lane), new byte[][] {digests[lane]}, true);
      assertArrayEquals(signature, lane(signatures, lane));
    }
    EcVerifier verifier = new EcVerifier(lanes);
    for (int bad = 0; bad < 1 << LANES; bad++) {
      byte[] changed = signatures.clone();
      byte[] changedKeys = publicKeys.clone();
      long[] expected = new long[LANES];
      for (int lane = 0; lane < LANES; lane++) {
        expected[lane] = (bad >> lane & 1) - 1L;
        changed[(lane + 1) * one.signatureBytes - 1] ^= (byte) (bad >> lane & 1);
        changedKeys[(lane + 1) * one.publicKeyBytes - 1] ^= (byte) (bad >> lane & 1);
      }
      long[] valid = new long[LANES];
      verifier.verifyVartime(valid, publicKeys, digests, changed, false);
      assertArrayEquals(expected, valid);
      verifier.verifyVartime(valid, changedKeys, digests, signatures, false);
      assertArrayEquals(expected, valid);
    }
  }

  @ParameterizedTest
  @MethodSource("pointAgreements")
  void agreementsAreWiped(Curve curve) throws ReflectiveOperationException {
    DiffieHellman dh = agreement(curve);
    byte[] privateKey = dh.generate(new SecureRandom());
    byte[] publicKey = new byte[dh.publicKeyBytes()];
    if (curve.model() == Curve.Model.WEIERSTRASS) {
      SecKeys keys = new SecKeys(curve, table(curve));
      keys.publicKeys(publicKey, privateKey);
      WipedTest.check(curve, keys, Set.of());
    } else {
      dh.publicKeys(publicKey, privateKey);
      WipedTest.check(curve, dh, Set.of());
      dh = agreement(curve);
    }
    dh.agree(new byte[dh.secretBytes()], new long[1], privateKey, publicKey);
    WipedTest.check(curve, dh, Set.of());
  }

  @ParameterizedTest
  @MethodSource("weierstrass")
  void signaturesAreWiped(Curve curve) throws ReflectiveOperationException {
    EcDsa ecDsa = new EcDsa(curve, table(curve), EcHash.SHA256);
    SecureRandom random = new SecureRandom();
    byte[][] digest = {new byte[32]};
    byte[] out = new byte[ecDsa.signatureBytes];
    ecDsa.sign(out, ecDsa.generate(random), digest, random, true);
    WipedTest.check(curve, ecDsa, Set.of());
  }

  private static BigInteger integer(byte[] bigEndian, int from, int size) {
    return new BigInteger(1, Arrays.copyOfRange(bigEndian, from, from + size));
  }

  private static byte[] octets(BigInteger value) {
    byte[] out = new byte[32];
    for (int i = 0; i < 32; i++) {
      out[31 - i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** Nonces 0, l and above are passed over, and so is one that gives s = 0: z = -r d. */
  @Test
  void badNoncesArePassedOver() {
    Curve curve = Card.of("p256");
    BigInteger l = curve.order().modulus;
    EcDsa ecDsa = new EcDsa(curve, table(curve), EcHash.SHA256);
    byte[] privateKey = ecDsa.generate(new SecureRandom());
    byte[] k = octets(BigInteger.valueOf(1234567));
    byte[] good = octets(BigInteger.valueOf(7654321));
    BigInteger r = integer(GivenNonces.sign(ecDsa, privateKey, new byte[32], List.of(k)), 0, 32);
    byte[] digest = octets(r.multiply(integer(privateKey, 0, 32)).negate().mod(l));
    byte[] expected = GivenNonces.sign(ecDsa, privateKey, digest, List.of(good));
    List<byte[]> nonces = List.of(new byte[32], octets(l), octets(l.add(BigInteger.ONE)), k, good);
    assertArrayEquals(expected, GivenNonces.sign(ecDsa, privateKey, digest, nonces));
    byte[] publicKey = new byte[65];
    ecDsa.publicKeys(publicKey, privateKey);
    long[] valid = new long[1];
    new EcVerifier(curve).verifyVartime(valid, publicKey, new byte[][] {digest}, expected, false);
    assertEquals(-1, valid[0]);
  }

  /** One lane needs another nonce; the others keep their signatures. */
  @Test
  void badNoncesInOneLane() {
    Curve curve = EdScheme.withLanes(LANES, Card.of("p256"));
    EcDsa one = new EcDsa(Card.of("p256"), table(Card.of("p256")), EcHash.SHA256);
    EcDsa three = new EcDsa(curve, table(curve), EcHash.SHA256);
    byte[] privateKeys = privateKeys(agreement(Card.of("p256")), new SecureRandom());
    byte[][] digests = {new byte[32], new byte[] {1}, new byte[] {2}};
    int[] calls = new int[LANES];
    byte[] signatures = new byte[LANES * 64];
    EcNonces nonces =
        (out, offset, lane) -> {
          Arrays.fill(out, offset, offset + 32, (byte) 0);
          out[offset] = (byte) (lane == 1 && calls[lane] < 2 ? 0 : 10 + lane);
          calls[lane]++;
        };
    three.sign(signatures, privateKeys, digests, nonces, false);
    assertArrayEquals(new int[] {1, 3, 1}, calls);
    for (int lane = 0; lane < LANES; lane++) {
      List<byte[]> nonce = List.of(octets(BigInteger.valueOf(10 + lane)));
      byte[] expected = GivenNonces.sign(one, lane(privateKeys, lane), digests[lane], nonce);
      assertArrayEquals(expected, lane(signatures, lane));
    }
  }

  /** RFC 6979 with k' appended, by Bouncy Castle. */
  private static final class Hedged extends HMacDSAKCalculator {
    private final byte[] random;

    Hedged(byte[] random) {
      super(new SHA512Digest());
      this.random = random;
    }

    @Override
    protected void initAdditionalInput0(HMac hmac) {
      hmac.update(random, 0, random.length);
    }

    @Override
    protected void initAdditionalInput1(HMac hmac) {
      hmac.update(random, 0, random.length);
    }
  }

  /** For orders of every size, and such that half of the candidates are out of range. */
  @ParameterizedTest
  @ValueSource(ints = {200, 255, 256, 257, 384, 511, 512, 513, 521})
  void noncesAreThoseOfTheRfc(int bits) {
    Random random = new Random(bits);
    BigInteger l = BigInteger.TWO.pow(bits - 1).add(BigInteger.TWO.pow(bits / 2)).setBit(0);
    int size = (bits + 7) / 8;
    Rfc6979 ours = new Rfc6979(EcHash.SHA512, bits, 1);
    int passedOver = 0;
    for (int i = 0; i < 200; i++) {
      BigInteger d = new BigInteger(bits, random).mod(l);
      byte[] digest = new byte[64];
      random.nextBytes(digest);
      byte[] fresh = new byte[i % 2 == 0 ? 0 : size];
      random.nextBytes(fresh);
      HMacDSAKCalculator theirs = new Hedged(fresh);
      theirs.init(l, d, digest);
      BigInteger z = new BigInteger(1, digest).shiftRight(Math.max(0, 512 - bits)).mod(l);
      ours.start(0, bigEndian(d, size), bigEndian(z, size), fresh);
      BigInteger k = next(ours, size);
      for (; k.compareTo(l) >= 0; k = next(ours, size)) {
        passedOver++;
      }
      assertEquals(theirs.nextK(), k);
    }
    assertTrue(passedOver > 100, passedOver + " candidates out of range");
  }

  private static BigInteger next(Rfc6979 nonces, int size) {
    byte[] k = new byte[size];
    nonces.next(k, 0, 0);
    return integer(reversed(k), 0, size);
  }

  private static byte[] reversed(byte[] in) {
    byte[] out = new byte[in.length];
    for (int i = 0; i < in.length; i++) {
      out[i] = in[in.length - 1 - i];
    }
    return out;
  }

  private static byte[] bigEndian(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[size - 1 - i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** The same randomness gives the same signature, other randomness another. */
  @Test
  void hedgingTakesTheRandomness() {
    EcDsa ecDsa = new EcDsa(Card.of("p256"), table(Card.of("p256")), EcHash.SHA256);
    byte[] privateKey = ecDsa.generate(new SecureRandom());
    byte[] zeros = signature(ecDsa, privateKey, 0);
    assertArrayEquals(zeros, signature(ecDsa, privateKey, 0));
    assertFalse(Arrays.equals(zeros, signature(ecDsa, privateKey, 1)));
    byte[] deterministic = new byte[64];
    ecDsa.signDeterministic(deterministic, privateKey, new byte[][] {new byte[32]}, false);
    assertFalse(Arrays.equals(zeros, deterministic));
  }

  private static byte[] signature(EcDsa ecDsa, byte[] privateKey, int fill) {
    SecureRandom constant =
        new SecureRandom() {
          private static final long serialVersionUID = 1;

          @Override
          public void nextBytes(byte[] bytes) {
            Arrays.fill(bytes, (byte) fill);
          }
        };
    byte[] out = new byte[64];
    ecDsa.sign(out, privateKey, new byte[][] {new byte[32]}, constant, false);
    return out;
  }
}
