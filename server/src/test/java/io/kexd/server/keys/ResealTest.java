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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keyset gets a new primary key while a server runs; then the old one goes. */
class ResealTest {
  private static final Signer ED25519 = Signer.of("ed25519");

  /** More than are sealed anew at once. */
  private static final int KEYS = 120;

  @TempDir private Path folder;
  private final BlockingQueue<Integer> resealed = new LinkedBlockingQueue<>();
  private final Map<String, byte[]> made = new HashMap<>();

  @Test
  void whatAnOldKeySealedIsSealedAnew() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    write(first);
    KeysetHandle both = withNewPrimary(KeysetHandle.newBuilder(first));
    try (SigningKeys keys = open()) {
      for (int i = 0; i < KEYS; i++) {
        add(keys, "key-" + i);
      }
      write(both);
      assertEquals(KEYS, resealed.poll(60, TimeUnit.SECONDS));
      assertOpen(keys);
      add(keys, "later");
    }
    write(KeysetHandle.newBuilder(both).deleteAt(0).build());
    try (SigningKeys keys = open()) {
      assertEquals(0, keys.damaged());
      assertOpen(keys);
    }
    write(first);
    assertThrows(SigningKeys.WrongKeyset.class, () -> open().close());
    assertTrue(resealed.isEmpty(), "nothing is sealed twice");
  }

  private void assertOpen(SigningKeys keys) {
    made.forEach(
        (name, publicKey) -> {
          SigningKey key = keys.find(Caller.ANONYMOUS, name).orElseThrow();
          assertArrayEquals(publicKey, keys.pair(key, key.versions().get(0)).publicKey());
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

  private void write(KeysetHandle keyset) throws Exception {
    Path file = folder.resolve("keyset.json");
    String json =
        TinkJsonProtoKeysetFormat.serializeKeyset(
            keyset, AeadConfig2026.get(), InsecureSecretKeyAccess.get());
    Files.deleteIfExists(file);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, json);
  }

  private SigningKeys open() throws Exception {
    return SigningKeys.open(
        JdbcSigningKeyStore.sqlite(folder.resolve("kexd.db")),
        KeySeals.under(new Sealing(folder.resolve("keyset.json"), problem -> {})),
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
