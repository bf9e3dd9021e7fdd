package io.kexd.server.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The management port: {@code /metrics}, {@code /livez}, {@code /readyz} and a page for people,
 * over plain HTTP. It shows no caller, key name or handle.
 */
public final class Management implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";

  // The JDK's server has no bounds of its own, and whoever holds all file descriptors here holds up
  // gRPC too. It reads these once, when the first one is made.
  static {
    System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "5");
    System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "10");
    System.getProperties().putIfAbsent("jdk.httpserver.maxConnections", "256");
  }

  private record Reply(int status, String type, String body) {}

  private final HttpServer http;
  // A slow client holds a virtual thread, not one that a probe needs.
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  // A scrape costs milliseconds of a processor. One at a time, in turn, leaves the others to calls
  // and probes however many clients ask.
  private final ReentrantLock scraping = new ReentrantLock(true);
  private final Meters meters;
  private final BooleanSupplier ready;
  private final Supplier<String> page;

  /**
   * Listens.
   *
   * @param page the page for people, HTML
   * @throws IOException when the address cannot be had
   */
  public Management(
      InetSocketAddress address, Meters meters, BooleanSupplier ready, Supplier<String> page)
      throws IOException {
    this.meters = meters;
    this.ready = ready;
    this.page = page;
    this.http = HttpServer.create(address, 0);
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /** The port that it listens on. */
  public int port() {
    return http.getAddress().getPort();
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      boolean head = method.equals("HEAD");
      if (!head && !method.equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, new Reply(405, TEXT, "GET and HEAD only\n"), false);
        return;
      }
      String accept =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("Accept")).orElse("");
      send(exchange, reply(exchange.getRequestURI().getPath(), accept), head);
    }
  }

  private Reply reply(String path, String accept) {
    return switch (path) {
      case "/" -> new Reply(200, "text/html; charset=utf-8", page.get());
      case "/livez" -> new Reply(200, TEXT, "live\n");
      case "/readyz" ->
          ready.getAsBoolean()
              ? new Reply(200, TEXT, "ready\n")
              : new Reply(503, TEXT, "not ready\n");
      case "/metrics" -> metrics(accept);
      default -> new Reply(404, TEXT, "not found\n");
    };
  }

  private Reply metrics(String accept) {
    String type =
        accept.contains("application/openmetrics-text")
            ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
            : "text/plain; version=0.0.4; charset=utf-8";
    scraping.lock();
    try {
      return new Reply(200, type, meters.scrape(type));
    } finally {
      scraping.unlock();
    }
  }

  private static void send(HttpExchange exchange, Reply reply, boolean head) throws IOException {
    byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", reply.type());
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    if (head) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
      exchange.sendResponseHeaders(reply.status(), -1);
      return;
    }
    exchange.sendResponseHeaders(reply.status(), body.length);
    exchange.getResponseBody().write(body);
  }
}
