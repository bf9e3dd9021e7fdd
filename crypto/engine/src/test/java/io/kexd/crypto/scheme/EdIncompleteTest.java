package io.kexd.crypto.scheme;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.SignedComb;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Signatures made to hit the exceptions of the addition on curves whose points of order four lie at
 * infinity. If the last addition got P and Q with P - Q of order four, all its coordinates would be
 * 0, which passes for the neutral point: the cofactor, multiplied in first, keeps that away.
 */
class EdIncompleteTest {
  static List<EdScheme> schemes() {
    return EdScheme.all().stream().filter(s -> !isComplete(s.curve())).toList();
  }

  private static boolean isComplete(Curve curve) {
    return curve.a().equals("1") || !curve.field().modulus.testBit(1);
  }

  /** Whoever knows a and the nonce, with the arithmetic to make keys and signatures by hand. */
  private static final class Forger {
    final EdScheme scheme;
    final BigInteger p;
    final BigInteger l;
    final BigInteger d;
    final BigInteger a;
    final BigInteger nonce;
    final EdMessage message;

    Forger(EdScheme scheme, Random random) {
      this.scheme = scheme;
      this.p = scheme.curve().field().modulus;
      this.l = scheme.curve().order().modulus;
      this.d = new BigInteger(scheme.curve().b(), 16);
      this.a = new BigInteger(l.bitLength() - 1, random);
      this.nonce = new BigInteger(l.bitLength() - 1, random);
      this.message = scheme.message(random);
    }

    private byte[] littleEndian(BigInteger v, int size) {
      byte[] out = new byte[size];
      for (int i = 0; i < size; i++) {
        out[i] = v.shiftRight(8 * i).byteValue();
      }
      return out;
    }

    private static BigInteger integer(byte[] littleEndian) {
      BigInteger v = BigInteger.ZERO;
      for (int i = littleEndian.length - 1; i >= 0; i--) {
        v = v.shiftLeft(8).or(BigInteger.valueOf(littleEndian[i] & 0xff));
      }
      return v;
    }

    private BigInteger root(BigInteger square) {
      BigInteger root = square.modPow(p.add(ONE).shiftRight(2), p);
      assertEquals(square.mod(p), root.modPow(TWO, p));
      return root;
    }

    /** The encoding of [k]B. */
    byte[] multiple(BigInteger k) {
      Curve curve = scheme.curve();
      Group group = Group.of(curve);
      Point P = group.point();
      int size = curve.order().bytes;
      new SignedComb(curve, group, new CombTable(curve, curve.comb()))
          .multiply(P, littleEndian(k, size), size);
      byte[] out = new byte[scheme.bytes()];
      new PointCodec(curve, group).encode(out, P);
      return out;
    }

    /**
     * The encoding of P + T, T = (1/e, infinity) with e^2 = d, which has order four: the limit of
     * the addition law is (1/(e y), -1/(e x)).
     */
    byte[] plusOrderFour(byte[] encoded) {
      int signBit = 8 * scheme.bytes() - 1;
      boolean odd = integer(encoded).testBit(signBit);
      BigInteger y = integer(encoded).clearBit(signBit);
      BigInteger y2 = y.multiply(y);
      BigInteger x2 = y2.subtract(ONE).multiply(ONE.add(d.multiply(y2)).modInverse(p));
      BigInteger x = root(x2.mod(p));
      x = x.testBit(0) == odd ? x : p.subtract(x);
      BigInteger e = root(d);
      BigInteger newX = e.multiply(y).modInverse(p);
      BigInteger newY = e.multiply(x).negate().modInverse(p);
      return littleEndian(newX.testBit(0) ? newY.setBit(signBit) : newY, scheme.bytes());
    }

    /** The signature with S = k a + sign times the nonce. */
    EdScheme.Item sign(byte[] key, byte[] R, int sign) {
      OrderField order = new OrderField(scheme.curve().order());
      byte[] k = new byte[order.bytes];
      long[] challenge = order.f.element();
      EdHash hash = EdRules.of(scheme.spec()).hash(scheme.bytes());
      new EdChallenge(scheme.bytes(), order, hash)
          .compute(challenge, R, key, new EdMessage[] {message}, 0);
      order.write(k, 0, challenge);
      BigInteger s = integer(k).multiply(a).add(nonce.multiply(BigInteger.valueOf(sign))).mod(l);
      byte[] signature = new byte[2 * scheme.bytes()];
      System.arraycopy(R, 0, signature, 0, scheme.bytes());
      System.arraycopy(littleEndian(s, scheme.bytes()), 0, signature, R.length, R.length);
      return new EdScheme.Item(key, message, signature);
    }
  }

  private static void check(EdScheme scheme, List<EdScheme.Item> items, boolean[] expected) {
    EdVerifier verifier = scheme.verifier();
    boolean[] valid = new boolean[items.size()];
    EdBatch batch = verifier.batch();
    for (int i = 0; i < valid.length; i++) {
      EdScheme.Item item = items.get(i);
      boolean[] one = new boolean[1];
      verifier.verifyVartime(one, item.key, new EdMessage[] {item.message}, item.signature);
      valid[i] = one[0];
      batch.add(item.key, item.message, item.signature);
    }
    assertArrayEquals(expected, valid);
    assertArrayEquals(expected, batch.verifyVartime(new SecureRandom()));
  }

  /** By the cofactored equation, parts of order four do not count; the sign of r does. */
  @ParameterizedTest
  @MethodSource("schemes")
  void partsOfOrderFour(EdScheme scheme) {
    Random random = new Random(35);
    for (int i = 0; i < 8; i++) {
      Forger forger = new Forger(scheme, random);
      byte[] A = forger.multiple(forger.a);
      byte[] R = forger.multiple(forger.nonce);
      byte[] otherA = forger.plusOrderFour(A);
      byte[] otherR = forger.plusOrderFour(R);
      check(
          scheme,
          List.of(
              forger.sign(A, R, 1),
              forger.sign(A, otherR, 1),
              forger.sign(otherA, R, 1),
              forger.sign(otherA, otherR, 1),
              forger.sign(A, R, -1),
              forger.sign(A, otherR, -1),
              forger.sign(otherA, R, -1),
              forger.sign(otherA, otherR, -1)),
          new boolean[] {true, true, true, true, false, false, false, false});
    }
  }
}
