package io.kexd.server.rpc;

import com.google.protobuf.MessageLite;
import io.grpc.Attributes;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.StatusRuntimeException;
import io.kexd.server.metrics.Meters;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.time.Duration;
import java.util.Objects;

/**
 * Bounds the memory that replies take until the network has taken them: a client that does not read
 * would have them pile up. What a call's reply may be is held from its message on, what it is until
 * the call has ended, or until its stream takes more. A connection may hold an eighth of what is
 * free of the bound, and one that holds nothing all of it; further messages on it are refused.
 * Thread-safe.
 */
final class UnreadReplies extends ServerTransportFilter implements ServerInterceptor {
  private static final Attributes.Key<Connection> ON_CONNECTION = Attributes.Key.create("replies");
  private static final int SHARE = 8;
  private static final Duration RETRY = Duration.ofMillis(100);

  private final long bound;
  private final Meters meters;
  private long all;

  /** Guarded by the whole's lock. */
  private static final class Connection {
    private long held;
  }

  /**
   * @param bound bytes of all replies together
   */
  UnreadReplies(long bound, Meters meters) {
    this.bound = bound;
    this.meters = meters;
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    return attributes.toBuilder().set(ON_CONNECTION, new Connection()).build();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Connection connection = Objects.requireNonNull(call.getAttributes().get(ON_CONNECTION));
    Counted<Q, R> counted = new Counted<>(call, connection);
    return new Guard<>(next.startCall(counted, headers), counted);
  }

  private synchronized boolean take(Connection connection, long bytes) {
    long free = bound - all;
    // Whoever reads is served whatever others hold, as long as the reply is short.
    boolean fits =
        connection.held == 0
            ? bytes == 0 || bytes <= free
            : connection.held + bytes <= free / SHARE;
    if (fits) {
      add(connection, bytes);
    }
    return fits;
  }

  private synchronized void add(Connection connection, long bytes) {
    connection.held += bytes;
    all += bytes;
  }

  /** Bytes that are held. */
  synchronized long bytes() {
    return all;
  }

  /** A call and what it holds. */
  private final class Counted<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private final Connection connection;
    private final boolean unary = getMethodDescriptor().getType().serverSendsOneMessage();
    private long held;
    private boolean ended;

    Counted(ServerCall<Q, R> call, Connection connection) {
      super(call);
      this.connection = connection;
    }

    /** Whether there is room for the reply. Those of a stream are counted when they are sent. */
    synchronized boolean expect(Q message) {
      long bytes = unary ? ReplySize.secrets(message) : 0;
      boolean fits = take(connection, bytes);
      held += fits ? bytes : 0;
      return fits;
    }

    @Override
    public synchronized void sendMessage(R message) {
      if (unary || isReady()) {
        release();
      }
      if (!ended && message instanceof MessageLite reply) {
        hold(reply.getSerializedSize());
      }
      super.sendMessage(message);
    }

    /** A stream that takes more has passed on all but little. */
    synchronized void ready() {
      if (!unary && isReady()) {
        release();
      }
    }

    private void hold(long bytes) {
      held += bytes;
      add(connection, bytes);
    }

    private void release() {
      hold(-held);
    }

    /** The call is over: what is sent from now on goes nowhere. */
    synchronized void end() {
      release();
      ended = true;
    }

    void refuse() {
      meters.shed(Reason.OVERLOADED);
      StatusRuntimeException refusal =
          Statuses.of(
              Refusal.retry(
                  Reason.OVERLOADED,
                  "the replies that wait on this connection take as much memory as they may; "
                      + (unary
                          ? "nothing was computed, read them and try again"
                          : "this stream ends, and what it has under way gets no answer"),
                  RETRY));
      close(refusal.getStatus(), Identity.trailers(refusal));
    }
  }

  private static final class Guard<Q> extends SimpleForwardingServerCallListener<Q> {
    private final UnreadReplies.Counted<Q, ?> call;
    private boolean refused;

    Guard(ServerCall.Listener<Q> listener, UnreadReplies.Counted<Q, ?> call) {
      super(listener);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      if (refused) {
        return;
      }
      if (call.expect(message)) {
        super.onMessage(message);
      } else {
        refused = true;
        call.refuse();
      }
    }

    @Override
    public void onHalfClose() {
      if (!refused) {
        super.onHalfClose();
      }
    }

    @Override
    public void onReady() {
      call.ready();
      super.onReady();
    }

    @Override
    public void onCancel() {
      call.end();
      super.onCancel();
    }

    @Override
    public void onComplete() {
      call.end();
      super.onComplete();
    }
  }
}
