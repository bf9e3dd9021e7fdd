package io.kexd.client.load;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.rpc.ErrorInfo;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.StatusProto;
import io.grpc.stub.StreamObserver;
import io.kexd.client.KexdClient;
import io.kexd.client.KexdClientBuilder;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.DestroyKeyPairResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.ItemError;
import io.kexd.v1.KeyExchangeServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.function.BiConsumer;

/** A service on loopback whose exchanges are answered as the test says. */
final class Service implements AutoCloseable {
  private static final BatchExchangeResponse.Item ANSWER =
      BatchExchangeResponse.Item.newBuilder()
          .setResponse(ExchangeResponse.getDefaultInstance())
          .build();

  private static final BatchExchangeResponse.Item REFUSAL =
      BatchExchangeResponse.Item.newBuilder()
          .setError(ItemError.newBuilder().setReason(ErrorReason.ERROR_REASON_OVERLOADED))
          .build();

  private final Server server;

  Service(BiConsumer<ExchangeRequest, StreamObserver<ExchangeResponse>> exchange)
      throws IOException {
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new Exchanges(exchange))
            .build()
            .start();
  }

  KexdClientBuilder client() {
    return KexdClient.builder("127.0.0.1:" + server.getPort());
  }

  /** Answers with nothing. */
  static void answer(StreamObserver<ExchangeResponse> reply) {
    reply.onNext(ExchangeResponse.getDefaultInstance());
    reply.onCompleted();
  }

  /** A refusal as kexd's, or one of another domain. */
  static StatusRuntimeException refusal(Status.Code code, String reason, String domain) {
    ErrorInfo info = ErrorInfo.newBuilder().setReason(reason).setDomain(domain).build();
    return StatusProto.toStatusRuntimeException(
        com.google.rpc.Status.newBuilder()
            .setCode(code.value())
            .addDetails(Any.pack(info))
            .build());
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  private static final class Exchanges extends KeyExchangeServiceGrpc.KeyExchangeServiceImplBase {
    private final BiConsumer<ExchangeRequest, StreamObserver<ExchangeResponse>> exchange;

    Exchanges(BiConsumer<ExchangeRequest, StreamObserver<ExchangeResponse>> exchange) {
      this.exchange = exchange;
    }

    @Override
    public void exchange(ExchangeRequest request, StreamObserver<ExchangeResponse> reply) {
      exchange.accept(request, reply);
    }

    /** Every item but the first is refused. */
    @Override
    public void batchExchange(
        BatchExchangeRequest request, StreamObserver<BatchExchangeResponse> reply) {
      BatchExchangeResponse.Builder items = BatchExchangeResponse.newBuilder();
      for (int i = 0; i < request.getItemsCount(); i++) {
        items.addItems(i == 0 ? ANSWER : REFUSAL);
      }
      reply.onNext(items.build());
      reply.onCompleted();
    }

    @Override
    public void generateKeyPair(
        GenerateKeyPairRequest request, StreamObserver<GenerateKeyPairResponse> reply) {
      ByteString key = ByteString.copyFromUtf8("key of " + request.getCurve());
      reply.onNext(
          GenerateKeyPairResponse.newBuilder().setHandle("handle").setPublicKey(key).build());
      reply.onCompleted();
    }

    @Override
    public void destroyKeyPair(
        DestroyKeyPairRequest request, StreamObserver<DestroyKeyPairResponse> reply) {
      reply.onNext(DestroyKeyPairResponse.getDefaultInstance());
      reply.onCompleted();
    }
  }
}
