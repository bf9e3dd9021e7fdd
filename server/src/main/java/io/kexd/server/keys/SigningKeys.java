package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import io.kexd.server.keys.SigningKey.Version;
import io.kexd.server.keys.SigningKeyStore.Changes;
import io.kexd.server.keys.SigningKeyStore.Position;
import io.kexd.server.keys.SigningKeyStore.Stored;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The signing keys of all callers. All of them are in memory, sealed, so that nobody who signs or
 * verifies waits for the store; one thread of its own writes changes and reads what other servers
 * changed. A private key is opened when it first signs. Thread-safe.
 */
public final class SigningKeys implements AutoCloseable {
  private static final int WAITING_CHANGES = 1_000;
  private static final int RESEALED_AT_ONCE = 100;
  private static final Duration READ_ALL = Duration.ofMinutes(1);
  private static final Duration LAST_CHANGES = Duration.ofSeconds(5);

  /**
   * How fresh keys are.
   *
   * @param refresh how often the store is asked for what other servers changed
   * @param maxAge without the store for so long, no key is used: it might be disabled
   */
  public record Config(Duration refresh, Duration maxAge) {}

  /** Told of what the operator should know. Every method is quick. */
  public interface Events {
    /** A key was found damaged. */
    void damaged(SigningKey.Id key);

    /** The store began to fail. */
    void unavailable(RuntimeException why);

    /** The store answers again. */
    void available();

    /** The last of so many keys was sealed anew: the keyset has another primary key. */
    void resealed(int count);
  }

  /** The store's keys were sealed by another keyset. */
  public static final class WrongKeyset extends Exception {
    private static final long serialVersionUID = 1;

    WrongKeyset() {
      super("it is not the keyset that sealed the stored signing keys");
    }
  }

  /** A change of a key. */
  public interface Change {
    /**
     * What the key becomes; empty leaves it as it is. Refuses by an exception.
     *
     * @param key empty when there is none of that name
     * @param held keys of the caller, without destroyed ones
     */
    Optional<SigningKey> of(Optional<SigningKey> key, int held);
  }

  private final SigningKeyStore store;
  private final KeySeals seals;
  private final Config config;
  private final Events events;
  private final KeyTable table = new KeyTable();
  private final Semaphore waiting = new Semaphore(WAITING_CHANGES);
  private final ScheduledThreadPoolExecutor thread;

  /** What was read last; of the one thread. */
  private Position seen = Position.START;

  /** What the last own change left; it may be lost before it was read. */
  private Position left = Position.START;

  /** What sealed all keys when they were last looked at. */
  private byte[] primary = new byte[0];

  private int resealed;
  private long readAllAt;
  private boolean failing;
  private volatile long readAt;

