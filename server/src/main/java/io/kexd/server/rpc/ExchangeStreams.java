package io.kexd.server.rpc;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.kexd.server.metrics.Meters;
import io.kexd.server.service.KeyExchange;
import io.kexd.v1.ExchangeStreamRequest;
import io.kexd.v1.ExchangeStreamResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** The open streams of exchanges. */
final class ExchangeStreams {
  /** The event loop that a thread runs; on other threads nothing can wait for the end of a turn. */
  private static final ThreadLocal<Executor> LOOP = ThreadLocal.withInitial(() -> Runnable::run);

  private final KeyExchange service;
  private final Meters meters;
  private final Set<ExchangeStream> streams = ConcurrentHashMap.newKeySet();
  private volatile boolean draining;

  ExchangeStreams(KeyExchange service, Meters meters) {
    this.service = service;
    this.meters = meters;
  }

  /** The calling thread runs that loop. */
  static void onLoop(Executor loop) {
    LOOP.set(loop);
  }

  /** Begins one. */
  StreamObserver<ExchangeStreamRequest> open(StreamObserver<ExchangeStreamResponse> out) {
    ExchangeStream stream =
        new ExchangeStream(
            service,
            meters,
            (ServerCallStreamObserver<ExchangeStreamResponse>) out,
            LOOP.get(),
            streams::remove);
    streams.add(stream);
    stream.begin();
    if (draining) {
      stream.drain();
    }
    return stream;
  }

  /** Lets all of them answer what they have read, and end. */
  void drain() {
    draining = true;
    streams.forEach(ExchangeStream::drain);
  }
}
