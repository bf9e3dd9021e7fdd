package io.kexd.server.pipeline;

import io.kexd.server.keys.Caller;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Admits so much at once and no more: in operations, in their estimated time, in bytes of their
 * messages. Of each, a curve may hold as much as is free, and a caller, on a curve, eight times
 * what is left of that. So whoever is alone gets nearly half of the house on one curve and nearly
 * all of it on several; the more there are, the smaller every share; and there is always some room
 * for a curve or a caller that holds nothing yet, whatever a crowd of others asks for.
 *
 * <p>What is admitted last may go beyond a bound of time or bytes, by as much as it is itself: an
 * empty house takes anything. Thread-safe.
 */
public final class Door {
  private static final int CALLER = 8;

  /**
   * What is held at most.
   *
   * @param operations waiting or running
   * @param nanos their estimated time, in all
   * @param bytes of their messages, in all
   */
  public record Bounds(long operations, long nanos, long bytes) {}

  /**
   * What one operation holds from its admission to its end.
   *
   * @param operations 1; 0 for time that is kept for one to come
   */
  public record Load(Caller caller, String curve, int operations, long nanos, long bytes) {
    /** An operation. */
    public Load(Caller caller, String curve, long nanos, long bytes) {
      this(caller, curve, 1, nanos, bytes);
    }
  }

  private record Party(Caller caller, String curve) {}

  private static final class Held {
    private long operations;
    private long nanos;
    private long bytes;

    boolean isEmpty() {
      return operations == 0 && nanos == 0 && bytes == 0;
    }

    void add(Load load, int sign) {
      operations += (long) sign * load.operations();
      nanos += sign * load.nanos();
      bytes += sign * load.bytes();
    }
  }

  private static final Held NOTHING = new Held();

  private final Bounds bounds;
  private final Held all = new Held();

  /** Of each curve that was asked for; the ids are those of the build. */
  private final Map<String, Held> ofCurve = new HashMap<>();

  /** Of those only that hold something. */
  private final Map<Party, Held> ofCaller = new HashMap<>();

  /** Nobody is in. */
  public Door(Bounds bounds) {
    this.bounds = bounds;
  }

  /** Whether all of that is admitted, or none; then as much must {@link #leave}. */
  public synchronized boolean enter(List<Load> loads) {
    for (int i = 0; i < loads.size(); i++) {
      if (!hasRoom(loads.get(i))) {
        leave(loads.subList(0, i));
        return false;
      }
      add(loads.get(i), 1);
    }
    return true;
  }

  /** Lets operations in that must be done; as much must {@link #leave}. */
  synchronized void letIn(List<Load> loads) {
    loads.forEach(load -> add(load, 1));
  }

  /** Gives back what {@link #enter} took. */
  public synchronized void leave(List<Load> loads) {
    loads.forEach(load -> add(load, -1));
  }

  private boolean hasRoom(Load load) {
    Held curve = ofCurve.getOrDefault(load.curve(), NOTHING);
    Held caller = ofCaller.getOrDefault(new Party(load.caller(), load.curve()), NOTHING);
    return (load.operations() == 0
            || hasRoom(bounds.operations(), all.operations, curve.operations, caller.operations))
        && hasRoom(bounds.nanos(), all.nanos, curve.nanos, caller.nanos)
        && (load.bytes() == 0 || hasRoom(bounds.bytes(), all.bytes, curve.bytes, caller.bytes));
  }

  private static boolean hasRoom(long bound, long all, long curve, long caller) {
    long left = bound - all - curve;
    return left > 0 && caller / CALLER < left;
  }

  private void add(Load load, int sign) {
    Party party = new Party(load.caller(), load.curve());
    Held caller = ofCaller.computeIfAbsent(party, p -> new Held());
    all.add(load, sign);
    ofCurve.computeIfAbsent(load.curve(), c -> new Held()).add(load, sign);
    caller.add(load, sign);
    if (caller.isEmpty()) {
      ofCaller.remove(party);
    }
  }

  /** Operations that entered and did not leave. */
  synchronized long operations() {
    return all.operations;
  }

  /** Their estimated time. */
  synchronized long nanos() {
    return all.nanos;
  }

  /** Bytes of their messages. */
  synchronized long bytes() {
    return all.bytes;
  }

  /** Callers, each counted once a curve, that hold something. */
  synchronized int parties() {
    return ofCaller.size();
  }
}
