package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.metrics.Operation;
import org.junit.jupiter.api.Test;

/** How much of a line is taken at once, and what its operations are believed to cost. */
class LineTest {
  private final Line<Integer, Integer> line = line(Line.MOST);

  @Test
  void aLoneJobIsTakenAlone() {
    fill(line, 1);
    assertEquals(1, line.take().size());
    assertTrue(line.isEmpty());
  }

  @Test
  void fastOperationsAreTakenByTheCallSlowOnesByTheLanes() {
    measure(line, 10_000);
    assertEquals(64, taken(line));
    measure(line, 40_000);
    assertEquals(24, taken(line));
    measure(line, 5_000_000);
    assertEquals(8, taken(line));
  }

  @Test
  void aLineOfSinglesIsTakenOneByOne() {
    Line<Integer, Integer> singles = line(1);
    measure(singles, 1_000);
    assertEquals(1, taken(singles));
  }

  @Test
  void onePauseIsNotBelieved() {
    measure(line, 10_000);
    line.measured(64, 64L * 1_000_000_000);
    assertTrue(line.cost() < 20_000, () -> "cost " + line.cost());
  }

  @Test
  void neitherAColdStartNorABusyMachineMakesItDearer() {
    line.measured(8, 8 * 50_000_000L);
    assertEquals(100_000, line.quietCost());
    measure(line, 2_000_000);
    assertEquals(2_000_000, line.quietCost());
    measure(line, 1_500_000);
    measure(line, 80_000_000);
    assertEquals(1_500_000, line.quietCost());
    assertTrue(line.cost() > 50_000_000, () -> "cost " + line.cost());
  }

  private static Line<Integer, Integer> line(int most) {
    return new Line<>("x25519", Operation.AGREE, most, n -> 0, jobs -> {});
  }

  private static void measure(Line<?, ?> line, long nanos) {
    for (int i = 0; i < 300; i++) {
      line.measured(8, 8 * nanos);
    }
  }

  private static int taken(Line<Integer, Integer> line) {
    fill(line, 100);
    int taken = line.take().size();
    line.takeAll();
    return taken;
  }

  private static void fill(Line<Integer, Integer> line, int count) {
    for (int i = 0; i < count; i++) {
      line.add(new Job<>(line, i, () -> false));
    }
  }
}
