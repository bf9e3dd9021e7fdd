package io.kexd.server.rpc;

import io.grpc.Context;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kexd.server.keys.Caller;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.service.Call;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.KeyExchange.Exchanged;
import io.kexd.server.service.Limits;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * One stream of exchanges. Each item is an exchange of its own; what is settled in one turn of the
 * event loop is sent together. A message is asked for only while few items wait and the client
 * reads its replies: so a stream holds no more than those items and one message, and the transport
 * no more than their replies.
 */
final class ExchangeStream implements StreamObserver<ExchangeStreamRequest> {
  /** Items of one reply: with the longest secrets a fraction of what clients take. */
  private static final int REPLY_ITEMS = 64;

  private final KeyExchange service;
  private final Limits limits;
  private final Meters meters;
  private final ServerCallStreamObserver<ExchangeStreamResponse> out;
  private final Executor loop;
  private final Consumer<ExchangeStream> onEnd;
  private final Context context = Context.current();
  private final Caller caller = Identity.CALLER.get(context);

  /** Items whose outcome is known, and whether they are about to be sent. */
  private final Queue<Item<Exchanged>> settled = new ConcurrentLinkedQueue<>();

  private final AtomicBoolean sending = new AtomicBoolean();

  // Guarded by this.
  private int inFlight;
  private boolean asked;
  private boolean halfClosed;
  private boolean draining;
  private boolean over;

  /**
   * @param loop runs tasks when the calling thread is done with what it does now
   * @param onEnd told when it is over
   */
  ExchangeStream(
      KeyExchange service,
      Meters meters,
      ServerCallStreamObserver<ExchangeStreamResponse> out,
      Executor loop,
      Consumer<ExchangeStream> onEnd) {
    this.service = service;
    this.limits = service.limits();
    this.meters = meters;
    this.out = out;
    this.loop = loop;
    this.onEnd = onEnd;
  }

  /** Asks for the first message. */
  synchronized void begin() {
    out.disableAutoRequest();
    out.setOnReadyHandler(this::askForMore);
    out.setOnCancelHandler(this::gone);
    out.setOnCloseHandler(this::gone);
    asked = true;
    out.request(1);
  }

  @Override
  public synchronized void onNext(ExchangeStreamRequest message) {
    asked = false;
    if (draining || over) {
      return;
    }
    try {
      check(message);
    } catch (Refusal refusal) {
      end(refusal);
      return;
    }
    message.getItemsList().forEach(this::take);
    askForMore();
  }

  private void check(ExchangeStreamRequest message) {
    limits.checkItems(message.getItemsCount());
    for (int i = 0; i < message.getItemsCount(); i++) {
      Limits.checkRef(i, message.getItems(i).getRef());
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // The item has both outcomes.
  private void take(ExchangeStreamRequest.Item request) {
    inFlight++;
    Item<Exchanged> item =
        new Item<>(
            request.getRef(),
            new Call(
                caller, Operation.EXCHANGE, context::isCancelled, () -> Calls.nanosLeft(context)),
            call -> service.exchange(call, KeyExchangeRpc.decode(request.getRequest())));
    item.result().whenComplete((done, failure) -> settled(item));
  }

  private void settled(Item<Exchanged> item) {
    settled.add(item);
    if (sending.compareAndSet(false, true)) {
      later(this::send);
    }
  }

  private synchronized void send() {
    sending.set(false);
    try {
      for (List<Item<Exchanged>> some = next(); !some.isEmpty(); some = next()) {
        send(some);
      }
    } catch (RuntimeException | Error fault) {
      end(Calls.refusal(Operation.EXCHANGE, fault));
    }
    endWhenDone();
    askForMore();
  }

  private List<Item<Exchanged>> next() {
    List<Item<Exchanged>> some = new ArrayList<>();
    for (int i = 0; i < REPLY_ITEMS; i++) {
      Item<Exchanged> item = settled.poll();
      if (item == null) {
        break;
      }
      some.add(item);
    }
    return some;
  }

  private void send(List<Item<Exchanged>> some) {
    inFlight -= some.size();
    // Whoever has an answer finds it counted.
    some.forEach(item -> item.measure(meters));
    try {
      if (!over) {
        out.onNext(encode(some));
      }
    } finally {
      some.forEach(item -> item.wipe(KeyExchangeRpc::wipe));
    }
  }

  private static ExchangeStreamResponse encode(List<Item<Exchanged>> some) {
    ExchangeStreamResponse.Builder reply = ExchangeStreamResponse.newBuilder();
    for (Item<Exchanged> item : some) {
      ExchangeStreamResponse.Item.Builder one =
          ExchangeStreamResponse.Item.newBuilder().setRef(item.ref());
      item.tell(done -> one.setResponse(KeyExchangeRpc.encode(done)), one::setError);
      reply.addItems(one);
    }
    return reply.build();
  }

  private synchronized void askForMore() {
    boolean wanted = !asked && !halfClosed && !draining && !over;
    if (wanted && inFlight < limits.streamItems() && out.isReady()) {
      asked = true;
      out.request(1);
    }
  }

  /** The client has said all; what is in flight is answered. */
  @Override
  public synchronized void onCompleted() {
    halfClosed = true;
    endWhenDone();
  }

  /** What was read is answered, and nothing more is read. */
  void drain() {
    later(
        () -> {
          synchronized (this) {
            draining = true;
            endWhenDone();
          }
        });
  }

  private void endWhenDone() {
    if (over || inFlight > 0) {
      return;
    }
    if (halfClosed) {
      over = true;
      out.onCompleted();
    } else if (draining) {
      end(
          Refusal.of(
              Reason.SHUTTING_DOWN,
              "the server is shutting down; repeat elsewhere what has no answer"));
    }
  }

  private void end(Refusal refusal) {
    if (!over) {
      over = true;
      out.onError(Statuses.of(refusal));
    }
  }

  @Override
  public void onError(Throwable cancelled) {
    gone();
  }

  private void gone() {
    synchronized (this) {
      over = true;
    }
    onEnd.accept(this);
  }

  private void later(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException stopped) {
      task.run(); // The transport is gone: what is left is wiped.
    }
  }
}
