package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One ephemeral pair and what became of it. It leaves {@link State#LIVE} once, by one atomic step;
 * whoever takes that step owns the pair and wipes it. Afterwards this is a tombstone without keys.
 */
public final class Handle {
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
  private final long expiry;
  private final AtomicReference<State> state = new AtomicReference<>(State.LIVE);
  // Written before the handle is published, and by the one thread that ended it.
  private @Nullable KeyPair pair;
  private volatile @Nullable Future<?> alarm;

  Handle(Handles home, String id, Caller owner, String curve, long expiry, KeyPair pair) {
    this.home = home;
    this.id = id;
    this.owner = owner;
    this.curve = curve;
    this.expiry = expiry;
    this.pair = pair;
  }

  /** The curve id of its pair. */
  public String curve() {
    return curve;
  }

  /** Its state now; a pair whose time is over is never live, even when the timer is late. */
  public State state() {
    if (state.get() == State.LIVE && System.nanoTime() - expiry >= 0) {
      expire();
    }
    return state.get();
  }

  /** Takes the pair, once; the caller closes it. Empty when it is used or expired. */
  public Optional<KeyPair> claim() {
    return state() == State.LIVE ? Optional.ofNullable(end(State.USED)) : Optional.empty();
  }

  /** Wipes the pair; no more than a look when it has ended already. */
  public void destroy() {
    wipe(State.USED);
  }

  void expire() {
    if (wipe(State.EXPIRED)) {
      home.expired(this);
    }
  }

  void alarm(Future<?> set) {
    alarm = set;
  }

  String id() {
    return id;
  }

  Caller owner() {
    return owner;
  }

  private boolean wipe(State to) {
    KeyPair taken = end(to);
    if (taken == null) {
      return false;
    }
    taken.close();
    return true;
  }

  private @Nullable KeyPair end(State to) {
    if (!state.compareAndSet(State.LIVE, to)) {
      return null;
    }
    KeyPair taken = pair;
    pair = null;
    Future<?> set = alarm;
    if (set != null) {
      set.cancel(false);
      alarm = null;
    }
    home.ended(this);
    return taken;
  }
}
