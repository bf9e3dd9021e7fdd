package io.kexd.client;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.KeyAgreement;

/** The other end of an exchange: X25519 of the JDK, which shares no code with kexd. */
public final class Peer {
  private static final byte[] SPKI_X25519 = HexFormat.of().parseHex("302a300506032b656e032100");

  private final KeyPair pair;

  private Peer(KeyPair pair) {
    this.pair = pair;
  }

  /** One with a fresh key pair. */
  public static Peer create() throws GeneralSecurityException {
    return new Peer(KeyPairGenerator.getInstance("X25519").generateKeyPair());
  }

  /** The key pair itself. */
  public KeyPair pair() {
    return pair;
  }

  /** The raw public key. */
  public byte[] publicKey() {
    byte[] spki = pair.getPublic().getEncoded();
    return Arrays.copyOfRange(spki, SPKI_X25519.length, spki.length);
  }

  /** The shared secret with a raw public key. */
  public byte[] agree(byte[] publicKey) throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance("X25519");
    agreement.init(pair.getPrivate());
    agreement.doPhase(decode(publicKey), true);
    return agreement.generateSecret();
  }

  /** A raw public key as the JDK has it. */
  public static PublicKey decode(byte[] publicKey) throws GeneralSecurityException {
    byte[] spki = Arrays.copyOf(SPKI_X25519, SPKI_X25519.length + publicKey.length);
    System.arraycopy(publicKey, 0, spki, SPKI_X25519.length, publicKey.length);
    return KeyFactory.getInstance("X25519").generatePublic(new X509EncodedKeySpec(spki));
  }
}
