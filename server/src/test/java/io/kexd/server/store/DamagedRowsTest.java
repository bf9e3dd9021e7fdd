package io.kexd.server.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.DamagedKey;
import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.Keysets;
import io.kexd.server.keys.Sealing;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeyStore;
import io.kexd.server.keys.SigningKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody else changed in the database is refused, key by key, and never used. */
class DamagedRowsTest {
  private static final Caller ALICE = Caller.dns("alice.example");
  private static final Signer ED25519 = Signer.of("ed25519");

  /** Those of a key and of a version, and how each is damaged. */
  private static final List<String> COLUMNS =
      List.of(
          "signing_key.owner text",
          "signing_key.name text",
          "signing_key.algorithm text",
          "signing_key.purpose text",
          "signing_key.created_at number",
          "signing_key.primary_version number",
          "signing_key.minimal_version number",
          "signing_key.state text",
          "signing_key.destroy_at null",
          "signing_key.seal bytes",
          "signing_key_version.owner text",
          "signing_key_version.name text",
          "signing_key_version.version number",
          "signing_key_version.state text",
          "signing_key_version.destroy_at null",
          "signing_key_version.created_at number",
          "signing_key_version.public_key bytes",
          "signing_key_version.sealed_key bytes");

  @TempDir private Path folder;
  private final SecureRandom random = new SecureRandom();
  private final List<SigningKey.Id> damaged = new ArrayList<>();

  @BeforeEach
  void makeKeyset() throws Exception {
    Keysets.create(folder.resolve("keyset.json"));
  }

  /** How a test gets at a database. */
  private interface Opening {
    SigningKeyStore open() throws CannotOpenStore;
  }

  @Test
  void inSqlite() throws Exception {
    Path file = folder.resolve("kexd.db");
    everyColumn(() -> JdbcSigningKeyStore.sqlite(file), Jdbi.create("jdbc:sqlite:" + file));
  }

  @Test
  void inPostgres() throws Exception {
    try (Postgres postgres = Postgres.start()) {
      String url = postgres.newDatabase();
      everyColumn(() -> JdbcSigningKeyStore.postgres(url, Optional.empty()), Jdbi.create(url));
    }
  }

  private void everyColumn(Opening opening, Jdbi database) throws Exception {
    byte[] good;
    try (SigningKeys keys = open(opening)) {
      add(keys, "bad");
      good = add(keys, "good");
    }
    for (String column : COLUMNS) {
      try (Handle handle = database.open()) {
        List<Runnable> undo = damage(handle, column);
        damaged.clear();
        try (SigningKeys keys = open(opening)) {
          assertTrue(isRefused(keys, "bad"), column);
          assertEquals(1, keys.damaged(), column);
          assertEquals(1, damaged.size(), column);
          SigningKey other = keys.find(ALICE, "good").orElseThrow();
          assertArrayEquals(
              good, keys.pair(other, other.versions().get(0)).orElseThrow().publicKey(), column);
        }
        undo.forEach(Runnable::run);
      }
    }
    try (SigningKeys keys = open(opening)) {
      assertEquals(0, keys.damaged());
      SigningKey mended = keys.find(ALICE, "bad").orElseThrow();
      assertEquals(
          32, keys.pair(mended, mended.versions().get(0)).orElseThrow().publicKey().length);
    }
  }

  /** Longer than what a seal is made of can hold. */
  @Test
  void anOverlongTextDamagesItsKeyAlone() throws Exception {
    Path file = folder.resolve("kexd.db");
    Opening opening = () -> JdbcSigningKeyStore.sqlite(file);
    try (SigningKeys keys = open(opening)) {
      add(keys, "bad");
      add(keys, "good");
    }
    Jdbi.create("jdbc:sqlite:" + file)
        .useHandle(
            handle ->
                handle.execute(
                    "UPDATE signing_key SET algorithm = ? WHERE name = 'bad'", "a".repeat(70_000)));
    try (SigningKeys keys = open(opening)) {
      assertTrue(isRefused(keys, "bad"));
      assertEquals(1, keys.damaged());
      assertTrue(keys.find(ALICE, "good").isPresent());
    }
  }

  /** Another name or owner in the key's own row makes it another key, which is damaged. */
  private static boolean isRefused(SigningKeys keys, String name) {
    try {
      return keys.find(ALICE, name).isEmpty();
    } catch (DamagedKey e) {
      return true;
    }
  }

