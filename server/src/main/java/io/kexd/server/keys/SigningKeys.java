package io.kexd.server.keys;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** The signing keys of all callers, in memory. A name belongs to its caller. Thread-safe. */
public final class SigningKeys implements AutoCloseable {
  /** What became of an attempt to add a key. */
  public enum Added {
    DONE,
    /** The caller has a key of that name. */
    EXISTS,
    /** The caller holds as many keys as it may. */
    FULL
  }

  private record Id(Caller owner, String name) {}

  private final int perCaller;
  private final Map<Id, SigningKey> keys = new ConcurrentHashMap<>();
  private final Map<Caller, Integer> counts = new ConcurrentHashMap<>();

  /**
   * @param perCaller keys that one caller may hold
   */
  public SigningKeys(int perCaller) {
    this.perCaller = perCaller;
  }

  /**
   * Adds a key under a free name.
   *
   * @param make called only when the name is free and there is room
   */
  public Added add(Caller owner, String name, Supplier<SigningKey> make) {
    Added[] outcome = {Added.EXISTS};
    // One caller's additions one after another, so that count and name are checked in one step.
    counts.compute(
        owner,
        (caller, held) -> {
          int now = held == null ? 0 : held;
          Id id = new Id(owner, name);
          if (keys.containsKey(id)) {
            return held;
          }
          if (now >= perCaller) {
            outcome[0] = Added.FULL;
            return held;
          }
          keys.put(id, make.get());
          outcome[0] = Added.DONE;
          return now + 1;
        });
    return outcome[0];
  }

  /** The caller's key of that name. */
  public Optional<SigningKey> find(Caller owner, String name) {
    return Optional.ofNullable(keys.get(new Id(owner, name)));
  }

  /** Keys of all callers. */
  public int size() {
    return keys.size();
  }

  /** Wipes every key. */
  @Override
  public void close() {
    keys.values().forEach(key -> key.pair().close());
    keys.clear();
  }
}
