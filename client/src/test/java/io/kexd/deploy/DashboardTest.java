package io.kexd.deploy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.foreign.Daemon;
import java.awt.Rectangle;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The Grafana dashboard, without Grafana: its shape, and that a live server has what it shows. */
class DashboardTest {

  private static final int GRID_WIDTH = 24;

  private final Dashboard dashboard = Dashboard.read();

  @Test
  void panelsHaveIdsOfTheirOwnAndDoNotOverlap() {
    Set<Integer> ids = new HashSet<>();
    List<Rectangle> places = new ArrayList<>();
    for (JsonNode panel : dashboard.panels()) {
      String title = panel.get("title").asString();
      assertTrue(ids.add(panel.get("id").asInt()), title);
      JsonNode at = panel.get("gridPos");
      Rectangle place =
          new Rectangle(
              at.get("x").asInt(), at.get("y").asInt(), at.get("w").asInt(), at.get("h").asInt());
      assertTrue(place.getMaxX() <= GRID_WIDTH, title);
      assertTrue(places.stream().noneMatch(place::intersects), title);
      places.add(place);
    }
    assertFalse(ids.isEmpty());
  }

  @Test
  void namesInAnExpression() {
    String expression =
        "histogram_quantile(0.5, sum by (le, curve)"
            + " (rate(a_bucket{x=\"b_total\"}[$__rate_interval]))) / on (d) c and vector(1)";
    assertEquals(Set.of("a_bucket", "c"), new Dashboard.Query("", expression).metrics());
  }

  @Test
  void liveServerExposesEveryMetric() throws Exception {
    Set<String> wanted = new TreeSet<>();
    dashboard.queries().forEach(q -> wanted.addAll(q.metrics()));
    assertTrue(wanted.remove("up"), "the only one that Prometheus makes itself");
    try (Daemon kexd = Daemon.warmedUp();
        Traffic traffic = Traffic.plaintext(kexd)) {
      traffic.round();
      Set<String> missing = new TreeSet<>(wanted);
      // Expiry is noticed some time after the fact, and kernels are chosen some time after the
      // start.
      Instant end = Instant.now().plus(Duration.ofMinutes(2));
      while (!missing.isEmpty() && Instant.now().isBefore(end)) {
        Thread.sleep(200);
        missing.removeAll(exposed(kexd));
      }
      assertEquals(Set.of(), missing);
    }
  }

  private static Set<String> exposed(Daemon kexd) throws Exception {
    return kexd.get("/metrics")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toSet());
  }
}
