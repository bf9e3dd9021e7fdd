package io.kexd.server.service;

import io.kexd.crypto.KeyPair;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.ReusablePair;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Who may reuse pairs of which curves, and the pairs that Exchange may answer with again: at most
 * one of each caller and curve, never across them. Thread-safe.
 */
public final class Reuse implements AutoCloseable {
  /**
   * What the settings allow.
   *
   * @param curves ids; none where reuse is off
   */
  public record Policy(Set<String> curves, Set<Caller> callers, ReusablePair.Bounds bounds) {
    /** Every pair is used once. */
    public static final Policy OFF = new Policy(Set.of(), Set.of(), ReusablePair.Bounds.ONCE);

    /** The bounds for a caller on a curve. */
    public ReusablePair.Bounds bounds(Caller caller, String curve) {
      return curves.contains(curve) && callers.contains(caller) ? bounds : ReusablePair.Bounds.ONCE;
    }
  }

  private record Party(Caller caller, String curve) {}

  /** A pair, and the timer that ends it. */
  private record Kept(ReusablePair pair, Future<?> alarm) {
    void end() {
      alarm.cancel(false);
      pair.end();
    }
  }

  private final Policy policy;
  private final ScheduledExecutorService timer;
  private final Consumer<String> onReuse;
  private final Map<Party, Kept> pairs = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /**
   * @param onReuse told the curve of every use but the first
   */
  public Reuse(Policy policy, ScheduledExecutorService timer, Consumer<String> onReuse) {
    this.policy = policy;
    this.timer = timer;
    this.onReuse = onReuse;
  }

  /** The bounds for a caller on a curve. */
  public ReusablePair.Bounds bounds(Caller caller, String curve) {
    return policy.bounds(caller, curve);
  }

  /** Refuses what is beyond the bounds; 0 and 1 are single use. */
  ReusablePair.Bounds checkMaxUses(Caller caller, String curve, int wanted) {
    ReusablePair.Bounds bounds = bounds(caller, curve);
    int max = Math.max(wanted, 1);
    if (wanted < 0 || max > bounds.max()) {
      throw Refusal.invalid(
          "max_uses",
          bounds.max() == 1
              ? "must be 0 or 1: the server allows no reuse to this caller on this curve"
              : "may be at most " + bounds.max());
    }
    return max == 1 ? ReusablePair.Bounds.ONCE : new ReusablePair.Bounds(max, bounds.window());
  }

  /** Refuses reuse where it is not allowed, and for secrets that it would weaken. */
  void checkAllowed(Caller caller, String curve, Derivation derivation) {
    if (bounds(caller, curve).max() == 1) {
      throw Refusal.invalid(
          "allow_reuse", "must be unset: the server allows no reuse to this caller on this curve");
    }
    if (derivation instanceof Derivation.RawSecret) {
      throw Refusal.invalid("allow_reuse", "never goes with raw");
    }
    if (derivation instanceof Derivation.DhkemSecret) {
      throw Refusal.invalid("allow_reuse", "never goes with dhkem, whose key must be fresh");
    }
  }

  /**
   * A use of the caller's pair of that curve, which the caller closes.
   *
   * @param fresh makes one when there is none with uses left
   */
  ReusablePair.Use use(Caller caller, String curve, Supplier<KeyPair> fresh) {
    Party party = new Party(caller, curve);
    Kept kept = pairs.get(party);
    Optional<ReusablePair.Use> again = kept == null ? Optional.empty() : kept.pair().use();
    return again.orElseGet(() -> first(party, fresh.get()));
  }

  // What the timer wiped stays in the map: there is one of each caller and curve of the policy.
  private ReusablePair.Use first(Party party, KeyPair fresh) {
    ReusablePair.Bounds bounds = bounds(party.caller(), party.curve());
    long window = bounds.window().toNanos();
    ReusablePair pair = new ReusablePair(fresh, bounds, System.nanoTime() + window);
    ReusablePair.Use use = pair.use().orElseThrow();
    try {
      Kept now = new Kept(pair, timer.schedule(pair::end, window, TimeUnit.NANOSECONDS));
      Kept before = pairs.put(party, now);
      if (before != null) {
        before.end();
      }
    } catch (RejectedExecutionException shuttingDown) {
      pair.end();
    }
    if (closed) {
      pair.end();
    }
    return use;
  }

  /** Notes that a pair was used again. */
  void reused(String curve) {
    onReuse.accept(curve);
  }

  /** Ends every pair; those that are in use are wiped with their last use. */
  @Override
  public void close() {
    closed = true;
    pairs.values().forEach(Kept::end);
  }
}
