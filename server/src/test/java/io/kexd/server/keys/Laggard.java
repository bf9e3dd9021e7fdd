package io.kexd.server.keys;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** A store beside which another server seals under an old key whatever is changed. */
final class Laggard implements SigningKeyStore {
  private final SigningKeyStore store;
  private final KeySeals old;

  Laggard(SigningKeyStore store, KeySeals old) {
    this.store = store;
    this.old = old;
  }

  @Override
  public Position change(SigningKey.Id id, Function<Present, Optional<Stored>> change) {
    store.change(id, change);
    return store.change(id, present -> present.key().map(stored -> old.stored(stored.key())));
  }

  @Override
  public Changes since(Position known) {
    return store.since(known);
  }

  @Override
  public boolean knows(Position left) {
    return store.knows(left);
  }

  @Override
  public boolean fill(List<Stored> keys, Optional<byte[]> was, byte[] check) {
    return store.fill(keys, was, check);
  }

  @Override
  public List<SigningKey.Id> due(Instant now) {
    return store.due(now);
  }

  @Override
  public Optional<byte[]> keysetCheck() {
    return store.keysetCheck();
  }

  @Override
  public void setKeysetCheck(Optional<byte[]> was, byte[] check) {
    store.setKeysetCheck(was, check);
  }

  @Override
  public void close() {
    store.close();
  }
}
