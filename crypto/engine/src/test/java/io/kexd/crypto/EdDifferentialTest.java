package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import java.util.Random;
import org.bouncycastle.math.ec.rfc8032.Ed25519;
import org.bouncycastle.math.ec.rfc8032.Ed448;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ed25519 and Ed448 on seeded random input, against Bouncy Castle and at times SunEC. */
class EdDifferentialTest {
  private static final int CASES = 2_000;
  private static final int THOROUGH_CASES = 100_000;

  /** SunEC is so slow that it takes part in one round of algorithms of so many cases. */
  private static final int RARELY = 20;

  private static byte[] bytes(Random random, int size) {
    byte[] out = new byte[size];
    random.nextBytes(out);
    return out;
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  void agrees(String family) throws GeneralSecurityException {
    check(family, 3, CASES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ed25519", "ed448"})
  @Tag("thorough")
  void agreesAtLength(String family) throws GeneralSecurityException {
    check(family, 4, THOROUGH_CASES);
  }

  /**
   * The algorithms of a family in turn, with contexts of all sizes; then the signature with one bit
   * off.
   */
  private static void check(String family, long seed, int cases) throws GeneralSecurityException {
    Random random = new Random(seed);
    Signer any = Signer.of(family);
    List<String> algorithms = any.scheme().algorithms();
    for (int i = 0; i < cases; i++) {
      String algorithm = algorithms.get(i % algorithms.size());
      Signer signer = Signer.of(algorithm);
      byte[] privateKey = bytes(random, any.scheme().privateKeySize());
      Case c = new Case(algorithm, privateKey, random);
      boolean withSun = i % RARELY < algorithms.size();
      try (KeyPair pair = signer.fromPrivateKey(privateKey)) {
        byte[] signature = signer.sign(pair, c.message, c.context);
        String what = algorithm + ", case " + i;
        assertArrayEquals(c.bouncyCastle(), signature, what);
        assertTrue(c.verify(pair.publicKey(), signature), what);
        byte[] changed = signature.clone();
        changed[random.nextInt(changed.length)] ^= (byte) (1 << random.nextInt(8));
        boolean ours = c.verify(pair.publicKey(), changed);
        assertEquals(c.bouncyCastleVerifies(pair.publicKey(), changed), ours, what);
        if (withSun) {
          assertArrayEquals(c.sun(), signature, what);
          assertEquals(c.sunVerifies(pair.publicKey(), changed), ours, what);
        }
      }
    }
    System.out.println("differential: " + family + " " + cases + " cases, seed " + seed);
  }

  /** A key, a message and a context of one algorithm. */
  private static final class Case {
    final String algorithm;
    final byte[] privateKey;
    final byte[] message;
    final byte[] context;

    Case(String algorithm, byte[] privateKey, Random random) {
      this.algorithm = algorithm;
      this.privateKey = privateKey;
      this.message = bytes(random, random.nextInt(400));
      this.context =
          bytes(
              random,
              switch (algorithm) {
                case "ed25519" -> 0;
                case "ed25519ctx" -> 1 + random.nextInt(255);
                default -> random.nextInt(256);
              });
    }

    boolean verify(byte[] key, byte[] signature) {
      return Verifier.of(algorithm).verifyVartime(key, message, context, signature);
    }

    private byte[] digest() throws NoSuchAlgorithmException {
      String name = algorithm.equals("ed448ph") ? "SHAKE256-512" : "SHA-512";
      return MessageDigest.getInstance(name).digest(message);
    }

    byte[] bouncyCastle() throws NoSuchAlgorithmException {
      byte[] out = new byte[2 * privateKey.length];
      int size = message.length;
      switch (algorithm) {
        case "ed25519" -> Ed25519.sign(privateKey, 0, message, 0, size, out, 0);
        case "ed25519ctx" -> Ed25519.sign(privateKey, 0, context, message, 0, size, out, 0);
        case "ed25519ph" -> Ed25519.signPrehash(privateKey, 0, context, digest(), 0, out, 0);
        case "ed448" -> Ed448.sign(privateKey, 0, context, message, 0, size, out, 0);
        case "ed448ph" -> Ed448.signPrehash(privateKey, 0, context, digest(), 0, out, 0);
        default -> throw new AssertionError(algorithm);
      }
      return out;
    }

    boolean bouncyCastleVerifies(byte[] key, byte[] signature) throws NoSuchAlgorithmException {
      int size = message.length;
      return switch (algorithm) {
        case "ed25519" -> Ed25519.verify(signature, 0, key, 0, message, 0, size);
        case "ed25519ctx" -> Ed25519.verify(signature, 0, key, 0, context, message, 0, size);
        case "ed25519ph" -> Ed25519.verifyPrehash(signature, 0, key, 0, context, digest(), 0);
        case "ed448" -> Ed448.verify(signature, 0, key, 0, context, message, 0, size);
        case "ed448ph" -> Ed448.verifyPrehash(signature, 0, key, 0, context, digest(), 0);
        default -> throw new AssertionError(algorithm);
      };
    }

    private NamedParameterSpec curve() {
      return algorithm.startsWith("ed448") ? NamedParameterSpec.ED448 : NamedParameterSpec.ED25519;
    }

    private Signature sunSignature() throws GeneralSecurityException {
      Signature signature = Signature.getInstance("EdDSA", "SunEC");
      signature.setParameter(
          algorithm.equals("ed25519")
              ? new EdDSAParameterSpec(false)
              : new EdDSAParameterSpec(algorithm.endsWith("ph"), context));
      return signature;
    }

    byte[] sun() throws GeneralSecurityException {
      PrivateKey key =
          KeyFactory.getInstance("EdDSA", "SunEC")
              .generatePrivate(new EdECPrivateKeySpec(curve(), privateKey));
      Signature signature = sunSignature();
      signature.initSign(key);
      signature.update(message);
      return signature.sign();
    }

    boolean sunVerifies(byte[] key, byte[] bytes) throws GeneralSecurityException {
      byte[] spki = Verifier.of(algorithm).encode(key, KeyFormat.SPKI);
      PublicKey publicKey =
          KeyFactory.getInstance("EdDSA", "SunEC").generatePublic(new X509EncodedKeySpec(spki));
      Signature signature = sunSignature();
      try {
        signature.initVerify(publicKey);
        signature.update(message);
        return signature.verify(bytes);
      } catch (SignatureException | InvalidKeyException e) {
        return false; // SunEC throws where a part of the signature cannot be read
      }
    }
  }
}
