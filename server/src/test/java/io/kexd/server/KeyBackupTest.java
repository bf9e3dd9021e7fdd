package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Inventory;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.Keysets;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.store.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of signing keys: whole or refused, and into either kind of store. */
class KeyBackupTest {
  @TempDir private Path folder;
  private Path file = Path.of("");
  private final Map<String, byte[]> made = new HashMap<>();

  @BeforeEach
  void name() {
    file = folder.resolve("keys.db");
  }

  @Test
  void aBackupIsRestoredAsItWas() throws Exception {
    KeyStorage storage = storage("here");
    try (SigningKeys keys = storage.open()) {
      add(keys, "one");
      add(keys, "one");
      add(keys, "off");
      add(keys, "gone");
      assertEquals(KeyState.DISABLED, become(keys, "off", key -> key.in(KeyState.DISABLED)));
      assertEquals(
          KeyState.DESTROYED,
          become(keys, "gone", key -> key.in(KeyState.DESTROYED).having(List.of())));
      Inventory backup = KeyBackup.write(storage, file);
      assertEquals(3, backup.intact().size());
      add(keys, "later");
    }
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    assertEquals(List.of("here", "keys.db"), names());
    byte[] bytes = Files.readAllBytes(file);

    KeyStorage there = withKeysetOf("here", "there");
    assertEquals(3, KeyBackup.restore(there, file, false).intact().size());
    assertArrayEquals(bytes, Files.readAllBytes(file), "a restore only reads it");
    try (SigningKeys keys = there.open()) {
      assertOpen(keys, "one", 2);
      assertOpen(keys, "off", 1);
      assertEquals(KeyState.DISABLED, find(keys, "off").state());
      assertTrue(keys.find(Caller.ANONYMOUS, "later").isEmpty());
      assertEquals(0, keys.damaged());
    }
  }

  /** A server that runs sees what is restored, as it sees what other servers write. */
  @Test
  void keysMoveFromSqliteToPostgresAndBack() throws Exception {
    try (SigningKeys keys = storage("here").open()) {
      add(keys, "one");
      add(keys, "two");
    }
    KeyBackup.write(storage("here"), file);
    try (Postgres postgres = Postgres.start()) {
      KeyStorage there = postgres(postgres.newDatabase());
      try (SigningKeys keys = there.open()) {
        assertEquals(2, KeyBackup.restore(there, file, false).intact().size());
        Waiting.until(() -> keys.find(Caller.ANONYMOUS, "two").isPresent());
        assertOpen(keys, "one", 1);
        add(keys, "two");
        assertRefused(
            "the store has signing keys already, which a restore would replace: name an empty one",
            () -> KeyBackup.restore(there, file, false));
        Path back = folder.resolve("back.db");
        assertEquals(2, KeyBackup.write(there, back).intact().size());
        KeyStorage again = withKeysetOf("here", "again");
        KeyBackup.restore(again, back, false);
        try (SigningKeys moved = again.open()) {
          assertOpen(moved, "two", 2);
        }
      }
    }
  }

  @Test
  void aBackupOfAStoreThatIsWrittenToIsOfOneMoment() throws Exception {
    KeyStorage storage = storage("here");
    AtomicBoolean stop = new AtomicBoolean();
    try (SigningKeys keys = storage.open()) {
      // Of each round the first key is made before the second.
      AtomicInteger rounds = new AtomicInteger();
      CompletableFuture<Void> writer =
          CompletableFuture.runAsync(
              () -> {
                while (!stop.get()) {
                  KeyWriter.add(keys, "first-" + rounds.get());
                  KeyWriter.add(keys, "second-" + rounds.get());
                  rounds.incrementAndGet();
                }
              });
      long last = 0;
      for (int i = 0; i < 6; i++) {
        Path copy = folder.resolve("copy" + i);
        long before = last;
        Waiting.until(() -> rounds.get() > before || writer.isDone());
        KeyBackup.write(storage, copy);
        KeyStorage there = withKeysetOf("here", "there" + i);
        Inventory found = KeyBackup.restore(there, copy, false);
        long first = count(found, "first");
        long second = count(found, "second");
        assertTrue(first == second || first == second + 1, first + " and " + second);
        assertTrue(first > last, "it is written to meanwhile");
        last = first;
      }
      stop.set(true);
      assertDoesNotThrow(writer::join);
    }
  }

  private static long count(Inventory keys, String prefix) {
    return keys.keys().stream().filter(key -> key.name().startsWith(prefix)).count();
  }

  @Test
  void whatIsThereIsNotReplaced() throws Exception {
    makeOne();
    Files.writeString(file, "mine");
    assertRefused(
        file + " exists already: name another file", () -> KeyBackup.write(storage("here"), file));
    assertEquals("mine", Files.readString(file));
    Files.delete(file);
    Path cutOff = Files.writeString(folder.resolve("keys.db.new"), "half");
    assertRefused(
        cutOff + " exists: another backup is being made, or was cut off; then delete it",
        () -> KeyBackup.write(storage("here"), file));
    assertEquals(List.of("here", "keys.db.new"), names());
  }

