package io.kexd.crypto.scheme;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import io.kexd.crypto.model.ToyCurve;
import io.kexd.crypto.model.ToyCurve.Affine;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bouncycastle.crypto.digests.SHA512Digest;
import org.bouncycastle.crypto.macs.HMac;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** ECDSA on one lane, four and eight, what it leaves behind, and nonces that are no good. */
class EcDsaTest {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final EcHash[] HASHES = {EcHash.SHA384, EcHash.SHA512};

  static Stream<Curve> weierstrass() {
    return CurveIndex.ALL.stream().filter(c -> c.model() == Curve.Model.WEIERSTRASS);
  }

  static Stream<Curve> inLanes() {
    return weierstrass()
        .flatMap(c -> IntStream.of(1, 4, 8).mapToObj(lanes -> EdScheme.withLanes(lanes, c)));
  }

  private static EcDsa ecDsa(Curve curve) {
    return new EcDsa(curve, new CombTable(curve, curve.comb()));
  }

  /** Keys, digests and their signatures, made by one lane; every third is of low s. */
  private static final class Items {
    final byte[] privateKeys;
    final byte[] publicKeys;
    final EcDigest[] digests;
    final byte[] signatures;

    Items(Curve curve, int count) {
      Curve c = EdScheme.withLanes(1, curve);
      EcDsa one = ecDsa(c);
      privateKeys = new byte[count * one.privateKeyBytes];
      publicKeys = new byte[count * one.publicKeyBytes];
      digests = new EcDigest[count];
      signatures = new byte[count * one.signatureBytes];
      for (int i = 0; i < count; i++) {
        byte[] privateKey = one.generate(RANDOM);
        byte[] publicKey = new byte[one.publicKeyBytes];
        byte[] signature = new byte[one.signatureBytes];
        digests[i] =
            new EcDigest(HASHES[i % 2], HASHES[i % 2].digest(new byte[i]), i % 3 == 1, true);
        one.publicKeys(publicKey, privateKey);
        one.sign(signature, privateKey, new EcDigest[] {digests[i]}, RANDOM);
        put(privateKey, privateKeys, i);
        put(publicKey, publicKeys, i);
        put(signature, signatures, i);
      }
    }

    private static void put(byte[] from, byte[] to, int i) {
      System.arraycopy(from, 0, to, i * from.length, from.length);
    }
  }

  /** One operation, a lane less than all, all, and a few groups, the last of one operation. */
  @ParameterizedTest
  @MethodSource("inLanes")
  void signsAsOneByOne(Curve curve) {
    EcDsa ecDsa = ecDsa(curve);
    for (int count :
        new int[] {1, Math.max(1, ecDsa.lanes - 1), ecDsa.lanes, 2 * ecDsa.lanes + 1}) {
      Items items = new Items(curve, count);
      byte[] signatures = new byte[count * ecDsa.signatureBytes];
      Arrays.fill(signatures, (byte) 0x55); // all of it is to be overwritten
      ecDsa.sign(signatures, items.privateKeys, items.digests, RANDOM);
      assertArrayEquals(items.signatures, signatures);
    }
    for (int count : new int[] {0, ecDsa.capacity + 1}) {
      byte[] none = new byte[0];
      EcDigest[] digests = new EcDigest[count];
      assertThrows(IllegalArgumentException.class, () -> ecDsa.sign(none, none, digests, RANDOM));
    }
  }

  /** Right signatures beside wrong ones, in r, in s and in its top, and beside bad keys. */
  @ParameterizedTest
  @MethodSource("inLanes")
  void verifiesEachByItself(Curve curve) {
    EcVerifier verifier = new EcVerifier(curve);
    Random random = new Random(7);
    int size = verifier.signatureBytes;
    Items items = new Items(curve, 9 * verifier.lanes + 1);
    int count = items.digests.length;
    for (int position : new int[] {size / 2 - 1, size - 1, size / 2, size + 5}) {
      byte[] keys = items.publicKeys.clone();
      byte[] signatures = items.signatures.clone();
      boolean[] expected = new boolean[count];
      for (int i = 0; i < count; i++) {
        expected[i] = random.nextBoolean();
        byte[] spoilt = position < size ? signatures : keys;
        int at =
            position < size ? i * size + position : i * verifier.publicKeyBytes + position - size;
        spoilt[at] ^= (byte) (expected[i] ? 0 : 0x41);
      }
      boolean[] valid = new boolean[count];
      verifier.verifyVartime(valid, keys, items.digests, signatures);
      assertArrayEquals(expected, valid, "at " + position);
    }
  }

