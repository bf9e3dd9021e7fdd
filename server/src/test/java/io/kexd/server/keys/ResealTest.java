package io.kexd.server.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.crypto.tink.InsecureSecretKeyAccess;
import com.google.crypto.tink.KeysetHandle;
import com.google.crypto.tink.TinkJsonProtoKeysetFormat;
import com.google.crypto.tink.aead.AeadConfig2026;
import com.google.crypto.tink.aead.PredefinedAeadParameters;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.store.JdbcSigningKeyStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keyset gets a new primary key while a server runs; then the old one goes. */
class ResealTest {
  private static final Signer ED25519 = Signer.of("ed25519");

  /** The keysets of two servers. */
  private static final String HERE = "keyset.json";

  private static final String THERE = "there.json";

  /** More than are sealed anew at once. */
  private static final int KEYS = 120;

  @TempDir private Path folder;
  private final BlockingQueue<Integer> resealed = new LinkedBlockingQueue<>();
  private final Map<String, byte[]> made = new HashMap<>();

  @Test
  void whatAnOldKeySealedIsSealedAnew() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    write(HERE, first);
    KeysetHandle both = withNewPrimary(KeysetHandle.newBuilder(first));
    try (SigningKeys keys = open()) {
      for (int i = 0; i < KEYS; i++) {
        add(keys, "key-" + i);
      }
      write(HERE, both);
      assertEquals(KEYS, resealed.poll(60, TimeUnit.SECONDS));
      assertOpen(keys);
      add(keys, "later");
    }
    write(HERE, withoutFirst(both));
    try (SigningKeys keys = open()) {
      assertEquals(0, keys.damaged());
      assertOpen(keys);
    }
    write(HERE, first);
    assertThrows(SigningKeys.WrongKeyset.class, () -> open().close());
    assertTrue(resealed.isEmpty(), "nothing is sealed twice");
  }

  /** A server that still had the old primary key changed a key after another sealed it anew. */
  @Test
  void whatALaggardSealedIsSealedAnewToo() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    KeysetHandle promoted = withNewPrimary(KeysetHandle.newBuilder(first));
    KeysetHandle.Builder added = KeysetHandle.newBuilder(promoted);
    added.getAt(0).makePrimary();
    KeysetHandle both = added.build();
    write(HERE, both);
    write(THERE, both);
    try (SigningKeys here = open(HERE);
        SigningKeys there = open(THERE)) {
      add(here, "key");
      await(() -> there.find(Caller.ANONYMOUS, "key").isPresent());
      write(HERE, promoted);
      assertEquals(1, resealed.poll(60, TimeUnit.SECONDS));
      assertEquals(KeyState.DISABLED, become(there, "key", key -> key.in(KeyState.DISABLED)));
      write(THERE, promoted);
      assertEquals(1, resealed.poll(20, TimeUnit.SECONDS));
    }
    write(HERE, withoutFirst(promoted));
    try (SigningKeys keys = open()) {
      assertEquals(0, keys.damaged());
      assertOpen(keys);
    }
  }

  /** The old key can leave although there was nothing to seal anew. */
  @Test
  void withoutKeysTheCheckIsSealedAnew() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    KeysetHandle both = withNewPrimary(KeysetHandle.newBuilder(first));
    write(HERE, first);
    try (SigningKeys keys = open();
        SigningKeyStore store = store()) {
      add(keys, "gone");
      assertEquals(
          KeyState.DESTROYED,
          become(keys, "gone", key -> key.in(KeyState.DESTROYED).having(List.of())));
      byte[] old = store.keysetCheck().orElseThrow();
      write(HERE, both);
      await(() -> !Arrays.equals(old, store.keysetCheck().orElseThrow()));
    }
    write(HERE, withoutFirst(both));
    try (SigningKeys keys = open()) {
      assertEquals(0, keys.damaged());
    }
  }

  private static KeyState become(SigningKeys keys, String name, UnaryOperator<SigningKey> change) {
    return keys.change(Caller.ANONYMOUS, name, (key, held) -> key.map(change)).join().state();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "it does not happen");
      LockSupport.parkNanos(20_000_000);
    }
  }

  private static KeysetHandle withoutFirst(KeysetHandle keyset) throws Exception {
    return KeysetHandle.newBuilder(keyset).deleteAt(0).build();
  }

  private void assertOpen(SigningKeys keys) {
    made.forEach(
        (name, publicKey) -> {
          SigningKey key = keys.find(Caller.ANONYMOUS, name).orElseThrow();
          assertArrayEquals(
              publicKey, keys.pair(key, key.versions().get(0)).orElseThrow().publicKey());
        });
  }

  private static KeysetHandle withNewPrimary(KeysetHandle.Builder keyset) throws Exception {
    return keyset
        .setConfiguration(AeadConfig2026.get())
        .addEntry(
            KeysetHandle.generateEntryFromParameters(PredefinedAeadParameters.AES256_GCM)
                .withRandomId()
                .makePrimary())
        .build();
  }

  private void write(String name, KeysetHandle keyset) throws Exception {
    Path file = folder.resolve(name);
    String json =
        TinkJsonProtoKeysetFormat.serializeKeyset(
            keyset, AeadConfig2026.get(), InsecureSecretKeyAccess.get());
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, json);
  }

  private SigningKeyStore store() throws Exception {
    return JdbcSigningKeyStore.sqlite(folder.resolve("kexd.db"));
  }

  private SigningKeys open() throws Exception {
    return open(HERE);
  }

  private SigningKeys open(String keyset) throws Exception {
    return SigningKeys.open(
        store(),
        KeySeals.under(new Sealing(folder.resolve(keyset), problem -> {})),
        new SigningKeys.Config(Duration.ofMillis(50), Duration.ofMinutes(5)),
        new SigningKeys.Events() {
          @Override
          public void damaged(SigningKey.Id key) {}

          @Override
          public void unavailable(RuntimeException why) {
            throw new AssertionError(why);
          }

          @Override
          public void available() {}

          @Override
          public void resealed(int count) {
            assertTrue(resealed.add(count));
          }
        });
  }

  private void add(SigningKeys keys, String name) {
    SigningKey.Id id = SigningKey.Id.of(Caller.ANONYMOUS, name);
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (KeyPair pair = ED25519.generate(new SecureRandom())) {
      made.put(name, pair.publicKey());
      assertEquals(
          name,
          keys.change(
                  Caller.ANONYMOUS,
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
              .name());
    }
  }
}
