package io.kexd.client.load;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which call is due when. */
class ScheduleTest {
  @Test
  void evenArrivalsDoNotDrift() {
    Arrivals three = Arrivals.even(3);
    assertArrayEquals(
        new long[] {0, 333_333_333, 666_666_666, 1_000_000_000, 1_333_333_333},
        LongStream.generate(three::next).limit(5).toArray());
    Arrivals many = Arrivals.even(999_983);
    LongStream.range(0, 999_983L * 3).forEach(i -> assertTrue(many.next() < 3_000_000_000L));
    assertEquals(3_000_000_000L, many.next());
  }

  /** Gaps of a Poisson process: their standard deviation is their mean. */
  @Test
  void poissonArrivalsAreExponential() {
    Arrivals arrivals = Arrivals.poisson(1_000, new SplittableRandom(7));
    int n = 100_000;
    long[] times = LongStream.generate(arrivals::next).limit(n).toArray();
    double mean = (double) times[n - 1] / n;
    assertEquals(1e6, mean, 2e4);
    double variance =
        IntStream.range(1, n)
            .mapToDouble(i -> times[i] - times[i - 1] - mean)
            .map(d -> d * d)
            .average()
            .orElseThrow();
    assertEquals(1e6, Math.sqrt(variance), 3e4);
  }

  @Test
  void turnsAreInterleaved() {
    Turns turns = Turns.even(new int[] {3, 1});
    assertArrayEquals(
        new int[] {0, 0, 1, 0, 0, 0, 1, 0}, IntStream.generate(turns::next).limit(8).toArray());
  }

  @Test
  void turnsAtRandomKeepTheirParts() {
    Turns turns = Turns.random(new int[] {70, 0, 30}, new SplittableRandom(7));
    int[] seen = new int[3];
    IntStream.range(0, 100_000).forEach(i -> seen[turns.next()]++);
    assertEquals(70_000, seen[0], 1_000);
    assertEquals(0, seen[1]);
  }

  @Test
  void mix() {
    Mix mix = Mix.parse("x25519:exchange=70,release:sign,p256:batch-exchange=2");
    assertEquals("x25519:exchange=70,release:sign=1,p256:batch-exchange=2", mix.toString());
    assertArrayEquals(new int[] {70, 1, 2}, mix.weights());
    assertEquals(Operation.BATCH_EXCHANGE, mix.shares().get(2).operation());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "x25519 | a mix is written CURVE:OPERATION=WEIGHT",
        "x25519:exchange,, | a mix is written CURVE:OPERATION=WEIGHT",
        "x25519:exchange=-1 | a mix is written CURVE:OPERATION=WEIGHT",
        "x25519:exchange=1000000 | a mix is written CURVE:OPERATION=WEIGHT",
        "x25519:exchange=0 | the weight of 'x25519:exchange=0' must be at least 1",
        "x25519:swap | 'swap' is no operation: there are exchange, generate, agree,",
        "a:agree,a:agree=2 | a mix has a:agree=2 twice"
      })
  void noMix(String text, String message) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Mix.parse(text));
    assertTrue(String.valueOf(e.getMessage()).startsWith(message), e.getMessage());
  }

  /** A day in parts of minutes, and not a part more. */
  @ParameterizedTest
  @ValueSource(longs = {1, 240, 241, 86_400})
  void timelineIsBounded(long seconds) {
    Timeline timeline = new Timeline(Duration.ofSeconds(seconds));
    timeline.offered(seconds * 1_000_000_000 - 1);
    timeline.timed(0, 5_000_000);
    int slots = timeline.slots().size();
    assertTrue(slots > Math.min(seconds, 120) - 1 && slots <= 240, () -> slots + " slots");
    assertEquals(1, timeline.slots().get(slots - 1).offered());
    assertEquals(5, timeline.slots().get(0).p50(), 0.05);
  }
}
