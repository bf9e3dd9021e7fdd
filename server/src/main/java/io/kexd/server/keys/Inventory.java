package io.kexd.server.keys;

import io.kexd.server.keys.SigningKeyStore.Changes;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * All keys of a store at one moment, each of them tried with a keyset.
 *
 * @param intact those that are as they were stored and whose private keys open; also destroyed ones
 * @param damaged the others
 * @param isForeign whether another keyset sealed the store: this one did not make its check, and
 *     opens no key
 */
public record Inventory(List<Stored> intact, List<SigningKey.Id> damaged, boolean isForeign) {
  public Inventory {
    intact = List.copyOf(intact);
    damaged = List.copyOf(damaged);
  }

  /**
   * Reads a store, which may be written to meanwhile.
   *
   * @throws StoreUnavailable when it does not answer
   */
  public static Inventory of(SigningKeyStore store, KeySeals seals) {
    Optional<byte[]> check = store.keysetCheck();
    Changes all = store.since(SigningKeyStore.Position.START);
    List<Stored> intact = new ArrayList<>();
    List<SigningKey.Id> damaged = new ArrayList<>(all.unreadable());
    for (Stored stored : all.keys()) {
      if (seals.opens(stored)) {
        intact.add(stored);
      } else {
        damaged.add(stored.key().id());
      }
    }
    boolean isForeign =
        check.isPresent()
            && !seals.isRight(check)
            && intact.stream().allMatch(stored -> stored.key().isDestroyed());
    return new Inventory(intact, damaged, isForeign);
  }

  /** The intact keys, without their seals. */
  public List<SigningKey> keys() {
    return intact.stream().map(Stored::key).toList();
  }

  /** The same with every intact key that is enabled disabled; a key's versions stay as they are. */
  public Inventory disabled(KeySeals seals) {
    return new Inventory(
        intact.stream()
            .map(
                stored ->
                    stored.key().state().isEnabled()
                        ? seals.stored(stored.key().in(KeyState.DISABLED))
                        : stored)
            .toList(),
        damaged,
        isForeign);
  }

  /**
   * Puts the intact keys into a store that has none.
   *
   * @param check that of the store
   * @return false when it has some, or got another check meanwhile
   */
  public boolean copyTo(SigningKeyStore empty, Optional<byte[]> check, KeySeals seals) {
    return empty.fill(intact, check, seals.check());
  }
}
