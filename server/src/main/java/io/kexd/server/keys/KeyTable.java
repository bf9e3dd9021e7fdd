package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The signing keys in memory: those that are intact, the names of those that are not, and the pairs
 * that were opened. One thread changes it, any may read.
 */
final class KeyTable {
  private record PairId(SigningKey.Id key, int version) {}

  private final Map<String, ConcurrentNavigableMap<String, Stored>> owners =
      new ConcurrentHashMap<>();
  private final Set<SigningKey.Id> damaged = ConcurrentHashMap.newKeySet();
  private final Map<PairId, KeyPair> pairs = new ConcurrentHashMap<>();

  /** Takes a key as it is now. Pairs of versions that it lost are wiped. */
  void put(Stored stored) {
    SigningKey key = stored.key();
    damaged.remove(key.id());
    ConcurrentNavigableMap<String, Stored> own =
        owners.computeIfAbsent(key.id().owner(), owner -> new ConcurrentSkipListMap<>());
    Stored old = key.isDestroyed() ? own.remove(key.name()) : own.put(key.name(), stored);
    if (old != null) {
      old.key().versions().stream()
          .filter(version -> key.version(version.number()).isEmpty())
          .forEach(version -> wipe(new PairId(key.id(), version.number())));
    }
  }

  private void wipe(PairId id) {
    KeyPair pair = pairs.remove(id);
    if (pair != null) {
      pair.close();
    }
  }

  /** Has a key refused from now on; whether that is new. */
  boolean damage(SigningKey.Id id) {
    owned(id.owner()).remove(id.name());
    return damaged.add(id);
  }

  /** Whether a key is refused. */
  boolean isDamaged(SigningKey.Id id) {
    return damaged.contains(id);
  }

  /** A key; {@link DamagedKey} when it is refused. */
  Optional<SigningKey> find(SigningKey.Id id) {
    if (isDamaged(id)) {
      throw new DamagedKey();
    }
    return Optional.ofNullable(owned(id.owner()).get(id.name())).map(Stored::key);
  }

  /** An owner's keys in the order of their names. */
  List<SigningKey> list(String owner, String after, int limit) {
    return owned(owner).tailMap(after, false).values().stream()
        .limit(limit)
        .map(Stored::key)
        .toList();
  }

  private ConcurrentNavigableMap<String, Stored> owned(String owner) {
    return owners.getOrDefault(owner, new ConcurrentSkipListMap<>());
  }

  /** All keys but damaged ones. */
  Stream<Stored> all() {
    return owners.values().stream().flatMap(own -> own.values().stream());
  }

  /** How many keys are refused. */
  int damaged() {
    return damaged.size();
  }

  /** The pair of a version, opened once. */
  KeyPair pair(SigningKey key, Version version, Supplier<KeyPair> open) {
    return pairs.computeIfAbsent(new PairId(key.id(), version.number()), id -> open.get());
  }

  /** Wipes every pair. */
  void close() {
    pairs.values().forEach(KeyPair::close);
    pairs.clear();
  }
}
