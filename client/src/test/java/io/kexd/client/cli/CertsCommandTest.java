package io.kexd.client.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** kexd certs: what lies in the directory afterwards. */
class CertsCommandTest {
  @TempDir private Path temp;
  private Path folder = Path.of("");

  @BeforeEach
  void nameFolder() {
    folder = temp.resolve("new/certs");
  }

  @Test
  void makesEverythingWithTightPermissions() throws Exception {
    String out = certs().success();
    assertEquals(
        Set.of("ca.pem", "ca.key", "server.pem", "server.key", "client.pem", "client.key"),
        files());
    assertEquals("rwx------", permissions(folder));
    for (String file : files()) {
      assertEquals(
          file.endsWith(".key") ? "rw-------" : "rw-r--r--", permissions(folder.resolve(file)));
    }
    assertTrue(out.startsWith("Development certificates only"), out);
    assertTrue(out.contains("KEXD_TLS_CERTIFICATE=" + folder.resolve("server.pem")), out);
    assertTrue(out.contains("--cert-key " + folder.resolve("client.key")), out);
  }

  @Test
  void certificatesSayWhatTheyAreFor() throws Exception {
    certs("--host", "kexd.example.org", "--host", "10.1.2.3", "--days", "7").success();
    X509Certificate ca = read("ca");
    ca.verify(ca.getPublicKey());
    assertEquals(0, ca.getBasicConstraints());

    X509Certificate server = read("server");
    server.verify(ca.getPublicKey());
    assertEquals(-1, server.getBasicConstraints());
    assertEquals(List.of("1.3.6.1.5.5.7.3.1"), server.getExtendedKeyUsage());
    assertEquals(
        Set.of("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1", "kexd.example.org", "10.1.2.3"),
        names(server));

    X509Certificate client = read("client");
    client.verify(ca.getPublicKey());
    assertEquals(List.of("1.3.6.1.5.5.7.3.2"), client.getExtendedKeyUsage());
    assertEquals(Set.of("spiffe://kexd.local/client", "client"), names(client));
    Instant end = client.getNotAfter().toInstant();
    assertTrue(end.isAfter(Instant.now().plus(Duration.ofDays(6))), end::toString);
    assertTrue(end.isBefore(Instant.now().plus(Duration.ofDays(8))), end::toString);
    assertTrue(client.getNotBefore().toInstant().isBefore(Instant.now()));
  }

  @Test
  void addsClientsToTheSameAuthority() throws Exception {
    certs("--client", "alice", "--client", "bob").success();
    PublicKey ca = read("ca").getPublicKey();
    byte[] server = read("server").getEncoded();
    certs("--client", "carol").success();
    assertEquals(ca, read("ca").getPublicKey());
    assertArrayEquals(server, read("server").getEncoded());
    for (String client : List.of("alice", "bob", "carol")) {
      read(client).verify(ca);
    }
    assertFalse(Files.exists(folder.resolve("client.pem")));
  }

  @Test
  void overwritesNothingWithoutForce() throws Exception {
    certs().success();
    byte[] client = Files.readAllBytes(folder.resolve("client.key"));
    byte[] server = Files.readAllBytes(folder.resolve("server.key"));
    byte[] ca = Files.readAllBytes(folder.resolve("ca.key"));

    String refusal = certs("--client", "new", "--client", "client").refusal();
    assertTrue(refusal.startsWith(folder.resolve("client.pem") + " is there"), refusal);
    assertFalse(Files.exists(folder.resolve("new.pem")), "all or nothing");
    assertTrue(certs("--client", "new", "--host", "h").refusal().contains("--force"));
    assertArrayEquals(client, Files.readAllBytes(folder.resolve("client.key")));

    certs("--force", "--host", "h").success();
    assertFalse(Arrays.equals(client, Files.readAllBytes(folder.resolve("client.key"))));
    assertFalse(Arrays.equals(server, Files.readAllBytes(folder.resolve("server.key"))));
    assertTrue(names(read("server")).contains("h"));
    assertArrayEquals(ca, Files.readAllBytes(folder.resolve("ca.key")));
  }

  @Test
  void halfAnAuthorityIsRefused() throws Exception {
    certs().success();
    Files.delete(folder.resolve("ca.key"));
    String refusal = certs("--client", "other").refusal();
    assertTrue(refusal.contains("ca.key"), refusal);
    assertFalse(Files.exists(folder.resolve("other.pem")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "junk",
        "-----BEGIN PRIVATE KEY-----\n!!!!\n-----END PRIVATE KEY-----\n",
        "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
      })
  void damagedAuthorityIsRefused(String damaged) throws Exception {
    for (String file : List.of("ca.key", "ca.pem")) {
      certs("--force").success();
      byte[] before = Files.readAllBytes(folder.resolve(file));
      Files.writeString(folder.resolve(file), damaged);
      String refusal = certs("--client", "other").refusal();
      assertTrue(refusal.contains("ca.key"), refusal);
      assertFalse(Files.exists(folder.resolve("other.pem")));
      Files.write(folder.resolve(file), before);
    }
  }

  @Test
  void whatIsInTheWayIsSaid() throws Exception {
    Path file = Files.createFile(temp.resolve("file"));
    assertEquals(
        file + ": is there and is not a directory",
        Cli.run("certs", "--out", file.toString()).refusal());
    Files.createFile(temp.resolve("ca.pem"));
    assertEquals(
        temp.resolve("ca.key") + ": no such file or directory",
        Cli.run("certs", "--out", temp.toString()).refusal());
  }

  @Test
  void directoryThatCannotBeMade() throws Exception {
    Path file = Files.writeString(temp.resolve("file"), "");
    String refusal = Cli.run("certs", "--out", file.resolve("certs").toString()).refusal();
    assertTrue(refusal.contains(file.toString()), refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ca", "server", "Alice", "a/b", "..", "a b", "-a", ""})
  void clientNameThatIsNone(String name) {
    assertTrue(certs("--client=" + name).wrongUsage().startsWith("--client must"));
    assertFalse(Files.exists(folder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "http://x", "*", "1.2.3.4.5/6"})
  void hostThatIsNone(String host) {
    assertTrue(certs("--host=" + host).wrongUsage().startsWith("--host must"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "3651", "ten"})
  void daysThatAreNone(String days) {
    assertTrue(certs("--days=" + days).wrongUsage().contains("--days"));
  }

  private Cli.Outcome certs(String... options) {
    return Cli.run(
        Stream.concat(Stream.of("certs", "--out", folder.toString()), Stream.of(options))
            .toArray(String[]::new));
  }

  private Set<String> files() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  private X509Certificate read(String name) throws Exception {
    try (InputStream in = Files.newInputStream(folder.resolve(name + ".pem"))) {
      return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
    }
  }

  private static Set<String> names(X509Certificate certificate) throws Exception {
    return certificate.getSubjectAlternativeNames().stream()
        .map(name -> (String) name.get(1))
        .collect(Collectors.toSet());
  }

  private static String permissions(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
