package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A keyset that a key management service encrypted. */
class EncryptedKeysetTest {
  private static final byte[] SECRET = "a private key".getBytes(UTF_8);
  private static final byte[] PLACE = "its place".getBytes(UTF_8);

  @TempDir private Path folder;
  private final List<String> trouble = new CopyOnWriteArrayList<>();
  private Path file = Path.of("");
  private String uri = "";

  @BeforeEach
  void makeKey() throws IOException {
    uri = TestKms.newKey(folder);
    file = folder.resolve("keyset.json");
  }

  @Test
  void theServiceIsAskedOnceAndNotForWhatIsSealed() throws Exception {
    Keysets.create(file, kms());
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertTrue(Files.readString(file).contains("\"encryptedKeyset\""));
    TestKms.CALLS.set(0);
    Sealing sealing = sealing();
    for (int i = 0; i < 100; i++) {
      assertArrayEquals(SECRET, sealing.open(sealing.seal(SECRET, PLACE), PLACE));
    }
    assertEquals(1, TestKms.CALLS.get());
  }

  @Test
  void aFileThatIsReplacedIsDecryptedByOneMoreCall() throws Exception {
    Keysets.create(file, kms());
    Sealing sealing = sealing();
    byte[] old = sealing.seal(SECRET, PLACE);
    TestKms.CALLS.set(0);
    Keysets.create(file, kms());
    await(() -> opensNoMore(sealing, old));
    byte[] fresh = sealing.seal(SECRET, PLACE);
    assertArrayEquals(SECRET, sealing().open(fresh, PLACE));
    assertEquals(List.of(), trouble);
    assertEquals(1 + 1 + 1, TestKms.CALLS.get(), "made, read again, opened by the test");
  }

  @Test
  void withoutTheServiceWhatWasReadStaysInUse() throws Exception {
    Keysets.create(file, kms());
    Sealing sealing = sealing();
    byte[] sealed = sealing.seal(SECRET, PLACE);
    Keysets.create(file, kms());
    Path key = TestKms.file(uri);
    Path away = folder.resolve("away");
    Files.move(key, away);
    TestKms.TIMES.clear();
    await(() -> !opensNoMore(sealing, sealed) && TestKms.TIMES.size() > 1);
    long pause = TestKms.TIMES.get(1) - TestKms.TIMES.get(0);
    assertTrue(pause >= TimeUnit.SECONDS.toNanos(5), "it is left alone for a while");
    Files.move(away, key);
    await(() -> opensNoMore(sealing, sealed));
    assertEquals(
        List.of(
            file
                + ": the key management service (kmsUri) does not decrypt it: ConnectException:"
                + " test-kms is away; the keys that were read before stay in use"),
        trouble);
  }

  private static boolean opensNoMore(Sealing sealing, byte[] sealed) {
    assertEquals(SECRET.length + 33, sealing.seal(SECRET, PLACE).length);
    try {
      assertArrayEquals(SECRET, sealing.open(sealed, PLACE));
      return false;
    } catch (java.security.GeneralSecurityException e) {
      return true;
    }
  }

  @Test
  void whatDoesNotGoTogetherIsSaid() throws Exception {
    Keysets.create(file, kms());
    assertUnusable(Optional.empty(), "is encrypted by a key management service: set kmsUri");
    String other = TestKms.newKey(folder);
    String refused = "the key management service (kmsUri) does not decrypt it: ";
    assertUnusable(Optional.of(new KmsKey(other, Optional.empty())), refused);
    assertUnusable(
        Optional.of(new KmsKey("no-kms://key", Optional.empty())),
        refused + "there is no client for this URI: put Tink's");
    assertUnusable(
        Optional.of(new KmsKey(uri, Optional.of(folder.resolve("none")))),
        refused + "NoSuchFileException: ");
    Keysets.create(file);
    assertUnusable(Optional.of(kms()), "is in clear, but kmsUri is set: encrypt it");
    Files.writeString(file, "{}");
    assertUnusable(Optional.of(kms()), refused);
  }

  private void assertUnusable(Optional<KmsKey> kms, String problem) {
    Sealing.Unusable e =
        assertThrows(Sealing.Unusable.class, () -> new Sealing(file, kms, trouble::add));
    String line = String.valueOf(e.getMessage());
    assertTrue(line.startsWith(file + ": " + problem), line);
    assertEquals(1, line.lines().count(), line);
  }

  /** One that is not on the class path and, as Tink's own for Google, no registered service. */
  @Test
  void aClientLiesInAFolderOfJars() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    jar(jars.resolve("client.jar"));
    KmsKey kms = new KmsKey("gcp-kms://key", Optional.of(jars));
    Keysets.create(file, kms);
    Sealing sealing = new Sealing(file, Optional.of(kms), trouble::add);
    assertArrayEquals(SECRET, sealing.open(sealing.seal(SECRET, PLACE), PLACE));
    assertUnusable(
        Optional.of(new KmsKey("gcp-kms://key", Optional.empty())),
        "the key management service (kmsUri) does not decrypt it: there is no client for this URI");
  }

  private void jar(Path jar) throws IOException {
    String source =
        """
        package com.google.crypto.tink.integration.gcpkms;
        public final class GcpKmsClient implements com.google.crypto.tink.KmsClient {
          public boolean doesSupport(String uri) { return uri.startsWith("gcp-kms://"); }
          public GcpKmsClient withCredentials(String path) { return this; }
          public GcpKmsClient withDefaultCredentials() { return this; }
          public com.google.crypto.tink.Aead getAead(String uri) {
            return new com.google.crypto.tink.Aead() {
              public byte[] encrypt(byte[] plain, byte[] with) {
                byte[] out = plain.clone();
                for (int i = 0; i < out.length; i++) out[i] ^= 85;
                return out;
              }
              public byte[] decrypt(byte[] sealed, byte[] with) { return encrypt(sealed, with); }
            };
          }
        }
        """;
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    Path classes = Files.createDirectory(folder.resolve("classes"));
    assertTrue(
        compiler
            .getTask(
                null,
                null,
                null,
                List.of("-d", classes.toString(), "-cp", System.getProperty("java.class.path")),
                null,
                List.of(
                    new SimpleJavaFileObject(
                        URI.create("string:///GcpKmsClient.java"), JavaFileObject.Kind.SOURCE) {
                      @Override
                      public CharSequence getCharContent(boolean ignored) {
                        return source;
                      }
                    }))
            .call());
    try (OutputStream out = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String name : List.of("GcpKmsClient.class", "GcpKmsClient$1.class")) {
        String path = "com/google/crypto/tink/integration/gcpkms/" + name;
        zip.putNextEntry(new ZipEntry(path));
        zip.write(Files.readAllBytes(classes.resolve(path)));
      }
    }
  }

  private KmsKey kms() {
    return new KmsKey(uri, Optional.empty());
  }

  private Sealing sealing() throws Sealing.Unusable {
    return new Sealing(file, Optional.of(kms()), trouble::add);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "it does not happen");
      LockSupport.parkNanos(20_000_000);
    }
  }
}
