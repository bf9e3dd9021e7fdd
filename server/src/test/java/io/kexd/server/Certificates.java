package io.kexd.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** A certificate authority for one test, and what it signed, as PEM files in a folder. */
public final class Certificates {
  private static final X500Name ISSUER = new X500Name("CN=test CA");

  private final Path folder;
  private final KeyPair authority = newKey();
  private final AtomicLong serial = new AtomicLong(1);

  /** The files of one certificate and its key. */
  public record Pem(Path certificate, Path key) {}

  /** Makes an authority. */
  public Certificates(Path folder) {
    this.folder = folder;
    write("ca.pem", "CERTIFICATE", sign(ISSUER, authority, true));
  }

  /** The authority's certificate. */
  public Path authority() {
    return folder.resolve("ca.pem");
  }

  /** One for a server on this machine. */
  public Pem server() {
    return issue(
        "server",
        new GeneralName(GeneralName.dNSName, "localhost"),
        new GeneralName(GeneralName.iPAddress, "127.0.0.1"));
  }

  /** One for the workload of that SPIFFE id. */
  public Pem spiffe(String file, String id) {
    return issue(file, uri(id), dns("ignored.example"));
  }

  /** One with those names, in that order. */
  public Pem issue(String file, GeneralName... names) {
    KeyPair key = newKey();
    return new Pem(
        write(file + ".pem", "CERTIFICATE", sign(new X500Name("CN=" + file), key, false, names)),
        write(file + ".key", "PRIVATE KEY", key.getPrivate().getEncoded()));
  }

  /** A DNS name. */
  public static GeneralName dns(String name) {
    return new GeneralName(GeneralName.dNSName, name);
  }

  /** A URI. */
  public static GeneralName uri(String uri) {
    return new GeneralName(GeneralName.uniformResourceIdentifier, uri);
  }

  private byte[] sign(X500Name subject, KeyPair key, boolean isAuthority, GeneralName... names) {
    Instant now = Instant.now();
    X509v3CertificateBuilder builder =
        new JcaX509v3CertificateBuilder(
            ISSUER,
            BigInteger.valueOf(serial.getAndIncrement()),
            Date.from(now.minus(1, ChronoUnit.HOURS)),
            Date.from(now.plus(1, ChronoUnit.DAYS)),
            subject,
            key.getPublic());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
      if (names.length > 0) {
        builder.addExtension(Extension.subjectAlternativeName, false, new GeneralNames(names));
      }
      X509CertificateHolder signed =
          builder.build(
              new JcaContentSignerBuilder("SHA256withECDSA").build(authority.getPrivate()));
      return signed.getEncoded();
    } catch (IOException | OperatorCreationException e) {
      throw new AssertionError(e);
    }
  }

  private Path write(String file, String type, byte[] der) {
    Path path = folder.resolve(file);
    try (Writer out = Files.newBufferedWriter(path);
        PemWriter pem = new PemWriter(out)) {
      pem.writeObject(new PemObject(type, der));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return path;
  }

  private static KeyPair newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }
}
