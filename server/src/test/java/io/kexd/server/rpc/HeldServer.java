package io.kexd.server.rpc;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.kexd.crypto.FaultCheck;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.pipeline.SelfTests;
import io.kexd.server.service.Catalog;
import io.kexd.server.service.ExchangeSignatures;
import io.kexd.server.service.KeyAdministration;
import io.kexd.server.service.KeyExchange;
import io.kexd.server.service.Limits;
import io.kexd.server.service.Pairs;
import io.kexd.server.service.RequestIds;
import io.kexd.server.service.Reuse;
import io.kexd.server.service.Signing;
import io.kexd.server.service.Work;
import io.kexd.server.store.MemoryKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;

/** The services on a socket, with one worker that a test can hold up or let fail. */
final class HeldServer implements AutoCloseable {
  /** What a failure of the server holds, and nobody may see. */
  static final String INSIDE = "what-only-the-server-may-see";

  /** Items of a stream that may wait. */
  static final int WINDOW = 8;

  final Trap random = new Trap();
  final Pipeline pipeline;
  final Services services;
  final ManagedChannel channel;
  Runnable selfTest = () -> {};

  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519"));
  private final Server server;

  /** Gives bytes, or fails, or holds its caller up until the test lets go. */
  static final class Trap extends SecureRandom {
    private static final long serialVersionUID = 1;

    final transient Semaphore held = new Semaphore(0);
    final transient Semaphore release = new Semaphore(0);
    volatile boolean fails;
    volatile boolean holds;

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

  /**
   * Starts one.
   *
   * @param permits operations that it admits, 8/17 of them on one curve
   */
  HeldServer(int permits) throws IOException {
    pipeline = new Pipeline(new Pipeline.Config(1, permits, true), meters);
    services = services();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    services.addTo(builder.directExecutor());
    server = builder.build().start();
    channel = NettyChannelBuilder.forAddress("127.0.0.1", server.getPort()).usePlaintext().build();
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
            4 << 20,
            256,
            Duration.ofHours(1),
            WINDOW);
    Catalog catalog = new Catalog(List.of("x25519"));
    Handles handles =
        new Handles(new Handles.Limits(10, 10, Duration.ofMinutes(10), 10), random, timer, c -> {});
    RequestIds ids = new RequestIds(Duration.ofSeconds(60), 10, timer);
    SelfTests selfTests =
        new SelfTests(catalog.all(), scheme -> selfTest.run(), (scheme, why) -> {});
    Work work = new Work(pipeline, selfTests);
    SigningKeys keys = MemoryKeys.open();
    Signing signing = new Signing(catalog, limits, keys, work, FaultCheck.DEFAULT);
    return new Services(
        new KeyExchange(
            catalog,
            limits,
            handles,
            ids,
            work,
            new Pairs(random, Map.of(), false),
            new Reuse(Reuse.Policy.OFF, timer, curve -> {}),
            new ExchangeSignatures(signing, limits)),
        new KeyAdministration(
            catalog, keys, ids, work, new KeyAdministration.Rules(10, Duration.ofHours(1)), random),
        signing,
        meters,
        1 << 20,
        false);
  }

  /** Lets the worker go on. */
  void release() {
    random.holds = false;
    random.release.release();
  }

  @Override
  public void close() {
    random.release.release(100);
    channel.shutdownNow();
    server.shutdownNow();
    pipeline.close();
    timer.shutdownNow();
    meters.close();
  }
}
