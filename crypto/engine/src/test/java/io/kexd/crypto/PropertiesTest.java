package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.F25519;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.Card;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.constraints.IntRange;

/** Laws that hold for all inputs. */
class PropertiesTest {
  private static final Curve CURVE = Card.of("curve25519");
  private static final Field F = F25519.FIELD;
  private static final CombTable TABLE = new CombTable(CURVE, CURVE.comb());
  private static final byte[] NONE = new byte[0];

  /** 32 bytes, with a good share of zeros and ones. */
  @Provide
  Arbitrary<byte[]> strings() {
    return Arbitraries.bytes()
        .withDistribution(RandomDistribution.uniform())
        .edgeCases(e -> e.add((byte) 0, (byte) -1, (byte) 0x7f, (byte) 0x80))
        .array(byte[].class)
        .ofSize(32);
  }

  private static long[] element(byte[] in) {
    byte[] masked = in.clone();
    masked[31] &= 0x7f;
    long[] r = F.element();
    F.decode(r, masked, 0);
    return r;
  }

  private static String encode(long[] a) {
    byte[] out = new byte[32];
    F.encode(out, 0, a, F.element());
    return Hex.of(out);
  }

  @Property
  void multiplicationDistributesAndCommutes(
      @ForAll("strings") byte[] x, @ForAll("strings") byte[] y, @ForAll("strings") byte[] z) {
    long[] a = element(x);
    long[] b = element(y);
    long[] c = element(z);
    long[] left = F.element();
    long[] right = F.element();
    long[] t = F.element();
    F.add(left, b, c);
    F.fit(left, 2);
    F.mul(left, left, a); // (b + c) a
    F.mul(right, a, b);
    F.mul(t, a, c);
    F.add(right, right, t); // a b + a c
    assertEquals(encode(right), encode(left));
    F.mul(left, a, b);
    F.mul(left, left, c);
    F.mul(right, c, b);
    F.mul(right, a, right);
    assertEquals(encode(right), encode(left), "(a b) c = a (c b)");
    F.sqr(left, a);
    F.mul(right, a, a);
    assertEquals(encode(right), encode(left), "a^2 = a a");
  }

  @Property(tries = 200)
  void inversesMultiplyToOne(@ForAll("strings") byte[] x) {
    long[] a = element(x);
    long[] inverse = F.element();
    new FieldRoots(F).invert(inverse, a);
    F.mul(inverse, inverse, a);
    boolean isZero = Hex.isZero(encode(a));
    assertEquals((isZero ? "00" : "01") + "00".repeat(31), encode(inverse));
  }

  private final Group group = Group.of(CURVE);
  private final PointCodec codec = new PointCodec(CURVE, group);

  private Point multiple(byte[] scalar) {
    byte[] k = scalar.clone();
    k[31] &= 0x0f; // below 2^252, so below the order
    Point P = group.point();
    new SignedComb(CURVE, group, TABLE).multiply(P, k, 32);
    byte[] encoded = new byte[32];
    codec.encode(encoded, P);
    long[] valid = new long[1];
    codec.decode(valid, P, encoded);
    assertEquals(-1, valid[0]);
    return P;
  }

  private String encode(Point P) {
    byte[] out = new byte[32];
    codec.encode(out, P);
    return Hex.of(out);
  }

  private Point sum(Point P, Point Q) {
    Point R = group.point();
    R.set(F, P);
    Operand operand = group.operand();
    group.toOperand(operand, Q);
    group.add(R, operand, true);
    return R;
  }

  @Property(tries = 100)
  void additionIsAGroup(
      @ForAll("strings") byte[] x, @ForAll("strings") byte[] y, @ForAll("strings") byte[] z) {
    Point P = multiple(x);
    Point Q = multiple(y);
    Point R = multiple(z);
    assertEquals(encode(sum(P, Q)), encode(sum(Q, P)));
    assertEquals(encode(sum(sum(P, Q), R)), encode(sum(P, sum(Q, R))));
    Point twice = group.point();
    twice.set(F, P);
    group.twice(twice, true);
    assertEquals(encode(sum(P, P)), encode(twice));
    Point opposite = group.point();
    opposite.set(F, P);
    group.negate(opposite, new long[] {-1});
    assertEquals("01" + "00".repeat(31), encode(sum(P, opposite)));
  }

  /** [a]B + [b]B = [a + b]B, for a + b below the order. */
  @Property(tries = 100)
  void combIsAdditive(@ForAll("strings") byte[] x, @ForAll("strings") byte[] y) {
    byte[] a = x.clone();
    byte[] b = y.clone();
    a[31] &= 0x07;
    b[31] &= 0x07;
    byte[] c = new byte[32];
    int carry = 0;
    for (int i = 0; i < 32; i++) {
      carry += (a[i] & 0xff) + (b[i] & 0xff);
      c[i] = (byte) carry;
      carry >>= 8;
    }
    assertEquals(encode(multiple(c)), encode(sum(multiple(a), multiple(b))));
  }

  @Property(tries = 200)
  void bothSidesAgree(@ForAll("strings") byte[] x, @ForAll("strings") byte[] y)
      throws InvalidKeyException {
    KeyAgreement x25519 = KeyAgreement.of("x25519");
    try (KeyPair a = x25519.fromPrivateKey(x);
        KeyPair b = x25519.fromPrivateKey(y)) {
      assertArrayEquals(x25519.agree(a, b.publicKey()), x25519.agree(b, a.publicKey()));
      byte[] nine = new byte[32];
      nine[0] = 9;
      assertArrayEquals(a.publicKey(), x25519.agree(a, nine), "the comb is the ladder");
    }
  }

  @Property(tries = 200)
  void signaturesVerifyAndMutationsDoNot(
      @ForAll("strings") byte[] seed,
      @ForAll byte[] message,
      @ForAll @IntRange(max = 8 * 64 - 1) int signatureBit,
      @ForAll @IntRange(max = 8 * 32 - 1) int keyBit) {
    Signer signer = Signer.of("ed25519");
    Verifier verifier = Verifier.of("ed25519");
    try (KeyPair pair = signer.fromPrivateKey(seed)) {
      byte[] key = pair.publicKey();
      byte[] signature = signer.sign(pair, message, NONE);
      assertTrue(verifier.verifyVartime(key, message, NONE, signature));
      assertFalse(verifier.verifyVartime(key, message, NONE, flip(signature, signatureBit)));
      assertFalse(verifier.verifyVartime(flip(key, keyBit), message, NONE, signature));
      byte[] longer = Arrays.copyOf(message, message.length + 1);
      assertFalse(verifier.verifyVartime(key, longer, NONE, signature));
    }
  }

  private static byte[] flip(byte[] in, int bit) {
    byte[] out = in.clone();
    out[bit / 8] ^= (byte) (1 << bit % 8);
    return out;
  }

  /**
   * Any strings at all: no exception, and no signature that nobody made. S is odd: with S = 0, A
   * and R of small order are right by the cofactored rule.
   */
  @Property(tries = 300)
  void anyBytesGiveFalse(
      @ForAll("strings") byte[] key,
      @ForAll("strings") byte[] r,
      @ForAll("strings") byte[] s,
      @ForAll byte[] message) {
    byte[] signature = Arrays.copyOf(r, 64);
    System.arraycopy(s, 0, signature, 32, 32);
    signature[32] |= 1;
    assertFalse(Verifier.of("ed25519").verifyVartime(key, message, NONE, signature));
  }
}
