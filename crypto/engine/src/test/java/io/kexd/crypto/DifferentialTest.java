package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Random;
import org.bouncycastle.math.ec.rfc7748.X25519;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
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

  @Test
  void ed25519() throws GeneralSecurityException {
    signatures(3, CASES);
  }

  @Test
  @Tag("thorough")
  void ed25519AtLength() throws GeneralSecurityException {
    signatures(4, THOROUGH_CASES);
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

  /**
   * The three variants in turn, with contexts of all sizes; then the signature with one bit off.
   */
  private static void signatures(long seed, int cases) throws GeneralSecurityException {
    Random random = new Random(seed);
    String[] algorithms = {"ed25519", "ed25519ctx", "ed25519ph"};
    for (int i = 0; i < cases; i++) {
      String algorithm = algorithms[i % 3];
      byte[] seedBytes = bytes(random, 32);
      byte[] message = bytes(random, random.nextInt(200));
      byte[] context = bytes(random, i % 3 == 0 ? 0 : 1 + random.nextInt(255));
      Signer signer = Signer.of(algorithm);
      try (KeyPair pair = signer.fromPrivateKey(seedBytes)) {
        byte[] publicKey = pair.publicKey();
        byte[] signature = signer.sign(pair, message, context);
        String what = algorithm + ", case " + i;
        assertArrayEquals(bouncyCastle(i % 3, seedBytes, message, context), signature, what);
        assertArrayEquals(sun(i % 3, seedBytes, message, context), signature, what);
        assertEquals(true, verify(algorithm, publicKey, message, context, signature), what);
        signature[random.nextInt(64)] ^= (byte) (1 << random.nextInt(8));
        boolean theirs = sunVerifies(i % 3, publicKey, message, context, signature);
        assertEquals(theirs, verify(algorithm, publicKey, message, context, signature), what);
      }
    }
  }

  private static boolean verify(
      String algorithm, byte[] key, byte[] message, byte[] context, byte[] signature) {
    return Verifier.of(algorithm).verifyVartime(key, message, context, signature);
  }

  private static byte[] bouncyCastle(int variant, byte[] seed, byte[] message, byte[] context) {
    byte[] signature = new byte[64];
    switch (variant) {
      case 0 -> Ed25519.sign(seed, 0, message, 0, message.length, signature, 0);
      case 1 -> Ed25519.sign(seed, 0, context, message, 0, message.length, signature, 0);
      default -> {
        org.bouncycastle.crypto.Digest prehash = Ed25519.createPrehash();
        prehash.update(message, 0, message.length);
        Ed25519.signPrehash(seed, 0, context, prehash, signature, 0);
      }
    }
    return signature;
  }

  private static EdDSAParameterSpec parameters(int variant, byte[] context) {
    return variant == 0
        ? new EdDSAParameterSpec(false)
        : new EdDSAParameterSpec(variant == 2, context);
  }

  private static byte[] sun(int variant, byte[] seed, byte[] message, byte[] context)
      throws GeneralSecurityException {
    PrivateKey key =
        KeyFactory.getInstance("Ed25519", "SunEC")
            .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
    Signature signature = Signature.getInstance("EdDSA", "SunEC");
    signature.setParameter(parameters(variant, context));
    signature.initSign(key);
    signature.update(message);
    return signature.sign();
  }

  private static boolean sunVerifies(
      int variant, byte[] key, byte[] message, byte[] context, byte[] bytes)
      throws GeneralSecurityException {
    byte[] spki = Verifier.of("ed25519").encode(key, KeyFormat.SPKI);
    PublicKey publicKey =
        KeyFactory.getInstance("Ed25519", "SunEC").generatePublic(new X509EncodedKeySpec(spki));
    Signature signature = Signature.getInstance("EdDSA", "SunEC");
    signature.setParameter(parameters(variant, context));
    try {
      signature.initVerify(publicKey);
      signature.update(message);
      return signature.verify(bytes);
    } catch (java.security.SignatureException | InvalidKeyException e) {
      return false; // SunEC throws where a part of the signature cannot be read
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
