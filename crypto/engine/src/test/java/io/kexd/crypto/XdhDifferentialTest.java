package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.CurveIndex;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.bouncycastle.math.ec.rfc7748.X448;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Ladders on seeded random input: X25519 and X448 against Bouncy Castle and SunEC, the others
 * against the formulas of RFC 7748 on integers. Half of the random u lie on the twist, and some
 * have unused bits set or are not reduced.
 */
class XdhDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  /** The slower questions, SunEC and the public key, are asked for one case of so many. */
  private static final int SOME = 8;

  static List<Curve> ladders() {
    return CurveIndex.ALL.stream().filter(c -> c.ladder().isPresent()).toList();
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void agrees(Curve curve) throws GeneralSecurityException {
    compare(curve, 1, CASES);
  }

  @ParameterizedTest
  @MethodSource("ladders")
  @Tag("thorough")
  void agreesAtLength(Curve curve) throws GeneralSecurityException {
    compare(curve, 2, THOROUGH_CASES);
  }

  private static void compare(Curve curve, long seed, int cases) throws GeneralSecurityException {
    Random random = new Random(seed);
    String id =
        curve.schemes().stream().filter(s -> s.kind().equals("xdh")).findFirst().orElseThrow().id();
    KeyAgreement ours = KeyAgreement.of(id);
    Oracle oracle = new Oracle(curve);
    int size = curve.field().bytes;
    for (int i = 0; i < cases; i++) {
      byte[] secret = bytes(random, size);
      byte[] peer = bytes(random, size);
      String what = id + ", case " + i;
      try (KeyPair pair = ours.fromPrivateKey(secret)) {
        byte[] shared = ours.agree(pair, peer);
        assertArrayEquals(oracle.multiply(secret, peer), shared, what);
        if (i % SOME == 0) {
          assertArrayEquals(oracle.multiply(secret, oracle.base), pair.publicKey(), what);
        }
        if (i % SOME == 0 && oracle.isStandard()) {
          assertArrayEquals(sun(id, secret, peer, curve.field().bits), shared, what);
        }
      }
    }
    System.out.println("differential: " + id + " " + cases + " cases, seed " + seed);
  }

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  private static byte[] sun(String id, byte[] secret, byte[] peer, int bits)
      throws GeneralSecurityException {
    NamedParameterSpec curve = new NamedParameterSpec(id.toUpperCase(Locale.ROOT));
    javax.crypto.KeyAgreement sun = javax.crypto.KeyAgreement.getInstance(curve.getName(), "SunEC");
    KeyFactory keys = KeyFactory.getInstance(curve.getName(), "SunEC");
    BigInteger u = integer(peer).mod(BigInteger.TWO.pow(bits));
    sun.init(keys.generatePrivate(new XECPrivateKeySpec(curve, secret)));
    sun.doPhase(keys.generatePublic(new XECPublicKeySpec(curve, u)), true);
    return sun.generateSecret();
  }

  private static BigInteger integer(byte[] in) {
    byte[] bigEndian = new byte[in.length];
    for (int i = 0; i < in.length; i++) {
      bigEndian[in.length - 1 - i] = in[i];
    }
    return new BigInteger(1, bigEndian);
  }

  private static byte[] encode(BigInteger v, int size) {
    byte[] out = new byte[size];
    for (int i = 0; i < size; i++) {
      out[i] = v.shiftRight(8 * i).byteValue();
    }
    return out;
  }

  /** What others, or plain integers, compute. */
  private static final class Oracle {
    final byte[] base;
    private final String id;
    private final int bits;
    private final BigInteger p;
    private final Residues field;
    private final long[] a24;
    private final int clearBits;

    Oracle(Curve curve) {
      Curve.Ladder ladder = curve.ladder().orElseThrow();
      this.id = curve.id();
      this.bits = curve.field().bits;
      this.p = curve.field().modulus;
      this.field = new Residues(p);
      this.a24 = field.of(BigInteger.valueOf((ladder.A() - 2) / 4));
      this.clearBits = ladder.clearBits();
      this.base = encode(new BigInteger(ladder.u(), 16), curve.field().bytes);
    }

    boolean isStandard() {
      return id.equals("curve25519") || id.equals("curve448");
    }

    byte[] multiply(byte[] secret, byte[] u) {
      byte[] out = new byte[u.length];
      switch (id) {
        case "curve25519" -> X25519.scalarMult(secret, 0, u, 0, out, 0);
        case "curve448" -> X448.scalarMult(secret, 0, u, 0, out, 0);
        default -> out = encode(ladder(clamp(secret), integer(u)), u.length);
      }
      return out;
    }

    private BigInteger clamp(byte[] secret) {
      BigInteger k = integer(secret).mod(BigInteger.TWO.pow(bits)).setBit(bits - 1);
      return k.shiftRight(clearBits).shiftLeft(clearBits);
    }

    /** RFC 7748 section 5, as it stands there. */
    private BigInteger ladder(BigInteger k, BigInteger peer) {
      long[] u = field.of(peer.mod(BigInteger.TWO.pow(bits)));
      long[] one = field.of(BigInteger.ONE);
      long[][] x = {one, field.of(BigInteger.ZERO), u, one}; // x2, z2, x3, z3
      for (int t = bits - 1; t >= 0; t--) {
        x = k.testBit(t) ? swap(step(swap(x), u)) : step(x, u);
      }
      BigInteger z = field.toInteger(x[1]);
      BigInteger inverse = z.signum() == 0 ? z : z.modInverse(p); // z^(p-2)
      return field.toInteger(x[0]).multiply(inverse).mod(p);
    }

    private static long[][] swap(long[][] x) {
      return new long[][] {x[2], x[3], x[0], x[1]};
    }

    private long[][] step(long[][] x, long[] u) {
      long[] a = field.add(x[0], x[1]);
      long[] aa = field.mul(a, a);
      long[] b = field.sub(x[0], x[1]);
      long[] bb = field.mul(b, b);
      long[] e = field.sub(aa, bb);
      long[] da = field.mul(field.sub(x[2], x[3]), a);
      long[] cb = field.mul(field.add(x[2], x[3]), b);
      long[] sum = field.add(da, cb);
      long[] difference = field.sub(da, cb);
      return new long[][] {
        field.mul(aa, bb),
        field.mul(e, field.add(aa, field.mul(a24, e))),
        field.mul(sum, sum),
        field.mul(field.mul(difference, difference), u)
      };
    }
  }

  @Test
  void readsAndWritesWhatTheJdkWrites() throws GeneralSecurityException {
    java.security.KeyPair x =
        java.security.KeyPairGenerator.getInstance("X25519").generateKeyPair();
    KeyAgreement ours = KeyAgreement.of("x25519");
    byte[] raw = ours.decode(x.getPublic().getEncoded(), KeyFormat.SPKI);
    assertArrayEquals(x.getPublic().getEncoded(), ours.encode(raw, KeyFormat.SPKI));
    java.security.KeyPair e =
        java.security.KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    Verifier verifier = Verifier.of("ed25519");
    byte[] key = verifier.decode(e.getPublic().getEncoded(), KeyFormat.SPKI);
    Signature signature = Signature.getInstance("Ed25519");
    signature.initSign(e.getPrivate());
    signature.update(raw);
    assertTrue(verifier.verifyVartime(key, raw, new byte[0], signature.sign()));
  }
}
