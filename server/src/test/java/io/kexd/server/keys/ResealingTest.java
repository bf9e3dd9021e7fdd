package io.kexd.server.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Everything is sealed anew at once, with no server. */
class ResealingTest {
  private static final int KEYS = 5;

  @TempDir private Path folder;

  @Test
  void nothingIsLeftUnderTheOldKey() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    KeySeals old = seals(first);
    KeysetHandle both = withNewPrimary(KeysetHandle.newBuilder(first));
    KeySeals now = seals(both);
    KeySeals fresh = seals(KeysetHandle.newBuilder(both).deleteAt(0).build());
    try (SigningKeyStore store = JdbcSigningKeyStore.memory()) {
      store.setKeysetCheck(Optional.empty(), old.check());
      for (int i = 0; i < KEYS; i++) {
        put(store, old, "key-" + i);
      }
      put(store, now, "newer");
      // Its row is under the new key, its private key under the old one.
      put(store, old, "half");
      store.change(
          id("half"),
          present -> present.key().map(stored -> now.stored(stored.key().in(KeyState.DISABLED))));
      assertEquals(KEYS + 1, Inventory.of(store, fresh).damaged().size());

      Resealing.Outcome outcome = Resealing.of(store, now, done -> {});
      assertEquals(KEYS + 1, outcome.sealed());
      assertEquals(0, outcome.left());
      assertEquals(Integer.toUnsignedLong(both.getAt(1).getId()), outcome.primary());
      Inventory after = Inventory.of(store, fresh);
      assertEquals(KEYS + 2, after.intact().size());
      assertEquals(List.of(), after.damaged());
      assertTrue(fresh.isRight(store.keysetCheck()));
      assertEquals(0, Resealing.of(store, now, done -> {}).sealed(), "nothing is sealed twice");
    }
  }

  /** A key that the keyset cannot open stays as it is, and the others are sealed anew. */
  @Test
  void whatIsDamagedIsLeftAlone() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    KeySeals old = seals(first);
    KeySeals now = seals(withNewPrimary(KeysetHandle.newBuilder(first)));
    try (SigningKeyStore store = JdbcSigningKeyStore.memory()) {
      put(store, old, "good");
      put(store, seals(withNewPrimary(KeysetHandle.newBuilder())), "foreign");
      Resealing.Outcome outcome = Resealing.of(store, now, done -> {});
      assertEquals(1, outcome.sealed());
      assertEquals(0, outcome.left());
      assertEquals(List.of(id("foreign")), Inventory.of(store, now).damaged());
    }
  }

  /** Another server takes the old key again, as long as it has an older file. */
  @Test
  void whatALaggardSealsAgainIsTold() throws Exception {
    KeysetHandle first = withNewPrimary(KeysetHandle.newBuilder());
    KeySeals old = seals(first);
    KeySeals now = seals(withNewPrimary(KeysetHandle.newBuilder(first)));
    try (SigningKeyStore store = new Laggard(JdbcSigningKeyStore.memory(), old)) {
      put(store, old, "contested");
      assertEquals(1, Resealing.of(store, now, done -> {}).left());
    }
  }

  private static SigningKey.Id id(String name) {
    return SigningKey.Id.of(Caller.ANONYMOUS, name);
  }

  private static void put(SigningKeyStore store, KeySeals seals, String name) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    try (KeyPair pair = Signer.of("ed25519").generate(new SecureRandom())) {
      SigningKey.Version open =
          new SigningKey.Version(1, pair.publicKey(), new byte[0], KeyState.ENABLED, now);
      SigningKey key =
          new SigningKey(
              id(name),
              "ed25519",
              SigningKey.Purpose.SIGN_DATA,
              now,
              1,
              1,
              KeyState.ENABLED,
              List.of(seals.seal(id(name), "ed25519", open, pair)));
      store.change(id(name), present -> Optional.of(seals.stored(key)));
    }
  }

  private KeySeals seals(KeysetHandle keyset) throws Exception {
    Path file = Files.createTempFile(folder, "keyset", ".json");
    Files.writeString(
        file,
        TinkJsonProtoKeysetFormat.serializeKeyset(
            keyset, AeadConfig2026.get(), InsecureSecretKeyAccess.get()));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    return KeySeals.under(new Sealing(file, problem -> {}));
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
}
