package io.kexd.server;

import static io.kexd.server.Failure.assertFails;

import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client that opens a call and ends it without its one message. */
class NoMessageTest {
  private static final MethodDescriptor<ExchangeRequest, ExchangeResponse> STREAMED =
      KeyExchangeServiceGrpc.getExchangeMethod().toBuilder()
          .setType(MethodDescriptor.MethodType.BIDI_STREAMING)
          .build();

  @Test
  void isTheCallersFault() throws Exception {
    try (TestServer server = TestServer.start()) {
      CompletableFuture<ExchangeResponse> reply = new CompletableFuture<>();
      ClientCalls.asyncBidiStreamingCall(
              server.plain().newCall(STREAMED, CallOptions.DEFAULT), observe(reply))
          .onCompleted();
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          ErrorReason.ERROR_REASON_INVALID_REQUEST,
          () -> {
            throw failure(reply);
          });
    }
  }

  private static StreamObserver<ExchangeResponse> observe(
      CompletableFuture<ExchangeResponse> reply) {
    return new StreamObserver<>() {
      @Override
      public void onNext(ExchangeResponse value) {
        reply.complete(value);
      }

      @Override
      public void onError(Throwable t) {
        reply.completeExceptionally(t);
      }

      @Override
      public void onCompleted() {
        reply.cancel(false);
      }
    };
  }

  private static Throwable failure(CompletableFuture<ExchangeResponse> reply) throws Exception {
    try {
      throw new AssertionError("an answer: " + reply.get(60, TimeUnit.SECONDS));
    } catch (ExecutionException e) {
      return Objects.requireNonNull(e.getCause());
    }
  }
}
