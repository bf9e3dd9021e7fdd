package io.kexd.server;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running kexd. {@link #start} returns once it serves; {@link #close} lets calls finish first.
 */
public final class Server implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Server.class);

  private final Deque<Runnable> stops = new ArrayDeque<>();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final String host;
  private int port;
  private int managementPort;
  private boolean closing;

  Server(Settings settings) {
    this.host = settings.address();
  }

  /**
   * Starts a server and waits until it is SERVING.
   *
   * @throws SettingsException when the settings ask for what this build lacks
   * @throws StartException when it cannot start
   */
  public static Server start(Settings settings) throws StartException {
    return new Wiring(settings).start();
  }

  /** Where gRPC listens, HOST:PORT. */
  public String target() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }

  /** The gRPC port. */
  public int port() {
    return port;
  }

  /** The port of /metrics, /livez and /readyz. */
  public int managementPort() {
    return managementPort;
  }

  /** Waits until it was closed. */
  public void awaitClose() throws InterruptedException {
    stopped.await();
  }

  /**
   * Takes no more calls, lets those in flight finish within the grace of the settings, wipes every
   * key. Returns when all is done; repeats do nothing.
   */
  @Override
  public synchronized void close() {
    if (closing) {
      return;
    }
    closing = true;
    while (!stops.isEmpty()) {
      stop(stops.pop());
    }
    stopped.countDown();
  }

  // What cannot be stopped must not keep the keys from being wiped.
  private static void stop(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException e) {
      LOG.error("a part of the server could not be stopped", e);
    }
  }

  /** Adds what {@link #close} does before all that was added earlier. */
  void onClose(Runnable stop) {
    stops.push(stop);
  }

  void listens(int grpc) {
    port = grpc;
  }

  void isManagedAt(int management) {
    managementPort = management;
  }
}
