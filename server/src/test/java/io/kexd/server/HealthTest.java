package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.reflection.v1.ServiceResponse;
import io.grpc.stub.StreamObserver;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;

/** Health and reflection. */
class HealthTest {
  private static final List<String> SERVICES =
      List.of("", "kexd.v1.KeyExchangeService", "kexd.v1.SigningService");

  @Test
  void servingByNameAndEndedByShutdown() throws Exception {
    TestServer server = TestServer.start();
    for (String service : SERVICES) {
      assertEquals(
          ServingStatus.SERVING,
          HealthGrpc.newBlockingStub(server.plain()).check(request(service)).getStatus());
    }
    StatusRuntimeException unknown =
        assertThrows(
            StatusRuntimeException.class,
            () -> HealthGrpc.newBlockingStub(server.plain()).check(request("kexd.v1.None")));
    assertEquals(Status.Code.NOT_FOUND, unknown.getStatus().getCode());

    // A watcher is told, then let go: it does not hold the shutdown up for its whole grace.
    Iterator<HealthCheckResponse> watch =
        HealthGrpc.newBlockingStub(server.plain()).watch(request(SERVICES.get(1)));
    assertEquals(ServingStatus.SERVING, watch.next().getStatus());
    Thread closer = new Thread(server.server()::close);
    closer.start();
    assertEquals(ServingStatus.NOT_SERVING, watch.next().getStatus());
    StatusRuntimeException ended = assertThrows(StatusRuntimeException.class, watch::hasNext);
    assertEquals(Status.Code.UNAVAILABLE, ended.getStatus().getCode());
    closer.join(15_000);
    assertEquals(Thread.State.TERMINATED, closer.getState());
    server.close();
  }

  @Test
  void reflectionIsOnForPlaintextOnLoopback() throws Exception {
    try (TestServer server = TestServer.start()) {
      List<String> names =
          reflect(server).join().getListServicesResponse().getServiceList().stream()
              .map(ServiceResponse::getName)
              .toList();
      assertTrue(names.containsAll(SERVICES.subList(1, 3)), names.toString());
    }
  }

  @Test
  void reflectionCanBeOff() throws Exception {
    try (TestServer server = TestServer.start("reflection", "never")) {
      CompletableFuture<ServerReflectionResponse> reply = reflect(server);
      CompletionException refused = assertThrows(CompletionException.class, reply::join);
      assertEquals(Status.Code.UNIMPLEMENTED, Status.fromThrowable(refused).getCode());
    }
  }

  private static CompletableFuture<ServerReflectionResponse> reflect(TestServer server) {
    CompletableFuture<ServerReflectionResponse> reply = new CompletableFuture<>();
    StreamObserver<ServerReflectionRequest> out =
        ServerReflectionGrpc.newStub(server.plain())
            .serverReflectionInfo(
                new StreamObserver<>() {
                  @Override
                  public void onNext(ServerReflectionResponse value) {
                    reply.complete(value);
                  }

                  @Override
                  public void onError(Throwable t) {
                    reply.completeExceptionally(t);
                  }

                  @Override
                  public void onCompleted() {}
                });
    out.onNext(ServerReflectionRequest.newBuilder().setListServices("").build());
    out.onCompleted();
    return reply;
  }

  private static HealthCheckRequest request(String service) {
    return HealthCheckRequest.newBuilder().setService(service).build();
  }
}
