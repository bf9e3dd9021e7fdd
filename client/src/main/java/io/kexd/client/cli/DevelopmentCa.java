package io.kexd.client.cli;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigInteger;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/**
 * A certificate authority for development: its key lies in a file beside the others.
 *
 * <p>ECDSA on P-256, which every TLS library takes.
 */
final class DevelopmentCa {
  private static final Duration CLOCK_SKEW = Duration.ofMinutes(5);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final X509Certificate certificate;
  private final PrivateKey key;

  private DevelopmentCa(X509Certificate certificate, PrivateKey key) {
    this.certificate = certificate;
    this.key = key;
  }

  /** A certificate and its private key. */
  record Issued(X509Certificate certificate, PrivateKey key) {}

  X509Certificate certificate() {
    return certificate;
  }

  PrivateKey key() {
    return key;
  }

  static DevelopmentCa create(Duration life) throws GeneralSecurityException {
    KeyPair pair = newKeyPair();
    X500Principal name = new X500Principal("CN=kexd development CA " + newSerial().toString(36));
    try {
      JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
      X509v3CertificateBuilder builder =
          newBuilder(name, name, pair.getPublic(), Instant.now().plus(life))
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(0))
              .addExtension(
                  Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign))
              .addExtension(
                  Extension.subjectKeyIdentifier,
                  false,
                  ids.createSubjectKeyIdentifier(pair.getPublic()));
      return new DevelopmentCa(signed(builder, pair.getPrivate()), pair.getPrivate());
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  /** Reads an authority that {@code kexd certs} made. */
  static DevelopmentCa load(Path certificate, Path key) throws IOException {
    try {
      return read(certificate, key);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      throw new IOException(
          certificate + " and " + key + " are no authority of 'kexd certs': use another --out", e);
    }
  }

  private static DevelopmentCa read(Path certificate, Path key)
      throws IOException, GeneralSecurityException {
    try (var in = Files.newInputStream(certificate);
        Reader text = new StringReader(Files.readString(key));
        PemReader pem = new PemReader(text)) {
      X509Certificate ca =
          (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
      PemObject object = pem.readPemObject();
      if (object == null || !object.getType().equals("PRIVATE KEY")) {
        throw new IOException(key + " holds no PEM PRIVATE KEY");
      }
      return new DevelopmentCa(
          ca,
          KeyFactory.getInstance("EC")
              .generatePrivate(new PKCS8EncodedKeySpec(object.getContent())));
    }
  }

  /** A server certificate for these host names and addresses. */
  Issued issueServer(List<GeneralName> hosts, Duration life) throws GeneralSecurityException {
    return issue("kexd server", KeyPurposeId.id_kp_serverAuth, hosts, life);
  }

  /** A client certificate: its identity is {@code spiffe://kexd.local/NAME}, else the DNS name. */
  Issued issueClient(String name, Duration life) throws GeneralSecurityException {
    return issue(
        "kexd client " + name,
        KeyPurposeId.id_kp_clientAuth,
        List.of(
            new GeneralName(GeneralName.uniformResourceIdentifier, "spiffe://kexd.local/" + name),
            new GeneralName(GeneralName.dNSName, name)),
        life);
  }

  private Issued issue(String name, KeyPurposeId use, List<GeneralName> names, Duration life)
      throws GeneralSecurityException {
    KeyPair pair = newKeyPair();
    Instant end = Instant.now().plus(life);
    Instant caEnd = certificate.getNotAfter().toInstant();
    try {
      JcaX509ExtensionUtils ids = new JcaX509ExtensionUtils();
      X509v3CertificateBuilder builder =
          newBuilder(
                  certificate.getSubjectX500Principal(),
                  new X500Principal("CN=" + name),
                  pair.getPublic(),
                  end.isBefore(caEnd) ? end : caEnd)
              .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
              .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature))
              .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(use))
              .addExtension(
                  Extension.subjectAlternativeName,
                  false,
                  new GeneralNames(names.toArray(GeneralName[]::new)))
              .addExtension(
                  Extension.authorityKeyIdentifier,
                  false,
                  ids.createAuthorityKeyIdentifier(certificate.getPublicKey()));
      return new Issued(signed(builder, key), pair.getPrivate());
    } catch (IOException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static X509v3CertificateBuilder newBuilder(
      X500Principal issuer, X500Principal subject, PublicKey key, Instant end) {
    return new JcaX509v3CertificateBuilder(
        issuer,
        newSerial(),
        Date.from(Instant.now().minus(CLOCK_SKEW)),
        Date.from(end),
        subject,
        key);
  }

  private static X509Certificate signed(X509v3CertificateBuilder builder, PrivateKey key)
      throws GeneralSecurityException {
    try {
      return new JcaX509CertificateConverter()
          .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(key)));
    } catch (OperatorCreationException e) {
      throw new GeneralSecurityException(e);
    }
  }

  private static KeyPair newKeyPair() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
    return generator.generateKeyPair();
  }

  /** Positive and at most 20 bytes, as RFC 5280 section 4.1.2.2 wants. */
  private static BigInteger newSerial() {
    return new BigInteger(127, RANDOM).add(BigInteger.ONE);
  }
}
