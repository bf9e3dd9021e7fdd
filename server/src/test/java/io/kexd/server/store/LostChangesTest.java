package io.kexd.server.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that lost its last commit while a server had read it, as after a failover. */
class LostChangesTest {
  private static final Signer ED25519 = Signer.of("ed25519");

  @TempDir private Path folder;

  /** The lost change's revision is another's by then, or the store has gone further. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void whatWasLostIsForgotten(int further) throws Exception {
    Path file = folder.resolve("kexd.db");
    try (SigningKeys keys = open(file)) {
      add(keys, "kept");
      SigningKey lost = add(keys, "lost");
      KeyPair pair = keys.pair(lost, lost.versions().get(0)).orElseThrow();
      awaitRead(keys);
      Jdbi.create("jdbc:sqlite:" + file + "?busy_timeout=5000")
          .useTransaction(
              handle -> {
                handle.execute("DELETE FROM signing_key WHERE name = 'lost'");
                handle.execute("DELETE FROM signing_key_version WHERE name = 'lost'");
                handle.execute("UPDATE signing_change SET token = 'another' WHERE revision = 2");
                if (further > 0) {
                  handle.execute("UPDATE signing_store SET revision = revision + 1");
                  handle.execute("INSERT INTO signing_change VALUES (3, 'one more')");
                }
              });
      await(() -> keys.find(Caller.ANONYMOUS, "lost").isEmpty());
      assertThrows(IllegalStateException.class, pair::privateKey);
      assertEquals(Optional.empty(), keys.pair(lost, lost.versions().get(0)));
      assertTrue(keys.find(Caller.ANONYMOUS, "kept").isPresent());
      assertEquals(0, keys.damaged());
    }
  }

  /** Whoever made the change has not read it again. */
  @Test
  void whatWasLostIsForgottenByItsMakerToo() throws Exception {
    Path file = folder.resolve("kexd.db");
    try (SigningKeys keys = open(file, Duration.ofSeconds(1))) {
      add(keys, "kept");
      awaitRead(keys);
      add(keys, "lost");
      Jdbi.create("jdbc:sqlite:" + file + "?busy_timeout=5000")
          .useTransaction(
              handle -> {
                handle.execute("DELETE FROM signing_key WHERE name = 'lost'");
                handle.execute("DELETE FROM signing_key_version WHERE name = 'lost'");
                handle.execute("UPDATE signing_store SET revision = 1");
                handle.execute("DELETE FROM signing_change WHERE revision = 2");
              });
      await(() -> keys.find(Caller.ANONYMOUS, "lost").isEmpty());
      assertTrue(keys.find(Caller.ANONYMOUS, "kept").isPresent());
    }
  }

  /** A read that began after this did has ended. */
  private static void awaitRead(SigningKeys keys) {
    long begun = System.nanoTime();
    await(() -> keys.age() < (System.nanoTime() - begun) / 1e9);
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "it does not happen");
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static SigningKeys open(Path file) throws Exception {
    return open(file, Duration.ofMillis(50));
  }

  private static SigningKeys open(Path file, Duration refresh) throws Exception {
    return SigningKeys.open(
        JdbcSigningKeyStore.sqlite(file),
        KeySeals.inMemory(),
        new SigningKeys.Config(refresh, Duration.ofMinutes(5)),
        new MemoryKeys.Silent());
  }

  private static SigningKey add(SigningKeys keys, String name) {
    SigningKey.Id id = SigningKey.Id.of(Caller.ANONYMOUS, name);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (KeyPair pair = ED25519.generate(new SecureRandom())) {
      SigningKey key =
          new SigningKey(
              id,
              "ed25519",
              SigningKey.Purpose.SIGN_DATA,
              now,
              1,
              1,
              KeyState.ENABLED,
              List.of(keys.seal(id, "ed25519", 1, pair, now)));
      return keys.change(Caller.ANONYMOUS, name, (none, held) -> Optional.of(key)).join();
    }
  }
}