  private SigningKeys(SigningKeyStore store, KeySeals seals, Config config, Events events) {
    this.store = store;
    this.seals = seals;
    this.config = config;
    this.events = events;
    this.thread =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread worker = new Thread(work, "kexd-signing-keys");
              worker.setDaemon(true);
              return worker;
            });
  }

  /**
   * Reads all keys, and keeps them fresh from then on. It closes the store when it is closed.
   *
   * @throws StoreUnavailable when the store does not answer
   */
  public static SigningKeys open(
      SigningKeyStore store, KeySeals seals, Config config, Events events) throws WrongKeyset {
    SigningKeys keys = new SigningKeys(store, seals, config, events);
    keys.readAll();
    keys.keepFresh();
    return keys;
  }

  private void readAll() throws WrongKeyset {
    Optional<byte[]> check = store.keysetCheck();
    boolean isRight = seals.isRight(check);
    // A check that is damaged itself does not matter when the keyset opens keys.
    if (!isRight
        && check.isPresent()
        && store.since(Position.START).keys().stream().noneMatch(this::opens)) {
      throw new WrongKeyset();
    }
    read();
    if (!isRight) {
      store.setKeysetCheck(check, seals.check());
      if (!seals.isRight(store.keysetCheck())) {
        throw new WrongKeyset(); // Another server was first.
      }
    }
  }

  private boolean opens(Stored stored) {
    return !stored.key().isDestroyed() && seals.isIntact(stored);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // It goes on whatever a refresh meets.
  private void keepFresh() {
    long nanos = config.refresh().toNanos();
    thread.scheduleWithFixedDelay(this::refresh, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  private void refresh() {
    try {
      if (table.damaged() > 0 && System.nanoTime() - readAllAt > READ_ALL.toNanos()) {
        seen = Position.START; // What is damaged may have been repaired, or its keyset be here now.
      }
      read();
      Instant now = Instant.now();
      store.due(now).forEach(id -> destroyDue(id, now));
      resealSome();
      if (failing) {
        failing = false;
        events.available();
      }
    } catch (RuntimeException e) {
      fails(e);
    }
  }

  private void fails(RuntimeException why) {
    if (!failing) {
      failing = true;
      events.unavailable(why);
    }
  }

  private void read() {
    long now = System.nanoTime();
    if (!left.equals(Position.START) && !store.knows(left)) {
      seen = Position.START;
    }
    readAllAt = seen.equals(Position.START) ? now : readAllAt;
    Changes changes = store.since(seen);
    changes.keys().forEach(this::take);
    changes.unreadable().forEach(this::reject);
    if (changes.isAll()) {
      table.retain(
          Stream.concat(
                  changes.keys().stream().map(stored -> stored.key().id()),
                  changes.unreadable().stream())
              .collect(Collectors.toSet()));
    }
    seen = changes.at();
    left = Position.START;
    readAt = now;
  }

  private void take(Stored stored) {
    if (seals.isIntact(stored)) {
      table.put(stored);
    } else {
      reject(stored.key().id());
    }
  }

  private void reject(SigningKey.Id id) {
    if (table.damage(id)) {
      events.damaged(id);
    }
  }

  private void destroyDue(SigningKey.Id id, Instant now) {
    tend(id, stored -> stored.key().isDue(now), key -> key.destroyDue(now));
  }

  /** Changes a key without being asked to, if that is still right; not a damaged one. */
  private void tend(
      SigningKey.Id id, Predicate<Stored> isWanted, UnaryOperator<SigningKey> change) {
    try {
      if (!table.isDamaged(id)) {
        changeNow(id, (stored, held) -> stored.filter(isWanted).map(Stored::key).map(change));
      }
    } catch (DamagedKey e) {
      reject(id);
    }
  }

  /** After a change of the keyset's primary key; some at a time, so that callers are served too. */
  private void resealSome() {
    byte[] now = seals.primary();
    if (Arrays.equals(now, primary)) {
      return;
    }
    List<SigningKey.Id> old =
        table
            .all()
            .filter(stored -> !KeySeals.isSealedBy(now, stored))
            .limit(RESEALED_AT_ONCE)
            .map(stored -> stored.key().id())
            .toList();
    old.forEach(id -> tend(id, stored -> !KeySeals.isSealedBy(now, stored), seals::reseal));
    resealed += old.size();
    if (old.size() < RESEALED_AT_ONCE) {
      finishReseal(now);
    }
  }

  private void finishReseal(byte[] now) {
    Resealing.sealCheck(store, seals, now);
    primary = now;
    if (resealed > 0) {
      events.resealed(resealed);
      resealed = 0;
    }
  }

  /**
   * The caller's key of that name.
   *
   * @throws DamagedKey when the store holds something else than was written
   * @throws StoreUnavailable when the keys are older than they may be
   */
  public Optional<SigningKey> find(Caller owner, String name) {
    return find(SigningKey.Id.of(owner, name));
  }

  /** As {@link #find(Caller, String)}: what became of a key that was found before. */
  public Optional<SigningKey> find(SigningKey.Id id) {
    requireFresh();
    return table.find(id);
  }

  /**
   * The caller's keys in the order of their names, without damaged ones.
   *
   * @param after only those whose name comes after this one
   */
  public List<SigningKey> list(Caller owner, String after, int limit) {
    requireFresh();
    return table.list(SigningKey.Id.owner(owner), after, limit);
  }

  private void requireFresh() {
    if (System.nanoTime() - readAt > config.maxAge().toNanos()) {
      throw new StoreUnavailable("the store could not be read for too long");
    }
  }

  /**
   * Changes a key. The future fails with what the change throws, with {@link DamagedKey}, {@link
   * StoreUnavailable} or {@link StoreBusy}; when it is complete, the change is on disk.
   *
   * @param change called on the thread of the store
   * @return the key as it is then
   */
  public CompletableFuture<SigningKey> change(Caller owner, String name, Change change) {
    SigningKey.Id id = SigningKey.Id.of(owner, name);
    if (!waiting.tryAcquire()) {
      return CompletableFuture.failedFuture(new StoreBusy());
    }
    try {
      return CompletableFuture.supplyAsync(
              () -> changeNow(id, (stored, held) -> change.of(stored.map(Stored::key), held)),
              thread)
          .whenComplete((key, failure) -> waiting.release());
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(new StoreUnavailable("the server is shutting down"));
    }
  }

  /** A {@link Change} that also sees the seal. */
  private interface StoredChange {
    Optional<SigningKey> of(Optional<Stored> stored, int held);
  }

  private SigningKey changeNow(SigningKey.Id id, StoredChange change) {
    Result result = new Result();
    try {
      left =
          store.change(
              id,
              present -> {
                Optional<Stored> now = present.key().map(this::requireIntact);
                Optional<Stored> next = change.of(now, present.held()).map(seals::stored);
                result.stored = next.or(() -> now).orElseThrow();
                return next;
              });
    } catch (StoreUnavailable e) {
      fails(e);
      throw e;
    }
    Stored stored = Objects.requireNonNull(result.stored);
    table.put(stored);
    return stored.key();
  }

  private static final class Result {
    @Nullable Stored stored;
  }

  private Stored requireIntact(Stored stored) {
    if (seals.isIntact(stored)) {
      return stored;
    }
    reject(stored.key().id());
    throw new DamagedKey();
  }

  /** A version made of a pair, with its private key sealed. */
  public Version seal(SigningKey.Id id, String algorithm, int number, KeyPair pair, Instant now) {
    return seals.seal(
        id,
        algorithm,
        new Version(number, pair.publicKey(), new byte[0], KeyState.ENABLED, now),
        pair);
  }

  /**
   * The pair of a version, which stays open for the next signature: do not close it. Empty when the
   * key has lost that version since it was found.
   *
   * @throws DamagedKey when it cannot be opened
   */
  public Optional<KeyPair> pair(SigningKey key, Version version) {
    try {
      return table.pair(key, version, () -> open(key, version));
    } catch (DamagedKey e) {
      reject(key.id());
      throw e;
    }
  }

  private KeyPair open(SigningKey key, Version version) {
    try {
      return seals.open(key, version);
    } catch (GeneralSecurityException e) {
      throw new DamagedKey();
    }
  }

  /** Keys of all callers in that state, without damaged ones. */
  public long count(KeyState.Status status) {
    return table.all().filter(stored -> stored.key().state().status() == status).count();
  }

  /** Keys that cannot be used since the store holds something else than was written. */
  public int damaged() {
    return table.damaged();
  }

  /** Seconds since the store was last read. */
  public double age() {
    return (System.nanoTime() - readAt) / 1e9;
  }

  /** Finishes changes that were begun, and wipes every private key. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(LAST_CHANGES.toMillis(), TimeUnit.MILLISECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    table.close();
    store.close();
  }
}
