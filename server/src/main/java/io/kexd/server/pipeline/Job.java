package io.kexd.server.pipeline;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation that waits in a {@link Line}, and what became of it. Settled by the one worker that
 * took it; what is settled is told when the whole batch is.
 *
 * @param <Q> what is asked for
 * @param <R> the answer
 */
public final class Job<Q, R> {
  private final Line<Q, R> line;
  private final Q request;
  private final Asker asker;
  private final Door.Load load;
  private final CompletableFuture<R> result = new CompletableFuture<>();
  private final long admitted = System.nanoTime();
  private @Nullable R answer;
  private @Nullable Throwable failure;
  private boolean settled;
  private boolean measured = true;

  Job(Line<Q, R> line, Q request, Asker asker) {
    this.line = line;
    this.request = request;
    this.asker = asker;
    this.load = new Door.Load(asker.caller(), line.curve, line.cost(), line.bytes(request));
  }

  /** What is asked for. */
  public Q request() {
    return request;
  }

  /** Settles it with what the work returns or throws. */
  public void settle(Function<Q, R> work) {
    try {
      answer = work.apply(request);
      settled = true;
    } catch (Throwable t) {
      fail(t);
    }
  }

  /** Settles it; what it took says nothing of what others take. */
  public void settleUnmeasured(R result) {
    leaveUnmeasured();
    answer = result;
    settled = true;
  }

  /** What it takes says nothing of what others take. */
  public void leaveUnmeasured() {
    measured = false;
  }

  /** Does a part of it; what the part throws settles it. */
  public void attempt(Consumer<Q> part) {
    try {
      part.accept(request);
    } catch (Throwable t) {
      fail(t);
    }
  }

  /** Settles it without an answer. */
  public void fail(Throwable cause) {
    failure = cause;
    settled = true;
  }

  Line<Q, R> line() {
    return line;
  }

  /** What it holds while it is admitted. */
  Door.Load load() {
    return load;
  }

  /** Joins its line; whether that was empty. */
  boolean joinLine() {
    boolean first = line.isEmpty();
    line.add(this);
    return first;
  }

  /** Whether the deadline passes before the operations that wait before it can be done. */
  boolean comesTooLate(int workers) {
    long left = asker.nanosLeft();
    return left > 0 && line.waitingNanos() / workers > left;
  }

  boolean isSettled() {
    return settled;
  }

  boolean isMeasured() {
    return measured;
  }

  /** Whether there is an answer. */
  boolean isDone() {
    return settled && failure == null;
  }

  /** Whether it need not be done; it is settled then. */
  boolean isAbandoned() {
    attempt(
        q -> {
          if (asker.isGone() || asker.nanosLeft() <= 0) {
            throw new Shed(Shed.Reason.DEADLINE_EXCEEDED);
          }
        });
    return settled;
  }

  /** Why it was given up; empty when it was not. */
  Optional<Shed.Reason> shedFor() {
    return failure instanceof Shed shed ? Optional.of(shed.reason()) : Optional.empty();
  }

  long waited(long now) {
    return now - admitted;
  }

  CompletableFuture<R> result() {
    return result;
  }

  /** Lets whoever waits go on. */
  void tell() {
    if (failure != null) {
      result.completeExceptionally(failure);
    } else {
      result.complete(answer);
    }
  }
}
