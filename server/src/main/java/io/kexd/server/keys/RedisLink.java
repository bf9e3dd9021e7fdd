package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.MaintNotificationsConfig;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.Base16;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.metrics.CommandLatencyRecorder;
import io.lettuce.core.protocol.ProtocolVersion;
import io.lettuce.core.resource.ClientResources;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection to Redis, on which one script runs for everybody, pipelined. A command is sent at
 * most once: when the connection ends, what was not answered fails, and so does at once what comes
 * before there is another one. Thread-safe.
 */
@SuppressWarnings(
    "FutureReturnValueIgnored") // Every outcome goes on into another future, or is told.
final class RedisLink implements AutoCloseable {
  private static final Duration RECONNECT = Duration.ofMillis(200);

  /** What was without memory for so long is taken to have some. */
  private static final Duration QUIET = Duration.ofSeconds(10);

  private static final byte[] PROBE = "probe".getBytes(UTF_8);
  private static final byte[][] PROBE_KEYS = {"kexd:probe".getBytes(UTF_8)};

  private final RedisClient client;
  private final ClientResources resources;
  private final RedisURI uri;
  private final Duration timeout;
  private final byte[] script;
  private final String digest;
  private final ScheduledExecutorService timer;
  private final Consumer<String> onNews;
  private final AtomicReference<@Nullable StatefulRedisConnection<byte[], byte[]>> connection =
      new AtomicReference<>();
  private final AtomicBoolean down = new AtomicBoolean();

  /** Without memory, and when it last said so; at the edge it comes and goes with every pair. */
  private final AtomicBoolean full = new AtomicBoolean();

  private volatile long lastFull;
  private volatile long lastAnswer = System.nanoTime();
  private volatile boolean closed;

  /**
   * Begins to connect, and never ends to.
   *
   * @param script does what its first value says, and with {@code probe} as much as shows that it
   *     can
   * @param timeout of a command, and of an attempt to connect
   * @param onNews told when it goes down, why, and when it is up again
   */
  RedisLink(
      String uri,
      Duration timeout,
      String script,
      ScheduledExecutorService timer,
      Consumer<String> onNews) {
    this.uri = RedisURI.create(uri);
    this.uri.setTimeout(timeout);
    this.timeout = timeout;
    this.script = script.getBytes(UTF_8);
    this.timer = timer;
    this.onNews = onNews;
    this.resources =
        ClientResources.builder()
            .ioThreadPoolSize(2)
            .computationThreadPoolSize(2)
            .commandLatencyRecorder(CommandLatencyRecorder.disabled())
            .build();
    this.client = RedisClient.create(resources);
    client.setOptions(
        ClientOptions.builder()
            .autoReconnect(false)
            .protocolVersion(ProtocolVersion.RESP2)
            .maintNotificationsConfig(MaintNotificationsConfig.disabled())
            .socketOptions(SocketOptions.builder().connectTimeout(timeout).build())
            .build());
    this.digest = Base16.digest(this.script);
    connect();
  }

  /** Whether commands are answered. */
  boolean isUp() {
    StatefulRedisConnection<byte[], byte[]> now = connection.get();
    return now != null && now.isOpen() && !down.get() && !full.get();
  }

  /** Whether commands are sent. */
  boolean isConnected() {
    StatefulRedisConnection<byte[], byte[]> now = connection.get();
    return now != null && now.isOpen();
  }

  /** Runs the script; fails with {@link HandleFailure} when there is no answer. */
  CompletableFuture<List<byte[]>> run(byte[][] keys, byte[]... values) {
    StatefulRedisConnection<byte[], byte[]> now = connection.get();
    return now == null || !now.isOpen()
        ? CompletableFuture.failedFuture(unavailable())
        : run(now, keys, values);
  }

  private CompletableFuture<List<byte[]>> run(
      StatefulRedisConnection<byte[], byte[]> on, byte[][] keys, byte[]... values) {
    long sent = System.nanoTime();
    return on.async()
        .<List<byte[]>>evalsha(digest, ScriptOutputType.MULTI, keys, values)
        .toCompletableFuture()
        .exceptionallyCompose(
            failure ->
                cause(failure) instanceof RedisNoScriptException
                    ? on.async()
                        .<List<byte[]>>eval(script, ScriptOutputType.MULTI, keys, values)
                        .toCompletableFuture()
                    : CompletableFuture.failedFuture(failure))
        .orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS)
        .handle(
            (reply, failure) -> {
              if (failure != null) {
                failed(on, sent, cause(failure));
                throw unavailable();
              }
              lastAnswer = System.nanoTime();
              works();
              return reply;
            });
  }

  private static HandleFailure unavailable() {
    return new HandleFailure(HandleFailure.Why.UNAVAILABLE);
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }

  /** After an error of the server's it may still be there; after anything else it is doubtful. */
  private void failed(StatefulRedisConnection<byte[], byte[]> on, long sent, Throwable failure) {
    if (failure instanceof TimeoutException && lastAnswer - sent > 0) {
      return; // Late, but others were answered since: what is under way is not given up for it.
    }
    if (failure instanceof RedisCommandExecutionException
        && String.valueOf(failure.getMessage()).contains("OOM ")) {
      withoutMemory();
    } else {
      broken("Redis does not do what it is asked to: " + failure.getMessage());
      // A replica may have another primary by now: ask again where it is.
      on.closeAsync();
    }
  }

  private void withoutMemory() {
    lastFull = System.nanoTime();
    if (full.compareAndSet(false, true)) {
      onNews.accept("Redis has no memory left (maxmemory); handles are refused until it has");
    }
  }

  private void broken(String why) {
    if (!closed && down.compareAndSet(false, true)) {
      onNews.accept(why + "; handles are refused until it does");
    }
  }

  private void works() {
    if (full.get()
        && System.nanoTime() - lastFull > QUIET.toNanos()
        && full.compareAndSet(true, false)) {
      onNews.accept("Redis has memory again");
    }
    if (down.get() && down.compareAndSet(true, false)) {
      onNews.accept("Redis answers again");
    }
  }

  private void connect() {
    if (closed) {
      return;
    }
    client
        .connectAsync(ByteArrayCodec.INSTANCE, uri)
        .whenComplete(
            (made, failure) -> {
              if (failure != null) {
                broken("Redis cannot be reached: " + root(failure));
                later();
              } else {
                connected(made);
              }
            });
  }

  /** A connection serves once the script has run on it: not that of a replica, for one. */
  private void connected(StatefulRedisConnection<byte[], byte[]> made) {
    run(made, PROBE_KEYS, PROBE)
        .whenComplete(
            (reply, failure) -> {
              if (failure == null && !closed) {
                serve(made);
              } else {
                made.closeAsync();
                later();
              }
            });
  }

  private void serve(StatefulRedisConnection<byte[], byte[]> made) {
    connection.set(made);
    made.addListener(
        new RedisConnectionStateListener() {
          @Override
          public void onRedisDisconnected(RedisChannelHandler<?, ?> ended) {
            lost(made);
          }
        });
    if (!made.isOpen()) {
      lost(made);
    }
  }

  private void lost(StatefulRedisConnection<byte[], byte[]> ended) {
    if (connection.compareAndSet(ended, null)) {
      broken("the connection to Redis ended");
      later();
    }
  }

  private void later() {
    try {
      timer.schedule(this::connect, RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      // The server is closing.
    }
  }

  private static String root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  @Override
  public void close() {
    closed = true;
    client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
    resources.shutdown(0, 1, TimeUnit.SECONDS);
  }
}
