package io.kexd.server.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Names and units as Prometheus reads them; labels that no caller can choose. */
class MetersTest {
  private enum Outcome {
    OK
  }

  @Test
  void aCurveThatTheBuildLacksIsNoLabel() {
    try (Meters meters = new Meters(List.of("x25519"))) {
      meters.answered("evil", Operation.EXCHANGE, Outcome.OK, 1);
      meters.dequeued("evil", Operation.EXCHANGE, 1);
      meters.computed("evil", Operation.EXCHANGE, 1, 1);
      meters.handleExpired("evil");
      String text = meters.scrape("text/plain");
      assertFalse(text.contains("evil"), text);
      assertTrue(text.contains("kexd_handles_expired_total{curve=\"none\"} 1.0"), text);
    }
  }

  @Test
  void kernelsAreShownWhileTheyServe() {
    List<Meters.Kernel> now = new ArrayList<>();
    try (Meters meters = new Meters(List.of("x25519"))) {
      meters.kernels(() -> now);
      assertEquals(List.of(), kernels(meters));
      now.add(new Meters.Kernel("x25519", Operation.AGREE, "F25519", 1));
      assertEquals(
          List.of(
              "kexd_kernel_info{curve=\"x25519\",kernel=\"F25519\",lanes=\"1\",operation=\"agree\"}"
                  + " 1"),
          kernels(meters));
      now.set(0, new Meters.Kernel("x25519", Operation.AGREE, "F25519x8", 8));
      assertEquals(1, kernels(meters).size());
      assertTrue(kernels(meters).get(0).contains("F25519x8"));
    }
  }

  private static List<String> kernels(Meters meters) {
    return meters
        .scrape("text/plain")
        .lines()
        .filter(line -> line.startsWith("kexd_kernel_info{"))
        .toList();
  }

  @Test
  void aBatchIsSharedByItsOperations() {
    try (Meters meters = new Meters(List.of("x25519"))) {
      meters.computed("x25519", Operation.AGREE, 2_000_000_000L, 4);
      String labels = "{curve=\"x25519\",operation=\"agree\"} ";
      List<String> lines = meters.scrape("text/plain").lines().toList();
      assertEquals(
          1,
          lines.stream()
              .filter(("kexd_compute_share_seconds_total" + labels + "2.0")::equals)
              .count());
      assertEquals(
          1, lines.stream().filter(("kexd_compute_seconds_sum" + labels + "8.0")::equals).count());
      assertEquals(
          1, lines.stream().filter(("kexd_lanes_used_sum" + labels + "4.0")::equals).count());
    }
  }
}
