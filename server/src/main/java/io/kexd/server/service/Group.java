package io.kexd.server.service;

import io.kexd.server.pipeline.Bundle;
import io.kexd.server.pipeline.Line;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.Reservation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of one caller whose work is submitted together: it is gathered while they are made, and
 * admitted by {@link #submit}, once. What comes later, because it waited for something else, is
 * submitted by itself.
 */
public final class Group {
  private final Pipeline pipeline;
  private final Bundle bundle = new Bundle();
  private boolean open = true;
  private @Nullable Refusal refusal;

  Group(Pipeline pipeline) {
    this.pipeline = pipeline;
  }

  <Q, R> CompletableFuture<R> add(
      Call call, Line<Q, R> line, Q request, List<Reservation> reservations) {
    synchronized (this) {
      if (open) {
        reservations.forEach(bundle::add);
        return bundle.add(line, request, call);
      }
      if (refusal != null) {
        return CompletableFuture.failedFuture(refusal);
      }
    }
    return pipeline.submit(line, request, call, reservations);
  }

  /**
   * All of it or none.
   *
   * @param most the time that it may be estimated to take; what a single call asks for may take
   *     longer
   * @throws Refusal when it is too much, for ever or for now; nothing was done then
   */
  public void submit(Duration most) {
    Refusal refused = tryToSubmit(most);
    if (refused != null) {
      // Not under the lock: whoever is told may go on in another group.
      bundle.fail(refused);
      throw refused;
    }
  }

  private synchronized @Nullable Refusal tryToSubmit(Duration most) {
    open = false;
    refusal = tooMuch(most);
    if (refusal == null) {
      refusal = pipeline.submit(bundle).map(Work::refusal).orElse(null);
    }
    return refusal;
  }

  private @Nullable Refusal tooMuch(Duration most) {
    int size = bundle.size();
    long cost = bundle.cost();
    if (size <= 1 || cost <= most.toNanos()) {
      return null;
    }
    long fit = Math.max(1, most.toNanos() / (cost / size));
    return Refusal.invalid(
        "items",
        "would take more than "
            + most.toMillis()
            + " ms to compute; send about "
            + fit
            + " of this kind at a time");
  }
}
