package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The ephemeral pairs of all callers, in memory. A pair is wiped when it is used, destroyed,
 * expired, or when this closes. What became of it is remembered for a while, so that its owner gets
 * a precise answer; a stranger is never told more than that there is no such handle. Thread-safe.
 */
public final class Handles implements HandleStore {
  /** 128 random bits that nobody guesses, and 64 more. */
  private static final int ID_BYTES = 24;

  /**
   * Bounds on what is kept.
   *
   * @param perCaller live pairs of one caller
   * @param all live pairs in all
   * @param tombstoneTime how long an ended pair is remembered
   * @param tombstones ended pairs remembered at most; the oldest is forgotten first
   */
  public record Limits(int perCaller, int all, Duration tombstoneTime, int tombstones) {}

  private final Limits limits;
  private final SecureRandom random;
  private final ScheduledExecutorService timer;
  private final Consumer<String> onExpired;
  private final Map<String, Handle> handles = new ConcurrentHashMap<>();
  private final Map<Caller, Integer> perCaller = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> perCurve = new ConcurrentHashMap<>();
  private final AtomicInteger live = new AtomicInteger();
  private final Retention<String> tombstones;
  private volatile boolean closed;

  /**
   * @param onExpired told the curve id of each pair that nobody used in time
   */
  public Handles(
      Limits limits,
      SecureRandom random,
      ScheduledExecutorService timer,
      Consumer<String> onExpired) {
    this.limits = limits;
    this.random = random;
    this.timer = timer;
    this.onExpired = onExpired;
    this.tombstones =
        new Retention<>(limits.tombstoneTime(), limits.tombstones(), timer, handles::remove);
  }

  /** Room that was reserved. */
  public final class Room implements HandleStore.Room {
    private final Caller owner;

    private Room(Caller owner) {
      this.owner = owner;
    }

    @Override
    public CompletableFuture<Issued> keep(
        String curve, Duration ttl, ReusablePair.Bounds bounds, KeyPair pair) {
      return CompletableFuture.completedFuture(issue(curve, ttl, bounds, pair));
    }

    /** Keeps a pair for the owner; when that fails, the pair is wiped and the room given back. */
    public Issued issue(String curve, Duration ttl, KeyPair pair) {
      return issue(curve, ttl, ReusablePair.Bounds.ONCE, pair);
    }

    /** The same for a pair that may be used within bounds. */
    public Issued issue(String curve, Duration ttl, ReusablePair.Bounds bounds, KeyPair pair) {
      String id;
      try {
        id = newId();
      } catch (RuntimeException | Error e) {
        pair.close();
        giveBack();
        throw e;
      }
      long expiry = System.nanoTime() + ttl.toNanos();
      Instant expiresAt = Instant.now().plus(ttl);
      byte[] publicKey = pair.publicKey();
      Handle handle =
          new Handle(
              Handles.this, id, owner, curve, bounds, new ReusablePair(pair, bounds, expiry));
      onCurve(curve).incrementAndGet();
      handles.put(id, handle);
      try {
        handle.alarm(timer.schedule(handle::expire, ttl.toNanos(), TimeUnit.NANOSECONDS));
      } catch (RuntimeException | Error e) {
        handle.destroy();
        throw e;
      }
      if (closed) { // A batch that outlived the grace of the pipeline.
        handle.destroy();
        throw new HandleFailure(HandleFailure.Why.UNAVAILABLE);
      }
      return new Issued(handle.id(), publicKey, expiresAt);
    }

    @Override
    public void giveBack() {
      release(owner);
    }
  }

  @Override
  public Optional<Room> room(Caller owner) {
    return reserve(owner) ? Optional.of(new Room(owner)) : Optional.empty();
  }

  /** The caller's handle, live or ended; empty when it is unknown, forgotten or another's. */
  @Override
  public Optional<Handle> find(Caller caller, String id) {
    return Optional.ofNullable(handles.get(id)).filter(h -> h.owner().equals(caller));
  }

  /** Live pairs of a curve. */
  public int live(String curve) {
    return onCurve(curve).get();
  }

  @Override
  public boolean answersAtOnce() {
    return true;
  }

  /** Wipes every pair, also one that is issued at the same time. */
  @Override
  public void close() {
    closed = true;
    handles.values().forEach(Handle::destroy);
    handles.clear();
  }

  /** When the server goes down meanwhile, {@link #close} ends it. */
  void expireIn(Handle handle, long nanos) {
    try {
      handle.alarm(timer.schedule(handle::expire, nanos, TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException shuttingDown) {
      return;
    }
  }

  void ended(Handle handle) {
    onCurve(handle.curve()).decrementAndGet();
    release(handle.owner());
    tombstones.add(handle.id());
  }

  void expired(Handle handle) {
    onExpired.accept(handle.curve());
  }

  private boolean reserve(Caller owner) {
    if (live.incrementAndGet() > limits.all()) {
      live.decrementAndGet();
      return false;
    }
    boolean[] room = {false};
    perCaller.compute(
        owner,
        (caller, held) -> {
          int now = held == null ? 0 : held;
          room[0] = now < limits.perCaller();
          return room[0] ? (Integer) (now + 1) : held;
        });
    if (!room[0]) {
      live.decrementAndGet();
    }
    return room[0];
  }

  private void release(Caller owner) {
    live.decrementAndGet();
    perCaller.computeIfPresent(owner, (caller, held) -> held == 1 ? null : held - 1);
  }

  private AtomicInteger onCurve(String curve) {
    return perCurve.computeIfAbsent(curve, c -> new AtomicInteger());
  }

  private String newId() {
    byte[] id = new byte[ID_BYTES];
    random.nextBytes(id);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(id);
  }
}