  /** r and s of 0, l, l + 1 and all bits set beside right ones, and s that is to be low. */
  @ParameterizedTest
  @MethodSource("inLanes")
  void refusesWhatIsOutOfRange(Curve curve) {
    EcVerifier verifier = new EcVerifier(curve);
    BigInteger l = curve.order().modulus;
    int half = verifier.signatureBytes / 2;
    BigInteger[] bad = {
      BigInteger.ZERO,
      l,
      l.add(BigInteger.ONE),
      BigInteger.TWO.pow(8 * half).subtract(BigInteger.ONE)
    };
    Items items = new Items(curve, 4 * bad.length);
    boolean[] expected = new boolean[items.digests.length];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = i % 4 > 1;
      if (!expected[i]) {
        byte[] value = bigEndian(bad[i / 4], half);
        System.arraycopy(value, 0, items.signatures, (2 * i + i % 4) * half, half);
      }
      if (i % 4 == 3) { // l - s is right too, but not where s is to be low
        int at = (2 * i + 1) * half;
        BigInteger s = l.subtract(integer(items.signatures, at, half));
        System.arraycopy(bigEndian(s, half), 0, items.signatures, at, half);
        boolean isLow = s.compareTo(l.shiftRight(1)) <= 0;
        items.digests[i] =
            new EcDigest(items.digests[i].hash, items.digests[i].bytes, i % 8 == 3, false);
        expected[i] = isLow || i % 8 != 3;
      }
    }
    boolean[] valid = new boolean[expected.length];
    verifier.verifyVartime(valid, items.publicKeys, items.digests, items.signatures);
    assertArrayEquals(expected, valid);
  }

  @ParameterizedTest
  @MethodSource("weierstrass")
  void signaturesAreWiped(Curve curve) throws ReflectiveOperationException {
    EcDsa ecDsa = ecDsa(curve);
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, new byte[32], true, false)};
    ecDsa.sign(new byte[ecDsa.signatureBytes], ecDsa.generate(RANDOM), digests, RANDOM);
    WipedTest.check(curve, ecDsa, Set.of());
  }

  private static BigInteger integer(byte[] bigEndian, int from, int size) {
    return new BigInteger(1, Arrays.copyOfRange(bigEndian, from, from + size));
  }

  static byte[] bigEndian(BigInteger value, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[size - 1 - i] = value.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  private static byte[] octets(BigInteger value) {
    return bigEndian(value, 32);
  }

  /** Nonces 0, l and above are passed over, and so is one that gives s = 0: z = -r d. */
  @Test
  void badNoncesArePassedOver() {
    Curve curve = Card.of("p256");
    BigInteger l = curve.order().modulus;
    EcDsa ecDsa = ecDsa(curve);
    byte[] privateKey = ecDsa.generate(RANDOM);
    byte[] k = octets(BigInteger.valueOf(1234567));
    byte[] good = octets(BigInteger.valueOf(7654321));
    BigInteger r = integer(GivenNonces.sign(ecDsa, privateKey, new byte[32], List.of(k)), 0, 32);
    byte[] digest = octets(r.multiply(integer(privateKey, 0, 32)).negate().mod(l));
    byte[] expected = GivenNonces.sign(ecDsa, privateKey, digest, List.of(good));
    List<byte[]> nonces = List.of(new byte[32], octets(l), octets(l.add(BigInteger.ONE)), k, good);
    assertArrayEquals(expected, GivenNonces.sign(ecDsa, privateKey, digest, nonces));
    byte[] publicKey = new byte[65];
    ecDsa.publicKeys(publicKey, privateKey);
    boolean[] valid = new boolean[1];
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, digest, false, false)};
    new EcVerifier(curve).verifyVartime(valid, publicKey, digests, expected);
    assertTrue(valid[0]);
  }

  static Stream<ToyCurve> toys() {
    return Stream.concat(
        ToyCurve.large().stream().filter(c -> !c.isEdwards()), ToyCurve.weierstrassInLanes());
  }

  /**
   * On a curve of a thousand points every lane runs out of luck now and then: out of range, r = 0
   * or s = 0 in one lane and not in its neighbours. Each must get the signature of its own first
   * good nonce, by the definition.
   */
  @ParameterizedTest
  @MethodSource("toys")
  void everyNonceOfToyCurves(ToyCurve toy) {
    EcDsa ecDsa = new EcDsa(toy.curve, toy.table);
    EcVerifier verifier = new EcVerifier(toy.curve);
    int count = 2 * ecDsa.lanes + 1;
    Random random = new Random(8);
    int retries = 0;
    for (int round = 0; round < 1100; round++) {
      int first = round;
      byte[] privateKeys = new byte[2 * count];
      byte[] publicKeys = new byte[count * ecDsa.publicKeyBytes];
      byte[] expected = new byte[4 * count];
      EcDigest[] digests = new EcDigest[count];
      int[] calls = new int[count];
      for (int i = 0; i < count; i++) {
        int d = 1 + random.nextInt(toy.order - 1);
        int z = random.nextInt(toy.order);
        digests[i] = new EcDigest(EcHash.SHA256, digest(toy, z), false, true);
        retries += expect(toy, expected, i, d, z, first);
        System.arraycopy(bigEndian(BigInteger.valueOf(d), 2), 0, privateKeys, 2 * i, 2);
        Affine Q = toy.multiples.get(d);
        byte[] key = {4, (byte) (Q.x() >> 8), (byte) Q.x(), (byte) (Q.y() >> 8), (byte) Q.y()};
        System.arraycopy(key, 0, publicKeys, i * key.length, key.length);
      }
      byte[] signatures = new byte[4 * count];
      EcNonces nonces =
          (out, offset, i) -> {
            int k = nonce(first, i, calls[i]++);
            out[offset] = (byte) k;
            out[offset + 1] = (byte) (k >> 8);
          };
      ecDsa.sign(signatures, privateKeys, digests, nonces);
      assertArrayEquals(expected, signatures);
      boolean[] valid = new boolean[count];
      verifier.verifyVartime(valid, publicKeys, digests, signatures);
      for (int i = 0; i < count; i++) {
        assertTrue(valid[i]);
      }
    }
    assertTrue(retries > 20, "retries: " + retries);
  }

  /** Candidate number {@code call} of operation i, below 2^10. */
  private static int nonce(int first, int i, int call) {
    return (first + 97 * i + 389 * call) % 1024;
  }

  /** A digest whose leftmost bits, as many as the order has, are z. */
  private static byte[] digest(ToyCurve toy, int z) {
    int bits = toy.curve.order().bits;
    byte[] digest = new byte[32];
    digest[0] = (byte) (z >> (bits - 8));
    digest[1] = (byte) (z << (16 - bits));
    return digest;
  }

  /** Writes r || s of the first good nonce, by the definition; returns those passed over. */
  private static int expect(ToyCurve toy, byte[] out, int i, int d, int z, int first) {
    for (int call = 0; ; call++) {
      int k = nonce(first, i, call);
      if (k == 0 || k >= toy.order) {
        continue;
      }
      int r = toy.multiples.get(k).x() % toy.order;
      BigInteger l = BigInteger.valueOf(toy.order);
      int s =
          BigInteger.valueOf(k)
              .modInverse(l)
              .multiply(BigInteger.valueOf(z + (long) r * d))
              .mod(l)
              .intValueExact();
      if (r != 0 && s != 0) {
        byte[] signature = {(byte) (r >> 8), (byte) r, (byte) (s >> 8), (byte) s};
        System.arraycopy(signature, 0, out, 4 * i, 4);
        return call;
      }
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
    Rfc6979 ours = new Rfc6979(bits, 1);
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
      ours.start(0, EcHash.SHA512, bigEndian(d, size), bigEndian(z, size), fresh, fresh.length);
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

  /** The same randomness gives the same signature, other randomness another. */
  @Test
  void hedgingTakesTheRandomness() {
    EcDsa ecDsa = ecDsa(Card.of("p256"));
    byte[] privateKey = ecDsa.generate(RANDOM);
    byte[] zeros = signature(ecDsa, privateKey, 0, false);
    assertArrayEquals(zeros, signature(ecDsa, privateKey, 0, false));
    assertFalse(Arrays.equals(zeros, signature(ecDsa, privateKey, 1, false)));
    byte[] deterministic = signature(ecDsa, privateKey, 0, true);
    assertArrayEquals(deterministic, signature(ecDsa, privateKey, 1, true));
    assertFalse(Arrays.equals(zeros, deterministic));
  }

  private static byte[] signature(EcDsa ecDsa, byte[] privateKey, int fill, boolean deterministic) {
    SecureRandom constant =
        new SecureRandom() {
          private static final long serialVersionUID = 1;

          @Override
          public void nextBytes(byte[] bytes) {
            Arrays.fill(bytes, (byte) fill);
          }
        };
    byte[] out = new byte[64];
    EcDigest[] digests = {new EcDigest(EcHash.SHA256, new byte[32], false, deterministic)};
    ecDsa.sign(out, privateKey, digests, constant);
    return out;
  }
}
