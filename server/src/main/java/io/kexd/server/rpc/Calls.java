package io.kexd.server.rpc;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Call;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

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
    Context context = Context.current();
    Call call =
        new Call(
            Identity.CALLER.get(context),
            operation,
            context::isCancelled,
            () -> nanosLeft(context));
    Answer<R> answer = new Answer<>(call, out);
    // With a handler, writing to a call that was cancelled is ignored instead of thrown.
    ((ServerCallStreamObserver<R>) out).setOnCancelHandler(() -> {});
    start(call, work)
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                answer.send(() -> encode.apply(result), () -> wipe.accept(result));
              } else {
                answer.refuse(failure);
              }
            });
  }

  static long nanosLeft(Context context) {
    Deadline deadline = context.getDeadline();
    return deadline == null ? Long.MAX_VALUE : deadline.timeRemaining(TimeUnit.NANOSECONDS);
  }

  /** What the work throws at once is an outcome like any other. */
  static <T> CompletableFuture<T> start(Call call, Function<Call, CompletableFuture<T>> work) {
    try {
      return work.apply(call);
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** What the caller is told of a failure; a fault of the server is logged and told as such. */
  static Refusal refusal(Operation operation, Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof CompletionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    if (cause instanceof Refusal refusal) {
      return refusal;
    }
    Faults.log(operation.name(), cause);
    return Statuses.fault();
  }

  private final class Answer<R> {
    private final Call call;
    private final StreamObserver<R> out;
    private final long begun = System.nanoTime();

    Answer(Call call, StreamObserver<R> out) {
      this.call = call;
      this.out = out;
    }

    void send(Supplier<R> encode, Runnable wipe) {
      try {
        out.onNext(encode.get());
      } catch (RuntimeException | Error e) {
        refuse(e);
        return;
      } finally {
        wipe.run();
      }
      measure(Reason.OK);
      out.onCompleted();
    }

    void refuse(Throwable failure) {
      Refusal refusal = Calls.refusal(call.operation(), failure);
      measure(refusal.reason());
      out.onError(Statuses.of(refusal));
    }

    // Before the call is closed: whoever has its answer finds it counted.
    private void measure(Reason reason) {
      meters.answered(call.curve(), call.operation(), reason, System.nanoTime() - begun);
    }
  }
}
