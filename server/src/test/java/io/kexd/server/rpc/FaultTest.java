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
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.kexd.crypto.Curves;
import io.kexd.server.Failure;
import io.kexd.server.Peer;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.service.Catalog;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.Limits;
import io.kexd.server.service.Pairs;
import io.kexd.server.service.RequestIds;
import io.kexd.server.service.Signing;
import io.kexd.server.service.Work;
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
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A fault of the server, a full queue and a drain, as a client sees them. */
class FaultTest {
  private static final String INSIDE = "what-only-the-server-may-see";

  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(Faults.class);
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 16, true), meters);
  private final Trap random = new Trap();
  private Runnable selfTest = () -> {};
  private final Services services = services();
  private Server server;
  private ManagedChannel channel;

  /** Gives bytes, or fails, or holds its caller up until the test lets go. */
  private static final class Trap extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final transient Semaphore held = new Semaphore(0);
    private final transient Semaphore release = new Semaphore(0);
    private volatile boolean fails;
    private volatile boolean holds;

    @Override
    public void nextBytes(byte[] bytes) {
      if (fails) {
        throw new IllegalStateException(INSIDE, new IllegalArgumentException(INSIDE));
      }
      if (holds) {
        held.release();
        release.acquireUninterruptibly();
      }
      super.nextBytes(bytes);
    }
  }

  @BeforeEach
  void start() throws Exception {
    log.start();
    logger.addAppender(log);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    services.addTo(builder);
    server = builder.build().start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    random.release.release(100);
    channel.shutdownNow();
    server.shutdownNow();
    pipeline.close();
    timer.shutdownNow();
    meters.close();
    logger.detachAppender(log);
  }

  @Test
  void aFaultIsLoggedWithoutItsMessageAndNotShown() {
    random.fails = true;
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
    assertFalse(thrown.toString().contains(INSIDE));
    List<String> lines = log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    assertEquals(1, lines.size());
    String line = lines.get(0);
    assertTrue(line.contains("EXCHANGE"), line);
    assertTrue(line.contains("java.lang.IllegalStateException at "), line);
    assertTrue(line.contains("caused by java.lang.IllegalArgumentException"), line);
    assertFalse(line.contains(INSIDE), line);
    assertFalse(line.contains("\n"), line);
  }

  @Test
  void aSchemeWhoseSelfTestFailedDoesNotServe() {
    selfTest =
        () -> {
          throw new IllegalStateException(INSIDE);
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
    services.drain();
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
    random.holds = true;
    ListenableFuture<ExchangeResponse> running =
        KeyExchangeServiceGrpc.newFutureStub(channel).exchange(exchange());
    random.held.acquire();
    StatusRuntimeException late =
        assertThrows(
            StatusRuntimeException.class,
            () -> stub.withDeadlineAfter(500, TimeUnit.MILLISECONDS).agree(agree));
    assertEquals(Status.Code.DEADLINE_EXCEEDED, late.getStatus().getCode());
    assertEquals(2, pipeline.permitsInUse());
    // The server's own clock for that deadline may be a little behind the client's.
    Thread.sleep(200);
    random.holds = false;
    random.release.release();
    assertEquals(32, running.get().getSecret().size());
    assertEquals(32, stub.agree(agree).getSecret().size());
  }

  private static ExchangeRequest exchange() {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
        .build();
  }

  private Services services() {
    Limits limits =
        new Limits(
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            10,
            10,
            Duration.ofSeconds(60),
            1_024,
            1 << 20,
            4 << 20);
    Catalog catalog = new Catalog(List.of("x25519"));
    Handles handles =
        new Handles(new Handles.Limits(10, 10, Duration.ofMinutes(10), 10), random, timer, c -> {});
    RequestIds ids = new RequestIds(Duration.ofSeconds(60), 10, timer);
    SelfTests selfTests =
        new SelfTests(catalog.all(), scheme -> selfTest.run(), (scheme, why) -> {});
    Work work = new Work(pipeline, selfTests);
    return new Services(
        new KeyExchange(catalog, limits, handles, ids, work, new Pairs(random, Map.of(), false)),
        new Signing(catalog, limits, new SigningKeys(10), ids, work, random),
        meters,
        false);
  }
}
