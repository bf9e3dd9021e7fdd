package io.kexd.client;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.PrototypeMarshaller;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.ServiceDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SigningServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A server on loopback that fails its first calls as it is told and then answers with nothing. */
final class FakeServer implements AutoCloseable {
  private static final List<ServiceDescriptor> SERVICES =
      List.of(
          KeyExchangeServiceGrpc.getServiceDescriptor(), SigningServiceGrpc.getServiceDescriptor());

  private final List<Message> requests = new CopyOnWriteArrayList<>();
  private final int failures;
  private final StatusRuntimeException failure;
  private final Server server;

  private FakeServer(int failures, StatusRuntimeException failure) throws IOException {
    this.failures = failures;
    this.failure = failure;
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    SERVICES.forEach(service -> builder.addService(define(service)));
    server = builder.build().start();
  }

  /** One whose first calls fail. */
  static FakeServer failing(int times, StatusRuntimeException failure) throws IOException {
    return new FakeServer(times, failure);
  }

  /** The names of all methods of kexd. */
  static Stream<String> methods() {
    return SERVICES.stream()
        .flatMap(service -> service.getMethods().stream())
        .map(method -> String.valueOf(method.getBareMethodName()));
  }

  String target() {
    return "127.0.0.1:" + server.getPort();
  }

  /** What it was asked, failed calls included. */
  List<Message> requests() {
    return requests;
  }

  private ServerServiceDefinition define(ServiceDescriptor service) {
    ServerServiceDefinition.Builder builder = ServerServiceDefinition.builder(service);
    service.getMethods().forEach(method -> add(builder, method));
    return builder.build();
  }

  private <Q, R> void add(ServerServiceDefinition.Builder builder, MethodDescriptor<Q, R> method) {
    PrototypeMarshaller<R> replies = (PrototypeMarshaller<R>) method.getResponseMarshaller();
    R empty = Objects.requireNonNull(replies.getMessagePrototype());
    builder.addMethod(
        method,
        method.getType() == MethodDescriptor.MethodType.UNARY
            ? ServerCalls.asyncUnaryCall((request, reply) -> answer(request, empty, reply))
            : ServerCalls.asyncBidiStreamingCall(reply -> answerFirst(empty, reply)));
  }

  private <Q, R> StreamObserver<Q> answerFirst(R empty, StreamObserver<R> reply) {
    return new StreamObserver<>() {
      @Override
      public void onNext(Q request) {
        answer(request, empty, reply);
      }

      @Override
      public void onError(Throwable cancelled) {}

      @Override
      public void onCompleted() {}
    };
  }

  private <Q, R> void answer(Q request, R empty, StreamObserver<R> reply) {
    requests.add((Message) request);
    if (requests.size() <= failures) {
      reply.onError(failure);
    } else {
      reply.onNext(empty);
      reply.onCompleted();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
