package io.kexd.server.rpc;

import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kexd.server.keys.Caller;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Call;
import io.kexd.server.service.Group;
import io.kexd.server.service.Limits;
import io.kexd.server.service.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** Carries a batch through: one reply with each item's own outcome, or one refusal of all. */
final class Batches {
  private final Limits limits;
  private final Supplier<Group> groups;
  private final Meters meters;

  Batches(Limits limits, Supplier<Group> groups, Meters meters) {
    this.limits = limits;
    this.groups = groups;
    this.meters = meters;
  }

  /**
   * What a batch is of.
   *
   * @param ref the caller's name for an item
   * @param work what is done for an item
   * @param wipe given each result after the reply was copied to the transport
   * @param <Q> an item of the request
   * @param <T> its result
   */
  record Kind<Q, T>(
      Operation operation,
      Function<Q, String> ref,
      BiFunction<Call, Q, CompletableFuture<T>> work,
      Consumer<T> wipe) {}

  /** Answers with what becomes of the items, in their order. */
  @SuppressWarnings("FutureReturnValueIgnored") // The outcomes are the items' own.
  <Q, T, R> void answer(
      Kind<Q, T> kind, List<Q> requests, StreamObserver<R> out, Function<List<Item<T>>, R> encode) {
    // With a handler, writing to a call that was cancelled is ignored instead of thrown.
    ((ServerCallStreamObserver<R>) out).setOnCancelHandler(() -> {});
    long begun = System.nanoTime();
    List<Item<T>> items;
    try {
      items = begin(kind, requests);
    } catch (Refusal refusal) {
      meters.answered(
          Meters.NO_CURVE, kind.operation(), refusal.reason(), System.nanoTime() - begun);
      out.onError(Statuses.of(refusal));
      return;
    }
    CompletableFuture.allOf(items.stream().map(Item::result).toArray(CompletableFuture[]::new))
        .whenComplete((done, failure) -> send(kind, items, out, encode));
  }

  private <Q, T> List<Item<T>> begin(Kind<Q, T> kind, List<Q> requests) {
    limits.checkItems(requests.size());
    for (int i = 0; i < requests.size(); i++) {
      Limits.checkRef(i, kind.ref().apply(requests.get(i)));
    }
    Context context = Context.current();
    Caller caller = Identity.CALLER.get(context);
    Group group = groups.get();
    List<Item<T>> items = new ArrayList<>(requests.size());
    for (Q request : requests) {
      Call call =
          new Call(
              caller,
              kind.operation(),
              context::isCancelled,
              () -> Calls.nanosLeft(context),
              group);
      items.add(new Item<>(kind.ref().apply(request), call, c -> kind.work().apply(c, request)));
    }
    group.submit(limits.batchTime());
    return items;
  }

  private <Q, T, R> void send(
      Kind<Q, T> kind,
      List<Item<T>> items,
      StreamObserver<R> out,
      Function<List<Item<T>>, R> encode) {
    try {
      out.onNext(encode.apply(items));
    } catch (RuntimeException | Error e) {
      out.onError(Statuses.of(Calls.refusal(kind.operation(), e)));
      return;
    } finally {
      items.forEach(item -> item.wipe(kind.wipe()));
    }
    // Before the call is closed: whoever has its answer finds it counted.
    items.forEach(item -> item.measure(meters));
    out.onCompleted();
  }
}
