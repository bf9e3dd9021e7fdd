package io.kexd.server.rpc;

import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;

/**
 * Around the methods of the kexd services: bytes that are not the request's message, or no message
 * at all, are the caller's fault and refused as such (gRPC itself cuts off who sends two); anything
 * that is thrown is the server's, logged and answered with INTERNAL alone.
 */
final class FaultInterceptor implements ServerInterceptor {
  /** As the transport answers when the message comes uncompressed: without details. */
  private static final Status TOO_LARGE =
      Status.RESOURCE_EXHAUSTED.withDescription("the decompressed message exceeds maximum size");

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    return new Guard<>(next.startCall(call, headers), call);
  }

  private static final class Guard<Q> extends SimpleForwardingServerCallListener<Q> {
    private final ServerCall<Q, ?> call;
    private boolean asked;
    private boolean over;

    Guard(ServerCall.Listener<Q> listener, ServerCall<Q, ?> call) {
      super(listener);
      this.call = call;
    }

    @Override
    public void onMessage(Q message) {
      asked = true;
      if (StrictParsing.isMalformed(call.getMethodDescriptor(), message)) {
        refuse("the bytes sent are not the method's message");
      } else if (StrictParsing.isTooLarge(call.getMethodDescriptor(), message)) {
        close(TOO_LARGE.asRuntimeException());
      } else {
        guard(() -> super.onMessage(message));
      }
    }

    @Override
    public void onHalfClose() {
      if (!asked && call.getMethodDescriptor().getType().clientSendsOneMessage()) {
        refuse("the method takes a message and none was sent");
      } else {
        guard(super::onHalfClose);
      }
    }

    private void refuse(String why) {
      close(Statuses.of(Refusal.of(Reason.INVALID_REQUEST, why)));
    }

    private void guard(Runnable step) {
      if (over) {
        return;
      }
      try {
        step.run();
      } catch (RuntimeException fault) {
        Faults.log(call.getMethodDescriptor().getFullMethodName(), fault);
        close(Statuses.internal());
      }
    }

    private void close(StatusRuntimeException refusal) {
      over = true;
      call.close(refusal.getStatus(), Identity.trailers(refusal));
    }
  }
}
