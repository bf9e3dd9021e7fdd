package io.kexd.server.rpc;

import static io.kexd.server.Failure.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.kexd.crypto.Curves;
import io.kexd.server.Failure;
import io.kexd.server.Peer;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Curve;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.ListCurvesRequest;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A fault of the server, a full queue and a drain, as a client sees them. */
class FaultTest {
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Faults.class);
  private final HeldServer server = new HeldServer(16);
  private final ManagedChannel channel = server.channel;

  FaultTest() throws IOException {}

  @BeforeEach
  void start() {
    log.start();
    logger.addAppender(log);
  }

  @AfterEach
  void stop() {
    server.close();
    logger.detachAppender(log);
  }

  @Test
  void aFaultIsLoggedWithoutItsMessageAndNotShown() {
    server.random.fails = true;
    StatusRuntimeException thrown =
        assertThrows(
            StatusRuntimeException.class,
            () -> KeyExchangeServiceGrpc.newBlockingStub(channel).exchange(exchange()));
    assertFails(
        Status.Code.INTERNAL,
        ErrorReason.ERROR_REASON_INTERNAL,
        () -> {
          throw thrown;
        });
    assertFalse(thrown.toString().contains(HeldServer.INSIDE));
    List<String> lines = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    assertEquals(1, lines.size());
    String line = lines.get(0);
    assertTrue(line.contains("EXCHANGE"), line);
    assertTrue(line.contains("java.lang.IllegalStateException at "), line);
    assertTrue(line.contains("caused by java.lang.IllegalArgumentException"), line);
    assertFalse(line.contains(HeldServer.INSIDE), line);
    assertFalse(line.contains("\n"), line);
  }

  @Test
  void aSchemeWhoseSelfTestFailedDoesNotServe() {
    server.selfTest =
        () -> {
          throw new IllegalStateException(HeldServer.INSIDE);
        };
    assertEquals(List.of("x25519"), enabled());
    for (int i = 0; i < 2; i++) {
      Failure failure =
          Failure.of(() -> KeyExchangeServiceGrpc.newBlockingStub(channel).exchange(exchange()));
      assertEquals(Status.Code.INTERNAL, failure.code());
      assertEquals(ErrorReason.ERROR_REASON_INTERNAL, failure.reason());
      assertTrue(failure.message().contains("self-test"), failure.message());
    }
    assertEquals(List.of(), enabled());
    assertEquals(List.of(), log.list);
  }

  private List<String> enabled() {
    return KeyExchangeServiceGrpc.newBlockingStub(channel)
        .listCurves(ListCurvesRequest.getDefaultInstance())
        .getCurvesList()
        .stream()
        .filter(Curve::getEnabled)
        .map(Curve::getId)
        .toList();
  }

  @Test
  void onceItDrainsNewCallsAreRefusedWithAReason() {
    assertEquals(
        Curves.all().size(),
        KeyExchangeServiceGrpc.newBlockingStub(channel)
            .listCurves(ListCurvesRequest.getDefaultInstance())
            .getCurvesCount());
    server.services.drain();
    assertFails(
        Status.Code.UNAVAILABLE,
        ErrorReason.ERROR_REASON_SHUTTING_DOWN,
        () ->
            KeyExchangeServiceGrpc.newBlockingStub(channel)
                .listCurves(ListCurvesRequest.getDefaultInstance()));
    assertFails(
        Status.Code.UNAVAILABLE,
        ErrorReason.ERROR_REASON_SHUTTING_DOWN,
        () ->
            HealthGrpc.newBlockingStub(channel)
                .watch(HealthCheckRequest.getDefaultInstance())
                .next());
  }

  @Test
  void aDeadlineThatPassesInTheQueueUsesNothing() throws Exception {
    KeyExchangeServiceBlockingStub stub = KeyExchangeServiceGrpc.newBlockingStub(channel);
    GenerateKeyPairResponse pair =
        stub.generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
    AgreeRequest agree =
        AgreeRequest.newBuilder()
            .setHandle(pair.getHandle())
            .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
            .build();
    server.random.holds = true;
    ListenableFuture<ExchangeResponse> running =
        KeyExchangeServiceGrpc.newFutureStub(channel).exchange(exchange());
    server.random.held.acquire();
    StatusRuntimeException late =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub.withDeadlineAfter(500, TimeUnit.MILLISECONDS).agree(agree));
    assertEquals(Status.Code.DEADLINE_EXCEEDED, late.getStatus().getCode());
    assertEquals(2, server.pipeline.permitsInUse());
    // The server's own clock for that deadline may be a little behind the client's.
    Thread.sleep(200);
    server.random.holds = false;
    server.random.release.release();
    assertEquals(32, running.get().getSecret().size());
    assertEquals(32, stub.agree(agree).getSecret().size());
  }

  private static ExchangeRequest exchange() {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
        .build();
  }
}
