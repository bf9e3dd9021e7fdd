package io.kexd.server.keys;

import io.kexd.server.keys.SigningKeyStore.Present;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;

/** Seals all keys of a store under the keyset's primary key, at once and on the caller's thread. */
public final class Resealing {
  /** Another server, with an older file of the keyset, may seal under the old key meanwhile. */
  private static final int ROUNDS = 3;

  private static final int STEP = 1_000;

  private final SigningKeyStore store;
  private final KeySeals seals;
  private final IntConsumer progress;
  private final Set<SigningKey.Id> sealed = new HashSet<>();

  /**
   * What was done.
   *
   * @param sealed keys that were sealed anew
   * @param left keys that another key than the primary one seals still; damaged ones not counted
   * @param primary the id of the keyset's primary key
   */
  public record Outcome(int sealed, int left, long primary) {}

  private Resealing(SigningKeyStore store, KeySeals seals, IntConsumer progress) {
    this.store = store;
    this.seals = seals;
    this.progress = progress;
  }

  /**
   * Seals anew what another key of the keyset sealed. Others may read and write meanwhile.
   *
   * @param progress told after every {@value #STEP} keys how many are done
   * @throws StoreUnavailable when the store does not answer; what was sealed by then stays so
   */
  public static Outcome of(SigningKeyStore store, KeySeals seals, IntConsumer progress) {
    return new Resealing(store, seals, progress).run();
  }

  private Outcome run() {
    List<Stored> old = old();
    for (int round = 0; round < ROUNDS && !old.isEmpty(); round++) {
      old.forEach(stored -> reseal(stored.key().id()));
      old = old();
    }
    byte[] primary = seals.primary();
    sealCheck(store, seals, primary);
    return new Outcome(sealed.size(), old.size(), KeySeals.keyId(primary));
  }

  private List<Stored> old() {
    byte[] primary = seals.primary();
    return Inventory.of(store, seals).intact().stream()
        .filter(stored -> !stored.key().isDestroyed() && !KeySeals.isSealedBy(primary, stored))
        .toList();
  }

  private void reseal(SigningKey.Id id) {
    try {
      store.change(id, this::sealedAnew);
    } catch (DamagedKey e) {
      return; // Since it was read; it stays as it is.
    }
  }

  private Optional<Stored> sealedAnew(Present present) {
    byte[] primary = seals.primary();
    Optional<Stored> next =
        present
            .key()
            .filter(stored -> !stored.key().isDestroyed() && seals.opens(stored))
            .filter(stored -> !KeySeals.isSealedBy(primary, stored))
            .map(stored -> seals.stored(seals.reseal(stored.key())));
    next.ifPresent(stored -> count(stored.key().id()));
    return next;
  }

  /** One that a laggard sealed again in between is the same key. */
  private void count(SigningKey.Id id) {
    if (sealed.add(id) && sealed.size() % STEP == 0) {
      progress.accept(sealed.size());
    }
  }

  /** The check goes along even without keys, or the old key could never leave the keyset. */
  static void sealCheck(SigningKeyStore store, KeySeals seals, byte[] primary) {
    Optional<byte[]> check = store.keysetCheck();
    if (check.filter(seal -> KeySeals.isSealedBy(primary, seal)).isEmpty()) {
      store.setKeysetCheck(check, seals.check());
    }
  }
}
