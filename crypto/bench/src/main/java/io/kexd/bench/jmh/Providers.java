package io.kexd.bench.jmh;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.Provider;
import java.security.Security;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.conscrypt.Conscrypt;

/**
 * The engines behind the JCA. The object itself is passed on, so that none stands in for another.
 */
final class Providers {
  private Providers() {}

  static Provider of(String engine) {
    return switch (engine) {
      case "SunEC" -> Security.getProvider("SunEC");
      case "BC" -> new BouncyCastleProvider();
      case "Conscrypt" -> Conscrypt.newProvider();
      case "ACCP" -> {
        AmazonCorrettoCryptoProvider.INSTANCE.assertHealthy();
        yield AmazonCorrettoCryptoProvider.INSTANCE;
      }
      default -> throw new IllegalArgumentException("no engine " + engine);
    };
  }

  static KeyPairGenerator generator(Provider provider, String curve)
      throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance(family(curve), provider);
    // Where a family has but one curve, it takes no parameters.
    if (!curve.endsWith("25519") || provider.getName().matches("SunEC|BC")) {
      generator.initialize(parameters(curve));
    }
    return generator;
  }

  private static String family(String curve) {
    return switch (curve.charAt(0)) {
      case 'x' -> "XDH";
      case 'e' -> "EdDSA";
      default -> "EC";
    };
  }

  private static AlgorithmParameterSpec parameters(String curve) {
    return switch (curve) {
      case "p256" -> new ECGenParameterSpec("secp256r1");
      case "p384" -> new ECGenParameterSpec("secp384r1");
      case "p521" -> new ECGenParameterSpec("secp521r1");
      default -> new NamedParameterSpec(curve);
    };
  }

  static String agreement(String curve) {
    return curve.startsWith("x") ? "XDH" : "ECDH";
  }

  static String signature(String curve) {
    return switch (curve) {
      case "p256" -> "SHA256withECDSA";
      case "p384" -> "SHA384withECDSA";
      case "p521" -> "SHA512withECDSA";
      default -> "EdDSA";
    };
  }
}
