package io.kexd.server;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.KeyAgreement;

/** The other side of an exchange, computed by the JDK's own X25519. */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record Peer(byte[] privateKey, byte[] publicKey) {
  private static final byte[] SPKI = hex("302a300506032b656e032100");
  private static final byte[] PKCS8 = hex("302e020100300506032b656e04220420");

  /** A fresh one. */
  public static Peer random() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return of(key);
  }

  /** The one with that private key. */
  public static Peer of(byte[] privateKey) {
    byte[] nine = new byte[32];
    nine[0] = 9;
    return new Peer(privateKey, x25519(privateKey, nine));
  }

  /** Its public key as SubjectPublicKeyInfo. */
  public byte[] spki() {
    return concat(SPKI, publicKey);
  }

  /** The shared secret with a raw public key. */
  public byte[] agree(byte[] other) {
    return x25519(privateKey, other);
  }

  private static byte[] x25519(byte[] scalar, byte[] u) {
    try {
      KeyFactory keys = KeyFactory.getInstance("X25519");
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(keys.generatePrivate(new PKCS8EncodedKeySpec(concat(PKCS8, scalar))));
      agreement.doPhase(keys.generatePublic(new X509EncodedKeySpec(concat(SPKI, u))), true);
      return agreement.generateSecret();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Bytes from hex digits. */
  public static byte[] hex(String digits) {
    return HexFormat.of().parseHex(digits);
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] whole = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, whole, a.length, b.length);
    return whole;
  }
}
