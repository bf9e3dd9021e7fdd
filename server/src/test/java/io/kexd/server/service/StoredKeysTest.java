package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.KeyState;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.store.MemoryKeys;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A key that changes between the call that asked for a signature and the worker that makes it. */
class StoredKeysTest {
  private static final Signer ED25519 = Signer.of("ed25519");
  private final Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);

  private final SigningKeys keys = MemoryKeys.open();
  private final StoredKeys stored = new StoredKeys(keys);
  private final SigningKey found = add();

  @AfterEach
  void stop() {
    keys.close();
  }

  private SigningKey add() {
    SigningKey.Id id = SigningKey.Id.of(Caller.ANONYMOUS, "key");
    try (KeyPair pair = ED25519.generate(new SecureRandom())) {
      Version first = keys.seal(id, "ed25519", 1, pair, now);
      SigningKey key =
          new SigningKey(
              id,
              "ed25519",
              SigningKey.Purpose.SIGN_DATA,
              now,
              1,
              1,
              KeyState.ENABLED,
              List.of(first));
      return keys.change(Caller.ANONYMOUS, "key", (none, held) -> Optional.of(key)).join();
    }
  }

  private SigningKey change(UnaryOperator<SigningKey> change) {
    return keys.change(Caller.ANONYMOUS, "key", (key, held) -> key.map(change)).join();
  }

  private KeyPair pair() {
    return stored.pair(found, found.versions().get(0));
  }

  private void assertRefused(Reason reason) {
    assertEquals(reason, assertThrows(Refusal.class, this::pair).reason());
  }

  @Test
  void aDestroyedKeyIsNotOpenedAgain() {
    KeyPair opened = pair();
    assertSame(opened, pair());
    change(key -> key.in(KeyState.DESTROYED).having(List.of()));
    assertRefused(Reason.KEY_NOT_FOUND);
    assertThrows(IllegalStateException.class, opened::privateKey);
    assertEquals(Optional.empty(), keys.pair(found, found.versions().get(0)));
  }

  @Test
  void aDestroyedVersionIsNotOpenedAgain() {
    change(key -> key.with(keys.seal(key.id(), "ed25519", 2, other(), now)));
    change(key -> key.having(List.of(key.versions().get(1))));
    assertRefused(Reason.KEY_NOT_FOUND);
    assertEquals(Optional.empty(), keys.pair(found, found.versions().get(0)));
  }

  /** A number and a name alone are not the key: a restored database may hold another. */
  @Test
  void aVersionWithAnotherPublicKeyIsAnotherOne() {
    KeyPair opened = pair();
    change(key -> key.having(List.of(keys.seal(key.id(), "ed25519", 1, other(), now))));
    assertThrows(IllegalStateException.class, opened::privateKey);
    assertEquals(Optional.empty(), keys.pair(found, found.versions().get(0)));
  }

  @Test
  void whatIsDisabledMeanwhileDoesNotSign() {
    change(key -> key.in(KeyState.DISABLED));
    assertRefused(Reason.KEY_DISABLED);
    change(key -> key.in(KeyState.ENABLED).with(1, version -> version.in(KeyState.DISABLED)));
    assertRefused(Reason.KEY_DISABLED);
  }

  private static KeyPair other() {
    return ED25519.generate(new SecureRandom());
  }
}
