package io.kexd.server.rpc;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.kexd.server.metrics.Meters;

/** Measures calls of every service by method and status; unknown methods never come here. */
final class MeterInterceptor implements ServerInterceptor {
  private final Meters meters;

  MeterInterceptor(Meters meters) {
    this.meters = meters;
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    long begun = System.nanoTime();
    return next.startCall(
        new SimpleForwardingServerCall<>(call) {
          @Override
          public void close(Status status, Metadata trailers) {
            meters.grpcCall(
                getMethodDescriptor().getFullMethodName(),
                status.getCode().name(),
                System.nanoTime() - begun);
            super.close(status, trailers);
          }
        },
        headers);
  }
}