  @Test
  void withoutAStoreOrItsKeysetNothingIsMade() throws Exception {
    KeyStorage none = withKeysetOf(made("here"), "none");
    assertRefused(
        "data: there are no signing keys: no file " + folder.resolve("none/kexd.db"),
        () -> KeyBackup.write(none, file));
    KeyBackup.write(storage("here"), file);
    Path keyset = folder.resolve("empty/keyset.json");
    assertRefused(
        "signingKeys.keyset: " + keyset + ": cannot read the file",
        () -> KeyBackup.restore(storage("empty"), file, false));
    assertFalse(Files.exists(folder.resolve("empty")));
    KeyStorage memory =
        new KeyStorage(
            folder,
            KeyStorage.MEMORY,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            none.config());
    assertRefused(
        "signingKeys.store: is memory: signing keys are in their server alone",
        () -> KeyBackup.write(memory, folder.resolve("other")));
    assertRefused(
        "there is no file " + folder.resolve("other"),
        () -> KeyBackup.restore(withKeysetOf("here", "there"), folder.resolve("other"), false));
  }

  /** A server has it open, empty, and seals what comes by its own keyset. */
  @Test
  void aStoreOfAnotherKeysetIsNotFilled() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = storage("there");
    there.open().close();
    Files.delete(there.keysetFile());
    assertRefused(
        there.keysetFile()
            + " is not the keyset of the servers on this store; nothing was restored",
        () -> KeyBackup.restore(withKeysetOf("here", "there"), file, false));
  }

  @Test
  void anotherKeysetIsRefused() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = storage("there");
    Files.createDirectory(folder.resolve("there"));
    Keysets.create(folder.resolve("there/keyset.json"));
    assertRefused(
        there.keysetFile() + " is not the keyset that sealed " + file + "; nothing was restored",
        () -> KeyBackup.restore(there, file, false));
    assertFalse(Files.exists(folder.resolve("there/kexd.db")));
    Files.copy(folder.resolve("here/kexd.db"), folder.resolve("there/kexd.db"));
    assertRefused(
        "signingKeys.keyset: "
            + there.keysetFile()
            + " is not the keyset that sealed the signing keys",
        () -> KeyBackup.write(there, folder.resolve("other")));
  }

  /** Nothing of a backup that is not whole is restored, wherever it was cut. */
  @Test
  void aTruncatedFileIsRefused() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    byte[] whole = Files.readAllBytes(file);
    KeyStorage there = withKeysetOf("here", "there");
    for (int length : new int[] {0, 1, 100, 4_096, 8_192, whole.length / 2, whole.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      StartException e =
          assertThrows(StartException.class, () -> KeyBackup.restore(there, file, false));
      String line = String.valueOf(e.getMessage());
      assertTrue(line.startsWith(file + " is no whole backup of signing keys: "), line);
    }
    Files.writeString(file, "this is no database of SQLite, but it is long enough");
    assertThrows(StartException.class, () -> KeyBackup.restore(there, file, false));
    assertFalse(Files.exists(folder.resolve("there/kexd.db")));
  }

  @Test
  void aFlippedBitInARowIsRefusedByItsName() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = withKeysetOf("here", "there");
    for (String change :
        List.of(
            "signing_key SET state = 'DISABLED'",
            "signing_key SET minimal_version = minimal_version + 1",
            "signing_key SET seal = x'00' || substr(seal, 2)",
            "signing_key_version SET sealed_key = substr(sealed_key, 1, 20) || x'00'"
                + " || substr(sealed_key, 22)")) {
      Path bad = folder.resolve("bad");
      Files.copy(file, bad, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
      Jdbi.create("jdbc:sqlite:" + bad)
          .useHandle(
              handle ->
                  assertEquals(
                      1, handle.execute("UPDATE " + change + " WHERE name = 'one'"), change));
      assertRefused(
          "damaged in "
              + bad
              + ", or sealed by a key that is not in "
              + there.keysetFile()
              + ": one of ANONYMOUS:anonymous; nothing was restored",
          () -> KeyBackup.restore(there, bad, false));
    }
    assertFalse(Files.exists(folder.resolve("there/kexd.db")));
  }

  /** What is damaged in the store is told, and the others are backed up. */
  @Test
  void aDamagedKeyIsLeftOut() throws Exception {
    makeOne();
    KeyWriter.create(storage("here"), "other");
    Jdbi.create("jdbc:sqlite:" + folder.resolve("here/kexd.db"))
        .useHandle(
            handle -> handle.execute("UPDATE signing_key SET state = 'NO' WHERE name = 'one'"));
    Inventory keys = KeyBackup.write(storage("here"), file);
    assertEquals("one", keys.damaged().get(0).name());
    assertEquals(1, KeyBackup.restore(withKeysetOf("here", "there"), file, false).intact().size());
  }

  @Test
  void whatAnotherVersionMadeIsTold() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = withKeysetOf("here", "there");
    schema(file, "version = '99', description = 'of the future'");
    assertRefused(
        file + " is no whole backup of signing keys: it is of a newer kexd: take that one",
        () -> KeyBackup.restore(there, file, false));
    schema(folder.resolve("here/kexd.db"), "version = '99', description = 'of the future'");
    assertRefused(
        "data: cannot open the database of signing keys: it is of a newer kexd: take that one",
        () -> KeyBackup.write(storage("here"), folder.resolve("other")));
    Path foreign = folder.resolve("foreign");
    Jdbi.create("jdbc:sqlite:" + foreign)
        .useHandle(handle -> handle.execute("CREATE TABLE a (b TEXT)"));
    assertRefused(
        foreign + " is no whole backup of signing keys: it holds no signing keys of kexd",
        () -> KeyBackup.restore(there, foreign, false));
  }

  @Test
  void aBackupOfAnOlderVersionIsRestored() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    Jdbi.create("jdbc:sqlite:" + file)
        .useHandle(
            handle -> {
              handle.execute("DROP TABLE signing_change");
              handle.execute("DELETE FROM signing_schema WHERE version = '2'");
            });
    KeyStorage there = withKeysetOf("here", "there");
    assertEquals(1, KeyBackup.restore(there, file, false).intact().size());
    try (SigningKeys keys = there.open()) {
      assertOpen(keys, "one", 1);
    }
  }

  private static void schema(Path database, String change) {
    Jdbi.create("jdbc:sqlite:" + database)
        .useHandle(
            handle ->
                handle.execute("UPDATE signing_schema SET " + change + " WHERE version = '2'"));
  }

  /** The last changes would be in the log that lies beside it. */
  @Test
  void aDatabaseInUseIsNoBackup() throws Exception {
    try (SigningKeys keys = storage("here").open()) {
      add(keys, "one");
      Path database = folder.resolve("here/kexd.db");
      assertRefused(
          database + "-wal lies beside it: that is a database in use, make a backup of it first",
          () -> KeyBackup.restore(withKeysetOf("here", "there"), database, false));
    }
  }

  @Test
  void keysCanBeRestoredDisabled() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = withKeysetOf("here", "there");
    KeyBackup.restore(there, file, true);
    try (SigningKeys keys = there.open()) {
      assertEquals(KeyState.DISABLED, find(keys, "one").state());
      assertOpen(keys, "one", 1);
    }
  }

  /** In need it can be put in place by hand. */
  @Test
  void aBackupIsADatabase() throws Exception {
    makeOne();
    KeyBackup.write(storage("here"), file);
    KeyStorage there = withKeysetOf("here", "there");
    Files.copy(file, folder.resolve("there/kexd.db"));
    try (SigningKeys keys = there.open()) {
      assertOpen(keys, "one", 1);
    }
  }

  private void makeOne() throws StartException {
    made.put("one 1", KeyWriter.create(storage("here"), "one"));
  }

  private String made(String name) throws StartException {
    makeOne();
    return name;
  }

  private void add(SigningKeys keys, String name) {
    int number = keys.find(Caller.ANONYMOUS, name).map(key -> key.primary() + 1).orElse(1);
    made.put(name + " " + number, KeyWriter.add(keys, name));
  }

  private void assertOpen(SigningKeys keys, String name, int versions) {
    assertEquals(versions, find(keys, name).versions().size());
    for (int number = 1; number <= versions; number++) {
      assertArrayEquals(
          made.get(name + " " + number),
          KeyWriter.publicKey(keys, name, number).orElseThrow(),
          name);
    }
  }

  private static SigningKey find(SigningKeys keys, String name) {
    return keys.find(Caller.ANONYMOUS, name).orElseThrow();
  }

  private static KeyState become(SigningKeys keys, String name, UnaryOperator<SigningKey> change) {
    return keys.change(Caller.ANONYMOUS, name, (key, held) -> key.map(change)).join().state();
  }

  private KeyStorage storage(String name) {
    return KeyWriter.storage(folder.resolve(name));
  }

  private KeyStorage withKeysetOf(String name, String other) throws Exception {
    Files.createDirectories(folder.resolve(other));
    Path keyset = Path.of("keyset.json");
    if (!Files.exists(folder.resolve(other).resolve(keyset))) {
      Files.copy(folder.resolve(name).resolve(keyset), folder.resolve(other).resolve(keyset));
    }
    return storage(other);
  }

  private KeyStorage postgres(String url) {
    return new KeyStorage(
        folder,
        url,
        Optional.empty(),
        Optional.of(folder.resolve("here/keyset.json")),
        Optional.empty(),
        storage("here").config());
  }

  private List<String> names() throws Exception {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  private interface Refusal {
    Object run() throws Exception;
  }

  private static void assertRefused(String line, Refusal refused) {
    StartException e = assertThrows(StartException.class, refused::run);
    assertEquals(line, e.getMessage());
  }
}
