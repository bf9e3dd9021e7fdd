package io.kexd.bench.jmh;

import com.google.crypto.tink.subtle.X25519;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.SecureRandom;

/** Key agreement by one engine: its own keys, one operation a call. */
interface Agreements {
  /** A fresh key pair. */
  Object keygen() throws GeneralSecurityException;

  /** A shared secret, with all the checks of the peer's key that the engine does. */
  byte[] agree() throws GeneralSecurityException;

  static Agreements of(String curve, String engine) throws GeneralSecurityException {
    if (!curve.equals("x25519") && engine.matches("BC-low|Tink")) {
      throw new IllegalArgumentException(engine + " has no " + curve + " here");
    }
    return switch (engine) {
      case "kexd" -> new Kexd(curve);
      case "BC-low" -> new BouncyCastle();
      case "Tink" -> new Tink();
      default -> new Jca(curve, Providers.of(engine));
    };
  }

  /** This project's. */
  final class Kexd implements Agreements {
    private final SecureRandom random = new SecureRandom();
    private final KeyAgreement engine;
    private final KeyPair pair;
    private final byte[] peer;

    Kexd(String curve) {
      engine = KeyAgreement.of(curve);
      pair = engine.generate(random);
      peer = engine.generate(random).publicKey();
    }

    @Override
    public Object keygen() {
      return engine.generate(random);
    }

    @Override
    public byte[] agree() throws GeneralSecurityException {
      return engine.agree(pair, peer);
    }
  }

  /** One behind the JCA. */
  final class Jca implements Agreements {
    private final KeyPairGenerator generator;
    private final javax.crypto.KeyAgreement engine;
    private final java.security.KeyPair pair;
    private final java.security.KeyPair peer;

    Jca(String curve, Provider provider) throws GeneralSecurityException {
      generator = Providers.generator(provider, curve);
      engine = javax.crypto.KeyAgreement.getInstance(Providers.agreement(curve), provider);
      pair = generator.generateKeyPair();
      peer = generator.generateKeyPair();
    }

    @Override
    public Object keygen() {
      return generator.generateKeyPair();
    }

    @Override
    public byte[] agree() throws GeneralSecurityException {
      engine.init(pair.getPrivate());
      engine.doPhase(peer.getPublic(), true);
      return engine.generateSecret();
    }
  }

  /** Bouncy Castle's X25519 below its provider. */
  final class BouncyCastle implements Agreements {
    private final SecureRandom random = new SecureRandom();
    private final byte[] secret = new byte[32];
    private final byte[] peer = new byte[32];

    BouncyCastle() {
      org.bouncycastle.math.ec.rfc7748.X25519.generatePrivateKey(random, secret);
      org.bouncycastle.math.ec.rfc7748.X25519.generatePublicKey(secret, 0, peer, 0);
    }

    @Override
    public Object keygen() {
      byte[] publicKey = new byte[32];
      org.bouncycastle.math.ec.rfc7748.X25519.generatePrivateKey(random, secret);
      org.bouncycastle.math.ec.rfc7748.X25519.generatePublicKey(secret, 0, publicKey, 0);
      return publicKey;
    }

    @Override
    public byte[] agree() {
      byte[] shared = new byte[32];
      if (!org.bouncycastle.math.ec.rfc7748.X25519.calculateAgreement(
          secret, 0, peer, 0, shared, 0)) {
        throw new IllegalStateException("a good key was refused");
      }
      return shared;
    }
  }

  /** Tink's X25519. */
  final class Tink implements Agreements {
    private final byte[] secret = X25519.generatePrivateKey();
    private final byte[] peer;

    Tink() throws GeneralSecurityException {
      peer = X25519.publicFromPrivate(X25519.generatePrivateKey());
    }

    @Override
    public Object keygen() throws GeneralSecurityException {
      return X25519.publicFromPrivate(X25519.generatePrivateKey());
    }

    @Override
    public byte[] agree() throws GeneralSecurityException {
      return X25519.computeSharedSecret(secret, peer);
    }
  }
}
