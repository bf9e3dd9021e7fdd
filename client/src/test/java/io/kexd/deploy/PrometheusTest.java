package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import io.kexd.foreign.Tool;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with deploy/prometheus.yml, and the dashboard's queries put to it. */
@Tag("foreign")
class PrometheusTest {

  private static final Path CONFIGURATION = Tool.ROOT.resolve("deploy/prometheus.yml");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int PROMTOOL_FINDINGS = 3;
  private static final Set<String> NAMED_BY_MICROMETER =
      Set.of(
          "process_cpu_time_ns_total metric names should not contain abbreviated units",
          "system_cpu_count non-histogram and non-summary metrics should not have \"_count\""
              + " suffix");

  @Test
  void configuration() {
    Tool.find("promtool").run("check", "config", CONFIGURATION).success();
  }

  @Test
  void scrapeIsWellFormed() throws Exception {
    try (Daemon kexd = Daemon.plaintext();
        Traffic traffic = Traffic.plaintext(kexd)) {
      traffic.round();
      Tool.Result result = Tool.find("promtool").runWith(kexd.get("/metrics"), "check", "metrics");
      assertEquals(PROMTOOL_FINDINGS, result.status(), result::all);
      assertEquals(NAMED_BY_MICROMETER, Set.copyOf(result.all().lines().toList()));
    }
  }

  @Test
  void everyQueryOfTheDashboardHasData(@TempDir Path folder) throws Exception {
    try (Daemon kexd = Daemon.warmedUp();
        Traffic traffic = Traffic.plaintext(kexd);
        Prometheus prometheus = Prometheus.scraping(kexd, folder)) {
      List<Dashboard.Query> open = new ArrayList<>(Dashboard.read().queries());
      assertTrue(open.size() > 10);
      Instant end = Instant.now().plus(PATIENCE);
      while (!open.isEmpty() && Instant.now().isBefore(end)) {
        traffic.round();
        Thread.sleep(500);
        for (Dashboard.Query query : List.copyOf(open)) {
          if (prometheus.hasData(query.filledIn("10s"))) {
            open.remove(query);
          }
        }
      }
      assertEquals(List.of(), open, "queries without data");
    }
  }

  /** Prometheus in a process of its own, on loopback. */
  private record Prometheus(Process process, URI address, HttpClient http)
      implements AutoCloseable {

    static Prometheus scraping(Daemon kexd, Path folder) throws Exception {
      String faster =
          Files.readString(CONFIGURATION)
              .replace("scrape_interval: 15s", "scrape_interval: 1s")
              .replace("127.0.0.1:9464", kexd.management("/").getAuthority());
      assertTrue(faster.contains(" 1s") && !faster.contains(":9464"), faster);
      Path configuration = Files.writeString(folder.resolve("prometheus.yml"), faster);
      String listen = "127.0.0.1:" + Daemon.freePort();
      Process process =
          Tool.find("prometheus")
              .command(
                  "--config.file=" + configuration,
                  "--storage.tsdb.path=" + folder.resolve("data"),
                  "--web.listen-address=" + listen)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
      Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
      Prometheus prometheus =
          new Prometheus(process, URI.create("http://" + listen), HttpClient.newHttpClient());
      prometheus.awaitReady();
      return prometheus;
    }

    private void awaitReady() throws Exception {
      Instant end = Instant.now().plus(PATIENCE);
      while (Instant.now().isBefore(end)) {
        try {
          if (get("/-/ready").statusCode() == 200) {
            return;
          }
        } catch (ConnectException e) {
          // Not listening yet.
        }
        Thread.sleep(100);
      }
      close();
      throw new AssertionError("Prometheus did not become ready");
    }

    /** Whether an instant query gives at least one number. One that is refused fails the test. */
    boolean hasData(String expression) throws Exception {
      HttpResponse<String> response =
          get("/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
      assertEquals(200, response.statusCode(), () -> expression + ": " + response.body());
      for (JsonNode series : new JsonMapper().readTree(response.body()).at("/data/result")) {
        if (!series.at("/value/1").asString().equals("NaN")) {
          return true;
        }
      }
      return false;
    }

    private HttpResponse<String> get(String path) throws Exception {
      return http.send(
          HttpRequest.newBuilder(address.resolve(path)).build(),
          HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
      http.close();
      Tool.end(process);
    }
  }
}
