package io.kexd.server.keys;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One ephemeral pair and what became of it. It leaves {@link State#LIVE} once, by one atomic step:
 * with its last use, or when it is destroyed or expires. Afterwards this is a tombstone without
 * keys; uses that were taken before finish on the pair, and the last of them wipes it.
 */
public final class Handle implements HandleStore.Kept {
  /** What became of the pair. */
  public enum State {
    LIVE,
    /** Used or destroyed. */
    USED,
    EXPIRED
  }

  private final Handles home;
  private final String id;
  private final Caller owner;
  private final String curve;
  private final ReusablePair.Bounds bounds;
  private final AtomicReference<State> state = new AtomicReference<>(State.LIVE);
  private volatile @Nullable ReusablePair pair;
  private volatile @Nullable Future<?> alarm;

  Handle(
      Handles home,
      String id,
      Caller owner,
      String curve,
      ReusablePair.Bounds bounds,
      ReusablePair pair) {
    this.home = home;
    this.id = id;
    this.owner = owner;
    this.curve = curve;
    this.bounds = bounds;
    this.pair = pair;
  }

  @Override
  public String curve() {
    return curve;
  }

  @Override
  public boolean isReusable() {
    return bounds.max() > 1;
  }

  /** Its state now; a pair whose time is over is never live, even when the timer is late. */
  @Override
  public State state() {
    ReusablePair held = pair;
    if (held != null && held.isOver()) {
      expire();
    }
    return state.get();
  }

  /** Takes a use of the pair, which the caller closes. Empty when it is used up or expired. */
  public Optional<ReusablePair.Use> claim() {
    ReusablePair held = pair;
    if (held == null || state() != State.LIVE) {
      return Optional.empty();
    }
    Optional<ReusablePair.Use> use = held.use();
    use.ifPresent(taken -> noteUse(held, taken));
    return use;
  }

  private void noteUse(ReusablePair held, ReusablePair.Use use) {
    if (use.isLast()) {
      end(State.USED);
    } else if (!use.isRepeated()) {
      home.expireIn(this, held.nanosLeft());
    }
  }

  /** Wipes the pair; no more than a look when it has ended already. */
  public void destroy() {
    end(State.USED);
  }

  @Override
  public CompletableFuture<ReusablePair.Use> take() {
    return claim()
        .map(CompletableFuture::completedFuture)
        .orElseGet(() -> CompletableFuture.failedFuture(new HandleFailure(why())));
  }

  private HandleFailure.Why why() {
    return state() == State.EXPIRED ? HandleFailure.Why.EXPIRED : HandleFailure.Why.USED;
  }

  @Override
  public CompletableFuture<Void> discard() {
    destroy();
    return CompletableFuture.completedFuture(null);
  }

  void expire() {
    ReusablePair held = pair;
    if (end(State.EXPIRED) && held != null && !held.wasUsed()) {
      home.expired(this);
    }
  }

  void alarm(Future<?> set) {
    Future<?> earlier = alarm;
    alarm = set;
    if (earlier != null) {
      earlier.cancel(false);
    }
  }

  String id() {
    return id;
  }

  Caller owner() {
    return owner;
  }

  private boolean end(State to) {
    if (!state.compareAndSet(State.LIVE, to)) {
      return false;
    }
    ReusablePair held = pair;
    pair = null;
    if (held != null) {
      held.end();
    }
    Future<?> set = alarm;
    if (set != null) {
      set.cancel(false);
      alarm = null;
    }
    home.ended(this);
    return true;
  }
}
