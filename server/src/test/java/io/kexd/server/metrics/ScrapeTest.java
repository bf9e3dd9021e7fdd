package io.kexd.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Scrapes take turns, so that many of them leave processors to calls and probes. */
class ScrapeTest {
  private final Semaphore reading = new Semaphore(1);
  private final AtomicBoolean overlapped = new AtomicBoolean();

  @Test
  void oneAtATime() throws Exception {
    try (Meters meters = new Meters(List.of("x25519"));
        Management management =
            new Management(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                meters,
                () -> true,
                () -> "");
        HttpClient client = HttpClient.newHttpClient()) {
      meters.permitsInUse(this::read);
      HttpRequest scrape =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + management.port() + "/metrics"))
              .build();
      List<CompletableFuture<HttpResponse<String>>> replies =
          Stream.generate(() -> client.sendAsync(scrape, HttpResponse.BodyHandlers.ofString()))
              .limit(4)
              .toList();
      for (CompletableFuture<HttpResponse<String>> reply : replies) {
        assertEquals(200, reply.get(30, TimeUnit.SECONDS).statusCode());
      }
      assertFalse(overlapped.get());
    }
  }

  /** Gives another scrape time to come in, and notes when it did. */
  private double read() {
    if (!reading.tryAcquire()) {
      overlapped.set(true);
      return 1;
    }
    try {
      Thread.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      reading.release();
    }
    return 1;
  }
}
