package io.kexd.server.net;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Certificates and keys from PEM files, each fault by the setting that names the file. */
final class PemFiles {
  private static final Pattern KEY =
      Pattern.compile(
          "-----BEGIN PRIVATE KEY-----\\s+([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

  private PemFiles() {}

  /** At least one certificate. */
  static List<X509Certificate> certificates(String setting, Path file) throws Tls.Unusable {
    List<X509Certificate> found = new ArrayList<>();
    try (InputStream in = Files.newInputStream(file)) {
      CertificateFactory.getInstance("X.509")
          .generateCertificates(in)
          .forEach(certificate -> found.add((X509Certificate) certificate));
    } catch (IOException e) {
      throw new Tls.Unusable(setting, "cannot read the file", e);
    } catch (GeneralSecurityException e) {
      throw new Tls.Unusable(setting, "is not a certificate in PEM", e);
    }
    if (found.isEmpty()) {
      throw new Tls.Unusable(setting, "is not a certificate in PEM", null);
    }
    return found;
  }

  /** The private key that goes with a certificate. */
  static PrivateKey key(String setting, Path file, X509Certificate certificate)
      throws Tls.Unusable {
    byte[] der = der(setting, file);
    try {
      PrivateKey key =
          KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(der));
      if (goTogether(key, certificate)) {
        return key;
      }
    } catch (GeneralSecurityException e) {
      throw new Tls.Unusable(setting, "does not go with tls.certificate", e);
    } finally {
      Arrays.fill(der, (byte) 0);
    }
    throw new Tls.Unusable(setting, "does not go with tls.certificate", null);
  }

  private static byte[] der(String setting, Path file) throws Tls.Unusable {
    try {
      Matcher pem = KEY.matcher(Files.readString(file));
      if (pem.find()) {
        return Base64.getMimeDecoder().decode(pem.group(1));
      }
    } catch (IOException e) {
      throw new Tls.Unusable(setting, "cannot read the file", e);
    } catch (IllegalArgumentException e) {
      throw new Tls.Unusable(setting, "is not a PKCS #8 private key in PEM", e);
    }
    throw new Tls.Unusable(setting, "is not a PKCS #8 private key in PEM", null);
  }

  private static boolean goTogether(PrivateKey key, X509Certificate certificate)
      throws GeneralSecurityException {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> key.getAlgorithm();
        };
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update((byte) 1);
    byte[] made = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update((byte) 1);
    return signature.verify(made);
  }
}
