package io.kexd.client.cli;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;

/** A directory of PEM files in pairs: NAME.pem the certificate, NAME.key the private key. */
final class CertDirectory {
  private static final String CA = "ca";

  private final Path directory;

  CertDirectory(Path directory) {
    this.directory = directory;
  }

  Path certificate(String name) {
    return directory.resolve(name + ".pem");
  }

  Path key(String name) {
    return directory.resolve(name + ".key");
  }

  /** Whether either file of a pair is there. */
  boolean has(String name) {
    return Files.exists(certificate(name)) || Files.exists(key(name));
  }

  /** The directory's authority; makes both when they are not there. */
  DevelopmentCa openCa(Duration life) throws IOException, GeneralSecurityException {
    if (has(CA)) {
      return DevelopmentCa.load(certificate(CA), key(CA));
    }
    Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    DevelopmentCa ca = DevelopmentCa.create(life);
    write(CA, ca.certificate(), ca.key());
    return ca;
  }

  /** Writes a pair, in place of one that is there. */
  void write(String name, X509Certificate certificate, PrivateKey key)
      throws IOException, GeneralSecurityException {
    write(key(name), "PRIVATE KEY", key.getEncoded(), "rw-------");
    write(certificate(name), "CERTIFICATE", certificate.getEncoded(), "rw-r--r--");
  }

  /** By a new file with its final permissions, so that a key is never open to others. */
  private void write(Path file, String type, byte[] content, String permissions)
      throws IOException {
    StringWriter text = new StringWriter();
    try (PemWriter pem = new PemWriter(text)) {
      pem.writeObject(new PemObject(type, content));
    }
    Path fresh =
        Files.createTempFile(
            directory,
            ".new",
            ".pem",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions)));
    Files.writeString(fresh, text.toString());
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
