package io.kexd.client.load;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.client.KexdClientBuilder;
import io.kexd.client.Version;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/** Connections whose calls begin and end on few event loops, without a hop to another thread. */
final class Connections implements AutoCloseable {
  private final EventLoopGroup loops;
  private final List<ManagedChannel> channels;
  private int next;

  Connections(KexdClientBuilder server, int count, int threads) {
    loops =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory("kexd-load", true), NioIoHandler.newFactory());
    channels = IntStream.range(0, count).mapToObj(i -> channel(server)).toList();
  }

  /** Nothing is sent twice: that would be more load than was asked for. */
  private ManagedChannel channel(KexdClientBuilder server) {
    return NettyChannelBuilder.forTarget(server.target(), server.credentials())
        .eventLoopGroup(loops)
        .channelType(NioSocketChannel.class)
        .directExecutor()
        .disableRetry()
        .userAgent("kexd-load/" + Version.current())
        .build();
  }

  /** Waits until all are connected, or the time is over: then calls will say what is wrong. */
  void connect(Duration timeout) throws InterruptedException {
    channels.forEach(channel -> channel.getState(true));
    long end = System.nanoTime() + timeout.toNanos();
    for (ManagedChannel channel : channels) {
      ConnectivityState state = channel.getState(true);
      while (state != ConnectivityState.READY && System.nanoTime() < end) {
        CountDownLatch changed = new CountDownLatch(1);
        channel.notifyWhenStateChanged(state, changed::countDown);
        if (changed.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          state = channel.getState(true);
        }
      }
    }
  }

  /** The one whose turn it is. For one thread. */
  ManagedChannel next() {
    next = (next + 1) % channels.size();
    return channels.get(next);
  }

  /** Tells, for each event loop, how many nanoseconds a task waited for its turn. */
  void probe(LongConsumer waited) {
    long now = System.nanoTime();
    for (EventExecutor loop : loops) {
      loop.execute(() -> waited.accept(System.nanoTime() - now));
    }
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
  }
}