  private List<Runnable> damage(Handle handle, String what) {
    String table = what.substring(0, what.indexOf('.'));
    String column = what.substring(what.indexOf('.') + 1, what.indexOf(' '));
    String select = "SELECT " + column + " FROM " + table + " WHERE name = 'bad'";
    @Nullable Object was = handle.createQuery(select).mapToMap().one().get(column);
    Object is = flipped(what.substring(what.indexOf(' ') + 1), was);
    String update = "UPDATE " + table + " SET " + column + " = ? WHERE name = ?";
    assertEquals(1, handle.execute(update, is, "bad"), what);
    String name = column.equals("name") ? String.valueOf(is) : "bad";
    return List.of(() -> assertEquals(1, handle.execute(update, was, name), what));
  }

  /** One bit of it is another. */
  private Object flipped(String type, @Nullable Object was) {
    return switch (type) {
      case "text" -> {
        char[] letters = String.valueOf(was).toCharArray();
        int at = random.nextInt(letters.length);
        letters[at] = (char) (letters[at] ^ 1);
        yield new String(letters);
      }
      case "number" -> ((Number) Objects.requireNonNull(was)).longValue() ^ 1;
      case "bytes" -> {
        byte[] bytes = ((byte[]) Objects.requireNonNull(was)).clone();
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        yield bytes;
      }
      default -> 1L;
    };
  }

  @Test
  void aWrongKeysetIsTold() throws Exception {
    Opening opening = () -> JdbcSigningKeyStore.sqlite(folder.resolve("kexd.db"));
    try (SigningKeys keys = open(opening)) {
      add(keys, "bad");
      add(keys, "gone");
      assertTrue(
          keys.change(
                  ALICE,
                  "gone",
                  (key, held) -> key.map(k -> k.in(KeyState.DESTROYED).having(List.of())))
              .join()
              .isDestroyed());
    }
    Keysets.create(folder.resolve("keyset.json"));
    for (int start = 0; start < 2; start++) {
      assertThrows(SigningKeys.WrongKeyset.class, () -> open(opening).close());
    }
    assertTrue(damaged.isEmpty(), "it says one thing");
  }

  /** A check that is damaged itself is no reason to refuse what the keyset opens. */
  @Test
  void aDamagedCheckIsMadeAnew() throws Exception {
    Path file = folder.resolve("kexd.db");
    Opening opening = () -> JdbcSigningKeyStore.sqlite(file);
    try (SigningKeys keys = open(opening)) {
      add(keys, "good");
    }
    Jdbi.create("jdbc:sqlite:" + file)
        .useHandle(handle -> handle.execute("UPDATE signing_store SET keyset_check = x'00'"));
    for (int start = 0; start < 2; start++) {
      try (SigningKeys keys = open(opening)) {
        assertTrue(keys.find(ALICE, "good").isPresent());
      }
    }
  }

  private SigningKeys open(Opening opening) throws Exception {
    return SigningKeys.open(
        opening.open(),
        KeySeals.under(
            new Sealing(
                folder.resolve("keyset.json"),
                problem -> {
                  throw new AssertionError(problem);
                })),
        new SigningKeys.Config(Duration.ofSeconds(1), Duration.ofMinutes(5)),
        new SigningKeys.Events() {
          @Override
          public void damaged(SigningKey.Id key) {
            damaged.add(key);
          }

          @Override
          public void unavailable(RuntimeException why) {
            throw new AssertionError(why);
          }

          @Override
          public void available() {}

          @Override
          public void resealed(int count) {}
        });
  }

  private byte[] add(SigningKeys keys, String name) {
    SigningKey.Id id = SigningKey.Id.of(ALICE, name);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (KeyPair pair = ED25519.generate(random)) {
      return keys.change(
              ALICE,
              name,
              (key, held) ->
                  Optional.of(
                      new SigningKey(
                          id,
                          "ed25519",
                          SigningKey.Purpose.SIGN_DATA,
                          now,
                          1,
                          1,
                          KeyState.ENABLED,
                          List.of(keys.seal(id, "ed25519", 1, pair, now)))))
          .join()
          .versions()
          .get(0)
          .publicKey();
    }
  }
}
