package io.kexd.server.rpc;

import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Call;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** Carries a unary call through: who calls, the answer or the refusal, how long it took. */
final class Calls {
  private final Meters meters;

  Calls(Meters meters) {
    this.meters = meters;
  }

  /** Answers with what the work gives. */
  <T, R> void answer(
      Operation operation,
      StreamObserver<R> out,
      Function<Call, CompletableFuture<T>> work,
      Function<T, R> encode) {
    answer(operation, out, work, encode, sent -> {});
  }

  /**
   * Answers with what the work gives.
   *
   * @param wipe given the result after the reply was copied to the transport
   */
  @SuppressWarnings("FutureReturnValueIgnored") // Both outcomes are answered.
  <T, R> void answer(
      Operation operation,
      StreamObserver<R> out,
      Function<Call, CompletableFuture<T>> work,
      Function<T, R> encode,
      Consumer<T> wipe) {
    long begun = System.nanoTime();
    Context context = Context.current();
    Call call = new Call(Identity.CALLER.get(context), operation, context::isCancelled);
    // With a handler, writing to a call that was cancelled is ignored instead of thrown.
    ((ServerCallStreamObserver<R>) out).setOnCancelHandler(() -> {});
    start(work, call)
        .whenComplete(
            (result, failure) -> {
              Reason reason =
                  failure == null
                      ? send(result, out, encode, wipe)
                      : refuse(operation, failure, out);
              meters.answered(call.curve(), operation, reason, System.nanoTime() - begun);
            });
  }

  private static <T> CompletableFuture<T> start(
      Function<Call, CompletableFuture<T>> work, Call call) {
    try {
      return work.apply(call);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static <T, R> Reason send(
      T result, StreamObserver<R> out, Function<T, R> encode, Consumer<T> wipe) {
    try {
      out.onNext(encode.apply(result));
      out.onCompleted();
      return Reason.OK;
    } finally {
      wipe.accept(result);
    }
  }

  private static Reason refuse(Operation operation, Throwable failure, StreamObserver<?> out) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof Refusal refusal) {
      out.onError(Statuses.of(refusal));
      return refusal.reason();
    }
    Faults.log(operation.name(), cause);
    out.onError(Statuses.internal());
    return Reason.INTERNAL;
  }
}
