package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Random;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The engine against SunEC and Bouncy Castle on seeded random input. */
class DifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  @Test
  void x25519() throws GeneralSecurityException {
    agreements(1, CASES);
  }

  @Test
  @Tag("thorough")
  void x25519AtLength() throws GeneralSecurityException {
    agreements(2, THOROUGH_CASES);
  }

  /** Random u: half of them lie on the twist, and some have the unused bit set. */
  private static void agreements(long seed, int cases) throws GeneralSecurityException {
    Random random = new Random(seed);
    KeyAgreement ours = KeyAgreement.of("x25519");
    javax.crypto.KeyAgreement sun = javax.crypto.KeyAgreement.getInstance("X25519", "SunEC");
    KeyFactory keys = KeyFactory.getInstance("X25519", "SunEC");
    for (int i = 0; i < cases; i++) {
      byte[] secret = bytes(random, 32);
      byte[] peer = bytes(random, 32);
      byte[] publicKey = new byte[32];
      byte[] expected = new byte[32];
      X25519.scalarMultBase(secret, 0, publicKey, 0);
      X25519.scalarMult(secret, 0, peer, 0, expected, 0);
      try (KeyPair pair = ours.fromPrivateKey(secret)) {
        assertArrayEquals(publicKey, pair.publicKey(), "case " + i);
        assertArrayEquals(expected, ours.agree(pair, peer), "case " + i);
      }
      sun.init(keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret)));
      BigInteger u = littleEndian(peer).clearBit(255);
      sun.doPhase(keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, u)), true);
      assertArrayEquals(expected, sun.generateSecret(), "case " + i);
    }
  }

  private static BigInteger littleEndian(byte[] in) {
    byte[] bigEndian = new byte[in.length];
    for (int i = 0; i < in.length; i++) {
      bigEndian[in.length - 1 - i] = in[i];
    }
    return new BigInteger(1, bigEndian);
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
