package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.client.KexdClient;
import io.kexd.client.load.HtmlReport;
import io.kexd.client.load.Load;
import io.kexd.client.load.Mix;
import io.kexd.client.load.Plan;
import io.kexd.client.load.Report;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of {@code kexd load --html} in a browser. */
@Tag("foreign")
class LoadPageTest {
  /** A line that an SVG viewer can draw: numbers, no NaN, at least two points. */
  private static final Pattern LINE =
      Pattern.compile(
          "<polyline class=\"([^\"]*)\" points=\"([\\d.]+,[\\d.]+( [\\d.]+,[\\d.]+)+)\">");

  @Test
  void page(@TempDir Path folder) throws Exception {
    Path page = folder.resolve("load.html");
    try (Daemon kexd = Daemon.plaintext()) {
      Plan plan =
          new Plan(
              Mix.parse("x25519:exchange=3,p521:exchange"),
              60,
              true,
              Duration.ZERO,
              Duration.ofSeconds(3),
              Duration.ofSeconds(10),
              1,
              2,
              1,
              1_000,
              Duration.ofMinutes(1));
      Report report = new Load(KexdClient.builder(kexd.target()), plan).run(second -> {});
      Files.writeString(page, HtmlReport.of(report));
    }
    Chromium browser = new Chromium(folder.resolve("profile"));
    String dom = browser.dom(page.toUri());
    assertTrue(dom.contains("<td>p521 exchange</td>"), dom);
    for (String id : List.of("percentiles", "timeline-0", "timeline-1")) {
      assertTrue(dom.contains("<svg id=\"" + id + "\""), id);
    }
    Matcher lines = LINE.matcher(dom);
    assertEquals(2 + 2 * 3, lines.results().count(), dom);
    // Kept, so that a person can look at it.
    browser.screenshot(page.toUri(), Tool.ROOT.resolve("client/target/load-page.png"));
  }
}
