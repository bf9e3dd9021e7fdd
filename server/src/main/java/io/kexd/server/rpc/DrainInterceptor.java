package io.kexd.server.rpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Once the server drains: new calls are refused, calls in flight finish, and streams that have no
 * end of their own (a health watch, reflection) are ended, because a graceful shutdown would wait
 * for them in vain. A stream may be closed from several sides; what comes after is dropped.
 */
final class DrainInterceptor implements ServerInterceptor {
  private final Set<Stream<?, ?>> streams = ConcurrentHashMap.newKeySet();
  private final MethodDescriptor<?, ?> endsItself;
  private volatile boolean draining;

  /**
   * @param endsItself a method whose streams are drained by who serves them
   */
  DrainInterceptor(MethodDescriptor<?, ?> endsItself) {
    this.endsItself = endsItself;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    if (draining) {
      StatusRuntimeException refusal = refusal();
      call.close(refusal.getStatus(), Identity.trailers(refusal));
      return new ServerCall.Listener<>() {};
    }
    MethodDescriptor<Q, R> method = call.getMethodDescriptor();
    if (method.getType().serverSendsOneMessage()) {
      return next.startCall(call, headers);
    }
    Stream<Q, R> stream = new Stream<>(call);
    return method.getFullMethodName().equals(endsItself.getFullMethodName())
        ? next.startCall(stream, headers)
        : follow(stream, headers, next);
  }

  /** Refuses new calls and ends the endless ones. */
  void drain() {
    draining = true;
    streams.forEach(Stream::end);
  }

  private <Q, R> ServerCall.Listener<Q> follow(
      Stream<Q, R> stream, Metadata headers, ServerCallHandler<Q, R> next) {
    streams.add(stream);
    ServerCall.Listener<Q> listener = next.startCall(stream, headers);
    if (draining) {
      stream.end();
    }
    return new SimpleForwardingServerCallListener<>(listener) {
      @Override
      public void onCancel() {
        streams.remove(stream);
        super.onCancel();
      }

      @Override
      public void onComplete() {
        streams.remove(stream);
        super.onComplete();
      }
    };
  }

  private static StatusRuntimeException refusal() {
    return Statuses.of(
        Refusal.of(Reason.SHUTTING_DOWN, "the server is shutting down; try another"));
  }

  /** A call may be closed once and by one thread at a time: here by the service and by a drain. */
  private static final class Stream<Q, R> extends SimpleForwardingServerCall<Q, R> {
    private boolean closed;

    Stream(ServerCall<Q, R> call) {
      super(call);
    }

    @Override
    public synchronized void sendHeaders(Metadata headers) {
      if (!closed) {
        super.sendHeaders(headers);
      }
    }

    @Override
    public synchronized void sendMessage(R message) {
      if (!closed) {
        super.sendMessage(message);
      }
    }

    @Override
    public synchronized void close(Status status, Metadata trailers) {
      if (!closed) {
        closed = true;
        super.close(status, trailers);
      }
    }

    void end() {
      StatusRuntimeException refusal = refusal();
      close(refusal.getStatus(), Identity.trailers(refusal));
    }
  }
}
