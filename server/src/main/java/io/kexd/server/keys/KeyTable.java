package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
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
      wipe(old.key(), version -> !has(key, version));
    }
  }

  private static boolean has(SigningKey key, Version wanted) {
    return key.version(wanted.number())
        .filter(version -> Arrays.equals(version.publicKey(), wanted.publicKey()))
        .isPresent();
  }

  /** After the table has changed: who opens a pair looks at the table first. */
  private void wipe(SigningKey old, Predicate<Version> which) {
    old.versions().stream()
        .filter(which)
        .forEach(version -> wipe(new PairId(old.id(), version.number())));
  }

  private void wipe(PairId id) {
    KeyPair pair = pairs.remove(id);
    if (pair != null) {
      pair.close();
    }
  }

  /** Has a key refused from now on, and wipes its pairs; whether that is new. */
  boolean damage(SigningKey.Id id) {
    boolean isNew = damaged.add(id);
    Stored old = owned(id.owner()).remove(id.name());
    if (old != null) {
      wipe(old.key(), version -> true);
    }
    return isNew;
  }

  /** Forgets all keys but these, and wipes their pairs. */
  void retain(Set<SigningKey.Id> ids) {
    damaged.retainAll(ids);
    for (Stored stored : all().filter(stored -> !ids.contains(stored.key().id())).toList()) {
      owned(stored.key().id().owner()).remove(stored.key().name());
      wipe(stored.key(), version -> true);
    }
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

  /** The pair of a version, opened once; empty when the key has lost that version since. */
  Optional<KeyPair> pair(SigningKey key, Version version, Supplier<KeyPair> open) {
    if (!isNow(key.id(), version)) {
      return Optional.empty();
    }
    return Optional.ofNullable(
        pairs.computeIfAbsent(
            new PairId(key.id(), version.number()),
            // Again: whoever destroys it after this wipes what is opened here.
            id -> isNow(key.id(), version) ? open.get() : null));
  }

  private boolean isNow(SigningKey.Id id, Version version) {
    return find(id).filter(key -> has(key, version)).isPresent();
  }

  /** Wipes every pair. */
  void close() {
    pairs.values().forEach(KeyPair::close);
    pairs.clear();
  }
}
