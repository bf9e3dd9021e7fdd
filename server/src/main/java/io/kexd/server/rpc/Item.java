package io.kexd.server.rpc;

import io.kexd.server.metrics.Meters;
import io.kexd.server.service.Call;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import io.kexd.v1.ItemError;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of several operations that are answered together. All but {@link #result} is for when it is
 * settled, and for one thread at a time.
 */
final class Item<T> {
  private final String ref;
  private final Call call;
  private final CompletableFuture<T> result;
  private final long begun = System.nanoTime();
  private @Nullable Refusal refusal;

  /** Begins one. */
  Item(String ref, Call call, Function<Call, CompletableFuture<T>> work) {
    this.ref = ref;
    this.call = call;
    this.result = Calls.start(call, work);
  }

  /** The caller's name for it. */
  String ref() {
    return ref;
  }

  CompletableFuture<T> result() {
    return result;
  }

  /** Hands over its answer or its error. */
  void tell(Consumer<T> answer, Consumer<ItemError> error) {
    if (result.isCompletedExceptionally()) {
      error.accept(Statuses.itemError(refusal()));
    } else {
      answer.accept(result.resultNow());
    }
  }

  /** Counts its outcome, and the time that it took until now. */
  void measure(Meters meters) {
    Reason reason = result.isCompletedExceptionally() ? refusal().reason() : Reason.OK;
    meters.answered(call.curve(), call.operation(), reason, System.nanoTime() - begun);
  }

  /** Wipes its answer, if it has one. */
  void wipe(Consumer<T> wipe) {
    if (!result.isCompletedExceptionally()) {
      wipe.accept(result.resultNow());
    }
  }

  private Refusal refusal() {
    if (refusal == null) {
      refusal = Calls.refusal(call.operation(), result.exceptionNow());
    }
    return refusal;
  }
}
