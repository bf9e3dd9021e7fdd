package io.kexd.server.store;

import io.kexd.server.keys.KeySeals;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import java.time.Duration;

/** Signing keys that nothing outlives. */
public final class MemoryKeys {
  private MemoryKeys() {}

  /** None yet. */
  public static SigningKeys open() {
    try {
      return SigningKeys.open(
          JdbcSigningKeyStore.memory(),
          KeySeals.inMemory(),
          new SigningKeys.Config(Duration.ofSeconds(1), Duration.ofMinutes(5)),
          new Silent());
    } catch (CannotOpenStore | SigningKeys.WrongKeyset e) {
      throw new AssertionError(e);
    }
  }

  static final class Silent implements SigningKeys.Events {
    @Override
    public void damaged(SigningKey.Id key) {}

    @Override
    public void unavailable(RuntimeException why) {}

    @Override
    public void available() {}

    @Override
    public void resealed(int count) {}
  }
}
