package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Caller;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.Keysets;
import io.kexd.server.keys.KmsKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.keys.TestKms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of the embedded database: what the first start makes, what a later one refuses. */
class KeyStorageTest {
  @TempDir private Path parent;
  private Path folder = Path.of("");

  @BeforeEach
  void name() {
    folder = parent.resolve("a").resolve("kexd-data");
  }

  @Test
  void theFirstStartMakesWhatOnlyItsOwnerCanRead() throws Exception {
    open(storage()).close();
    assertEquals("rwx------", permissions(folder));
    assertEquals("rw-------", permissions(folder.resolve("keyset.json")));
    byte[] keyset = Files.readAllBytes(folder.resolve("keyset.json"));
    open(storage()).close();
    assertArrayEquals(keyset, Files.readAllBytes(folder.resolve("keyset.json")));
  }

  @Test
  void keysOutliveTheServer() throws Exception {
    byte[] made = KeyWriter.create(storage(), "kept");
    try (SigningKeys keys = open(storage())) {
      assertArrayEquals(made, KeyWriter.publicKey(keys, "kept", 1).orElseThrow());
    }
  }

  /** The first start makes the keyset encrypted, and a later one opens it by the same key only. */
  @Test
  void aKeysetIsEncryptedByAService() throws Exception {
    String uri = TestKms.newKey(parent);
    byte[] made = KeyWriter.create(under(uri), "kept");
    assertTrue(Files.readString(folder.resolve("keyset.json")).contains("encryptedKeyset"));
    try (SigningKeys keys = open(under(uri))) {
      assertArrayEquals(made, KeyWriter.publicKey(keys, "kept", 1).orElseThrow());
    }
    assertStopsWith(
        storage(), "signingKeys.keyset: " + folder.resolve("keyset.json") + ": is encrypted by");
  }

  private KeyStorage under(String uri) {
    return new KeyStorage(
        folder,
        KeyStorage.EMBEDDED,
        Optional.empty(),
        Optional.empty(),
        Optional.of(new KmsKey(uri, Optional.empty())),
        storage().config());
  }

  @Test
  void anotherKeysetStopsTheStart() throws Exception {
    assertEquals(32, KeyWriter.create(storage(), "kept").length);
    Path file = folder.resolve("keyset.json");
    byte[] right = Files.readAllBytes(file);
    Keysets.create(file);
    assertStops("signingKeys.keyset: " + file + " is not the keyset that sealed the signing keys");
    Files.writeString(file, "{}");
    assertStops(
        "signingKeys.keyset: "
            + file
            + ": is no Tink keyset of AEAD keys in JSON and in clear; make one with tinkey");
    Files.delete(file);
    assertStops(
        "signingKeys.keyset: "
            + file
            + " is missing, and nothing else opens the signing keys: put its backup back");
    Files.write(file, right);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    try (SigningKeys keys = open(storage())) {
      assertEquals(0, keys.damaged());
    }
  }

  /** Where nothing was sealed yet nothing is lost. */
  @Test
  void aLostKeysetOfAnEmptyDatabaseIsMadeAnew() throws Exception {
    open(storage()).close();
    Files.delete(folder.resolve("keyset.json"));
    assertEquals(32, KeyWriter.create(storage(), "first").length);
    open(storage()).close();
  }

  @Test
  void aLostKeysetOfDestroyedKeysIsMadeAnew() throws Exception {
    assertEquals(32, KeyWriter.create(storage(), "gone").length);
    try (SigningKeys keys = open(storage())) {
      assertTrue(
          keys.change(
                  Caller.ANONYMOUS,
                  "gone",
                  (key, held) -> key.map(k -> k.in(KeyState.DESTROYED).having(List.of())))
              .join()
              .isDestroyed());
    }
    Files.delete(folder.resolve("keyset.json"));
    open(storage()).close();
    open(storage()).close();
  }

  @Test
  void aStoreThatDoesNotAnswerIsNamed() throws Exception {
    open(storage()).close();
    Jdbi.create("jdbc:sqlite:" + folder.resolve("kexd.db"))
        .useHandle(handle -> handle.execute("DROP TABLE signing_store"));
    assertStopsWith(storage(), "signingKeys.store: does not answer: ");
    Files.delete(folder.resolve("keyset.json"));
    assertStopsWith(storage(), "signingKeys.store: does not answer: ");
  }

  @Test
  void aUrlThatLeadsNowhereIsNamed() {
    String problem = "signingKeys.store: cannot open the database of signing keys: ";
    assertStopsWith(at("jdbc:none://kexd:secret@db"), problem + "SQLException: ");
    assertStopsWith(
        at("jdbc:postgresql://127.0.0.1:1/kexd?user=kexd&password=secret"),
        problem + "ConnectException: ");
  }

  private KeyStorage at(String url) {
    return new KeyStorage(
        folder, url, Optional.empty(), Optional.empty(), Optional.empty(), storage().config());
  }

  private static void assertStopsWith(KeyStorage storage, String begin) {
    StartException e = assertThrows(StartException.class, () -> storage.open().close());
    String line = String.valueOf(e.getMessage());
    assertTrue(line.startsWith(begin), line);
    assertFalse(line.contains("secret"), line);
  }

  @Test
  void aFolderThatCannotBeMadeIsNamed() throws Exception {
    Files.writeString(parent.resolve("a"), "a file");
    StartException e = assertThrows(StartException.class, () -> storage().open());
    assertEquals(
        "data: cannot make the folder "
            + folder
            + " for signing keys; name another one, or set signingKeys.store to memory",
        e.getMessage());
  }

  @Test
  void aDatabaseThatIsNoneIsNamed() throws Exception {
    Files.createDirectories(folder);
    Files.writeString(folder.resolve("kexd.db"), "this is no database of SQLite, but long enough");
    StartException e = assertThrows(StartException.class, () -> storage().open());
    assertEquals(
        "data: cannot open the database of signing keys: SQLiteException: [SQLITE_NOTADB] File"
            + " opened that is not a database file (file is not a database)",
        e.getMessage());
  }

  private void assertStops(String line) {
    StartException e = assertThrows(StartException.class, () -> storage().open());
    assertEquals(line, e.getMessage());
  }

  private KeyStorage storage() {
    return KeyWriter.storage(folder);
  }

  private static SigningKeys open(KeyStorage storage) throws StartException {
    return storage.open();
  }

  private static String permissions(Path file) throws Exception {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
