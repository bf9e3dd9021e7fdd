package io.kexd.server.service;

import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.pipeline.Shed;
import io.kexd.server.pipeline.Task;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Hands a call's work to the pipeline, and tells its caller why when it was given up. */
public final class Work {
  private final Pipeline pipeline;
  private final SelfTests selfTests;

  public Work(Pipeline pipeline, SelfTests selfTests) {
    this.pipeline = pipeline;
    this.selfTests = selfTests;
  }

  /** Whether the self-test of an enabled curve failed; none runs for the question. */
  boolean hasFailed(String curve) {
    return selfTests.state(curve) == SelfTests.State.FAILED;
  }

  /** Whether an enabled curve has passed its self-test; none runs for the question. */
  boolean hasPassed(String curve) {
    return selfTests.state(curve) == SelfTests.State.PASSED;
  }

  /** Runs on a worker; what the work throws is what the future holds. */
  <T> CompletableFuture<T> submit(Call call, Supplier<T> work) {
    Supplier<T> tested =
        () -> {
          if (!selfTests.passes(call.curve())) {
            throw Refusal.of(
                Reason.INTERNAL,
                "the server's self-test of this curve failed; the server logged it");
          }
          return work.get();
        };
    return pipeline
        .submit(new Task<>(call.curve(), call.operation(), call.abandoned(), tested))
        .exceptionally(
            thrown -> {
              throw new CompletionException(thrown instanceof Shed shed ? refusal(shed) : thrown);
            });
  }

  private static Refusal refusal(Shed shed) {
    return switch (shed.reason()) {
      case OVERLOADED ->
          Refusal.retry(
              Reason.OVERLOADED,
              "the server has as much work, or as much of this curve, as it may take; nothing was"
                  + " computed, try again later",
              shed.retryAfter());
      case DEADLINE_EXCEEDED ->
          Refusal.of(Reason.DEADLINE_EXCEEDED, "the deadline passed before the work began");
      case SHUTTING_DOWN ->
          Refusal.of(Reason.SHUTTING_DOWN, "the server is shutting down; try another");
    };
  }
}
