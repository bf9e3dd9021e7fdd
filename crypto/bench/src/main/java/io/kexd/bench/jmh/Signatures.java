package io.kexd.bench.jmh;

import com.google.crypto.tink.subtle.Ed25519Sign;
import com.google.crypto.tink.subtle.Ed25519Verify;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.crypto.Verifier;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Signature;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/** Signatures of a message of 32 bytes by one engine: its own key, one operation a call. */
abstract class Signatures {
  static final byte[] MESSAGE = new byte[32];
  static final byte[] NO_CONTEXT = new byte[0];

  /** Signs the message. */
  abstract byte[] sign() throws GeneralSecurityException;

  /** Whether a signature of the message is right. */
  abstract boolean verify(byte[] signature) throws GeneralSecurityException;

  static Signatures of(String curve, String engine) throws GeneralSecurityException {
    if (!curve.equals("ed25519") && engine.matches("BC-low|Tink")) {
      throw new IllegalArgumentException(engine + " has no " + curve + " here");
    }
    return switch (engine) {
      case "kexd" -> new Kexd(algorithm(curve));
      case "BC-low" -> new BouncyCastle();
      case "Tink" -> new Tink();
      default -> new Jca(curve, Providers.of(engine));
    };
  }

  /** The engine's algorithm of a curve. */
  static String algorithm(String curve) {
    return switch (curve) {
      case "p256" -> "ecdsa-p256-sha256";
      case "p384" -> "ecdsa-p384-sha384";
      case "p521" -> "ecdsa-p521-sha512";
      default -> curve;
    };
  }

  /** This project's. */
  private static final class Kexd extends Signatures {
    private final Signer signer;
    private final Verifier verifier;
    private final KeyPair pair;
    private final byte[] publicKey;

    Kexd(String algorithm) {
      signer = Signer.of(algorithm);
      verifier = Verifier.of(algorithm);
      pair = signer.generate(new SecureRandom());
      publicKey = pair.publicKey();
    }

    @Override
    byte[] sign() {
      return signer.sign(pair, MESSAGE, NO_CONTEXT);
    }

    @Override
    boolean verify(byte[] signature) {
      return verifier.verifyVartime(publicKey, MESSAGE, NO_CONTEXT, signature);
    }
  }

  /** One behind the JCA. */
  private static final class Jca extends Signatures {
    private final java.security.KeyPair pair;
    private final Signature engine;

    Jca(String curve, Provider provider) throws GeneralSecurityException {
      pair = Providers.generator(provider, curve).generateKeyPair();
      engine = Signature.getInstance(Providers.signature(curve), provider);
    }

    @Override
    byte[] sign() throws GeneralSecurityException {
      engine.initSign(pair.getPrivate());
      engine.update(MESSAGE);
      return engine.sign();
    }

    @Override
    boolean verify(byte[] signature) throws GeneralSecurityException {
      engine.initVerify(pair.getPublic());
      engine.update(MESSAGE);
      return engine.verify(signature);
    }
  }

  /** Bouncy Castle's Ed25519 below its provider. */
  private static final class BouncyCastle extends Signatures {
    private final byte[] seed = new byte[Ed25519.SECRET_KEY_SIZE];
    private final byte[] publicKey = new byte[Ed25519.PUBLIC_KEY_SIZE];

    BouncyCastle() {
      Ed25519.generatePrivateKey(new SecureRandom(), seed);
      Ed25519.generatePublicKey(seed, 0, publicKey, 0);
    }

    @Override
    byte[] sign() {
      byte[] out = new byte[Ed25519.SIGNATURE_SIZE];
      Ed25519.sign(seed, 0, publicKey, 0, MESSAGE, 0, MESSAGE.length, out, 0);
      return out;
    }

    @Override
    boolean verify(byte[] signature) {
      return Ed25519.verify(signature, 0, publicKey, 0, MESSAGE, 0, MESSAGE.length);
    }
  }

  /** Tink's Ed25519. */
  private static final class Tink extends Signatures {
    private final Ed25519Sign signer;
    private final Ed25519Verify verifier;

    Tink() throws GeneralSecurityException {
      Ed25519Sign.KeyPair pair = Ed25519Sign.KeyPair.newKeyPair();
      signer = new Ed25519Sign(pair.getPrivateKey());
      verifier = new Ed25519Verify(pair.getPublicKey());
    }

    @Override
    byte[] sign() throws GeneralSecurityException {
      return signer.sign(MESSAGE);
    }

    @Override
    boolean verify(byte[] signature) throws GeneralSecurityException {
      verifier.verify(signature, MESSAGE); // throws where it is wrong
      return true;
    }
  }
}
