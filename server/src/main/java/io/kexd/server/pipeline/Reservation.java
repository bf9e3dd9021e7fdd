package io.kexd.server.pipeline;

/**
 * Time that is kept for the second part of an operation, in a line that it joins when the first is
 * done: admitted with the first part, by the same call, and given back by {@link
 * Pipeline#giveBack}.
 */
public final class Reservation {
  private final Line<?, ?> line;
  private final Door.Load load;
  private boolean held;

  /** Not yet admitted. */
  public Reservation(Line<?, ?> line, Asker asker) {
    this.line = line;
    this.load = new Door.Load(asker.caller(), line.curve, 0, line.cost(), 0);
  }

  Door.Load load() {
    return load;
  }

  /** Nothing while it is not known: so many items as are promised are admitted signed, too. */
  long quietCost() {
    return line.isMeasured() ? line.quietCost() : 0;
  }

  synchronized void hold() {
    held = true;
  }

  /** Whether there is something to give back, which is so once. */
  synchronized boolean release() {
    boolean was = held;
    held = false;
    return was;
  }
}
