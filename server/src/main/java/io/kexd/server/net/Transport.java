package io.kexd.server.net;

import io.grpc.Attributes;
import io.grpc.Server;
import io.grpc.ServerBuilder;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.NettyServerBuilder;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A gRPC server on a socket. Limits here are against clients that hold or flood connections; those
 * on what calls ask for are the services'.
 */
public final class Transport {
  private static final Duration HANDSHAKE_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration KEEPALIVE = Duration.ofMinutes(5);
  private static final Duration KEEPALIVE_TIMEOUT = Duration.ofSeconds(20);
  private static final Duration CLIENT_KEEPALIVE = Duration.ofSeconds(10);
  private static final int HEADER_BYTES = 8 * 1024;
  // Resets per connection: room for clients with short deadlines, none for a rapid-reset attack.
  private static final int RESETS = 4_000;
  private static final int RESETS_SECONDS = 10;

  /**
   * How to listen.
   *
   * @param tls empty for plaintext
   * @param requestSize bytes of a request; a larger one is refused
   * @param streams calls in flight on one connection
   */
  public record Config(
      InetSocketAddress address, Optional<Tls> tls, int requestSize, int streams) {}

  private final Server server;
  private final EventLoopGroup acceptor;
  private final EventLoopGroup loops;
  private final AtomicInteger connections = new AtomicInteger();

  /**
   * Listens.
   *
   * @param services adds them to the server
   * @throws IOException when the address cannot be had
   */
  public Transport(Config config, Consumer<ServerBuilder<?>> services) throws IOException {
    boolean epoll = Epoll.isAvailable();
    IoHandlerFactory io = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
    Class<? extends ServerChannel> channel =
        epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    this.acceptor =
        new MultiThreadIoEventLoopGroup(1, new DefaultThreadFactory("kexd-acceptor", true), io);
    this.loops =
        new MultiThreadIoEventLoopGroup(
            Runtime.getRuntime().availableProcessors(),
            new DefaultThreadFactory("kexd-io", true),
            io);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(config.address())
            .channelType(channel)
            .bossEventLoopGroup(acceptor)
            .workerEventLoopGroup(loops)
            // Handlers only check and submit. What is short is computed on the loop too, after it
            // has read what there is; the pipeline's workers compute the rest.
            .directExecutor()
            .addTransportFilter(new Counter());
    limit(builder, config);
    config.tls().ifPresent(tls -> builder.sslContext(tls.context()));
    services.accept(builder);
    try {
      this.server = builder.build().start();
    } catch (IOException e) {
      stopLoops();
      throw e;
    }
  }

  private static void limit(NettyServerBuilder builder, Config config) {
    builder
        .maxInboundMessageSize(config.requestSize())
        .maxInboundMetadataSize(HEADER_BYTES)
        .maxConcurrentCallsPerConnection(config.streams())
        .maxRstFramesPerWindow(RESETS, RESETS_SECONDS)
        .handshakeTimeout(HANDSHAKE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTime(KEEPALIVE.toSeconds(), TimeUnit.SECONDS)
        .keepAliveTimeout(KEEPALIVE_TIMEOUT.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveTime(CLIENT_KEEPALIVE.toSeconds(), TimeUnit.SECONDS)
        .permitKeepAliveWithoutCalls(true);
  }

  /** Runs something on the thread of each event loop, with the loop, before what comes later. */
  public void onLoops(Consumer<Executor> task) {
    loops.forEach(loop -> loop.execute(() -> task.accept(loop)));
  }

  /** The port that it listens on. */
  public int port() {
    return server.getPort();
  }

  /** Open connections. */
  public int connections() {
    return connections.get();
  }

  /** Bytes outside the heap that Netty holds for buffers. */
  public long directMemory() {
    return PooledByteBufAllocator.DEFAULT.metric().usedDirectMemory();
  }

  /** Takes no more connections, lets calls in flight finish, and after the grace cuts them off. */
  public void close(Duration grace) {
    server.shutdown();
    try {
      if (!server.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
        server.shutdownNow().awaitTermination(1, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    }
    stopLoops();
  }

  private void stopLoops() {
    for (EventLoopGroup group : List.of(acceptor, loops)) {
      group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly(2, TimeUnit.SECONDS);
    }
  }

  private final class Counter extends ServerTransportFilter {
    @Override
    public Attributes transportReady(Attributes attributes) {
      connections.incrementAndGet();
      return attributes;
    }

    @Override
    public void transportTerminated(Attributes attributes) {
      connections.decrementAndGet();
    }
  }
}
