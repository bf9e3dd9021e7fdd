package io.kexd.server.service;

import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Asker;
import io.kexd.server.pipeline.Line;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.Reservation;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.pipeline.Shed;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.ToLongFunction;

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

  /** A line for operations of one kind that are computed together, after the self-test. */
  <Q, R> Line<Q, R> line(String curve, Operation operation, Line.Computation<Q, R> computation) {
    return pipeline.line(curve, operation, tested(curve, computation));
  }

  /**
   * The same.
   *
   * @param bytes the size of the message that a request holds
   */
  <Q, R> Line<Q, R> line(
      String curve,
      Operation operation,
      ToLongFunction<Q> bytes,
      Line.Computation<Q, R> computation) {
    return pipeline.line(curve, operation, bytes, tested(curve, computation));
  }

  /** The same for operations that are never computed together. */
  <Q, R> Line<Q, R> lineOfSingles(
      String curve,
      Operation operation,
      ToLongFunction<Q> bytes,
      Line.Computation<Q, R> computation) {
    return pipeline.lineOfSingles(curve, operation, bytes, tested(curve, computation));
  }

  private <Q, R> Line.Computation<Q, R> tested(String curve, Line.Computation<Q, R> computation) {
    return jobs -> {
      if (!selfTests.passes(curve)) {
        throw Refusal.of(
            Reason.INTERNAL, "the server's self-test of this curve failed; the server logged it");
      }
      computation.compute(jobs);
    };
  }

  /** Calls whose work is submitted together. */
  Group group() {
    return new Group(pipeline);
  }

  /** Runs on a worker; what the computation settles it with is what the future holds. */
  <Q, R> CompletableFuture<R> submit(Call call, Line<Q, R> line, Q request) {
    return submit(call, line, request, List.of());
  }

  /**
   * The same, admitted with the time for what follows: {@link #finish} computes that, and whoever
   * made the reservations gives them back.
   */
  <Q, R> CompletableFuture<R> submit(
      Call call, Line<Q, R> line, Q request, List<Reservation> reservations) {
    return refusing(
        call.group().isPresent()
            ? call.group().get().add(call, line, request, reservations)
            : pipeline.submit(line, request, call, reservations));
  }

  void giveBack(List<Reservation> reservations) {
    reservations.forEach(pipeline::giveBack);
  }

  /** Runs the rest of an operation on a worker; it is never refused for what else there is. */
  <Q, R> CompletableFuture<R> finish(Line<Q, R> line, Q request, Asker asker) {
    return refusing(pipeline.finish(line, request, asker));
  }

  private static <R> CompletableFuture<R> refusing(CompletableFuture<R> result) {
    return result.exceptionally(
        thrown -> {
          throw new CompletionException(thrown instanceof Shed shed ? refusal(shed) : thrown);
        });
  }

  static Refusal refusal(Shed shed) {
    return switch (shed.reason()) {
      case OVERLOADED ->
          Refusal.retry(
              Reason.OVERLOADED,
              "the server has as much work, or as much of this curve, as it may take, or more than"
                  + " the deadline allows; nothing was computed, try again later",
              shed.retryAfter());
      case DEADLINE_EXCEEDED ->
          Refusal.of(Reason.DEADLINE_EXCEEDED, "the deadline passed before the work began");
      case SHUTTING_DOWN ->
          Refusal.of(Reason.SHUTTING_DOWN, "the server is shutting down; try another");
    };
  }
}
