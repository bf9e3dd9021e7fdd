package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KernelChoice.Measured;
import io.kexd.crypto.KernelChoice.State;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The choice between kernels, on kernels that only take their time. */
class KernelsTest {
  private static final long BUDGET = 400_000_000;
  private static final int SIZE = 64;

  /** A kernel that spins for each group of lanes, and answers with the input plus an error. */
  record Spinner(int lanes, int work, int error) {
    byte[][] run(int first, int count) {
      long x = 1;
      for (int i = 0; i < (count + lanes - 1) / lanes * work; i++) {
        x = x * 6364136223846793005L + 1;
      }
      byte[][] out = new byte[count][];
      for (int i = 0; i < count; i++) {
        out[i] = new byte[] {(byte) (first + i + error), (byte) (x == 0 ? 1 : 0)};
      }
      return out;
    }
  }

  private static final Kernels.Trial<Spinner> TRIAL =
      new Kernels.Trial<>() {
        @Override
        public int size() {
          return SIZE;
        }

        @Override
        public byte[][] run(Spinner kernel, int first, int count) {
          return kernel.run(first, count);
        }
      };

  private static Kernels<Spinner> kernels(IntFunction<Spinner> maker) {
    return new Kernels<>("toy", "spin", new Variants<>(maker, s -> 8 * s.lanes), () -> TRIAL);
  }

  /** Eight lanes take not twice as long as one: as lanes really do. */
  private static Spinner good(int lanes) {
    return new Spinner(lanes, 20_000 + 2_000 * lanes, 0);
  }

  private static Kernels<Spinner> warm(IntFunction<Spinner> maker) {
    Kernels<Spinner> kernels = kernels(maker);
    kernels.warm(8, BUDGET);
    kernels.warm(4, BUDGET);
    return kernels;
  }

  private static KernelChoice view(Kernels<?> kernels, int lanes) {
    return kernels.view().stream().filter(k -> k.lanes() == lanes).findFirst().orElseThrow();
  }

  /** How a number of waiting operations is cut, as lanes x count. */
  private static List<String> parts(Kernels<Spinner> kernels, int waiting) {
    List<String> parts = new ArrayList<>();
    int[] next = {0};
    kernels.each(
        waiting,
        (kernel, first, count) -> {
          assertEquals(next[0], first);
          next[0] += count;
          parts.add(kernel.lanes + "x" + count);
        });
    assertEquals(waiting, next[0]);
    return parts;
  }

  private final @Nullable String setting = System.getProperty(Lanes.SETTING);

  @BeforeEach
  void noSetting() {
    System.clearProperty(Lanes.SETTING);
  }

  @AfterEach
  void asBefore() {
    if (setting == null) {
      System.clearProperty(Lanes.SETTING);
    } else {
      System.setProperty(Lanes.SETTING, setting);
    }
  }

  @Test
  void oneLaneServesWhatIsCold() {
    Kernels<Spinner> kernels = kernels(KernelsTest::good);
    for (int waiting : new int[] {1, 2, 3, 8, 100}) {
      assertEquals(1, kernels.fastest(waiting).lanes);
    }
    assertEquals(List.of("1x8", "1x5"), parts(kernels, 13));
    assertEquals(State.READY, view(kernels, 1).state());
    assertTrue(view(kernels, 8).state() != State.READY);
    assertTrue(view(kernels, 1).measured().isEmpty());
    assertEquals(List.of(), parts(kernels, 0));
  }

  @Test
  void theFastestServes() {
    Kernels<Spinner> kernels = warm(KernelsTest::good);
    assertEquals(1, kernels.fastest(1).lanes);
    assertEquals(4, kernels.fastest(2).lanes);
    assertEquals(4, kernels.fastest(3).lanes);
    assertEquals(4, kernels.fastest(4).lanes);
    assertEquals(8, kernels.fastest(5).lanes);
    assertEquals(8, kernels.fastest(1000).lanes);
    assertEquals(List.of("8x64", "8x8", "1x1"), parts(kernels, 73));
    assertEquals(List.of("8x8", "4x3"), parts(kernels, 11));
    assertEquals(List.of("8x15"), parts(kernels, 15));
    assertEquals(List.of(1), view(kernels, 1).serves());
    assertEquals(List.of(2, 4), view(kernels, 4).serves());
    assertEquals(List.of(8), view(kernels, 8).serves());
    for (Measured m : view(kernels, 8).measured()) {
      assertTrue(m.nanosPerOperation() > 0);
    }
  }

  @Test
  void slowLanesDoNotServe() {
    Kernels<Spinner> kernels = warm(lanes -> new Spinner(lanes, 10_000 * lanes * lanes, 0));
    assertEquals(1, kernels.fastest(8).lanes);
  }

  @Test
  void wrongLanesNeverServe() {
    Kernels<Spinner> kernels = warm(lanes -> new Spinner(lanes, 20_000, lanes - 1));
    assertEquals(1, kernels.fastest(8).lanes);
    assertEquals(State.WRONG, view(kernels, 8).state());
    assertFalse(view(kernels, 8).reason().isEmpty());
  }

  @Test
  void absentLanesAreNoError() {
    Kernels<Spinner> kernels =
        warm(
            lanes -> {
              if (lanes == 8) {
                throw new NoClassDefFoundError("jdk/incubator/vector/LongVector");
              }
              if (lanes == 4) {
                throw new UnsupportedOperationException("no plan for four lanes");
              }
              return good(lanes);
            });
    assertEquals(1, kernels.fastest(8).lanes);
    assertEquals(State.ABSENT, view(kernels, 4).state());
    assertEquals(State.ABSENT, view(kernels, 8).state());
  }

  @Test
  void aSettingForces() {
    System.setProperty(Lanes.SETTING, "1");
    assertEquals(1, warm(KernelsTest::good).fastest(8).lanes);
    System.setProperty(Lanes.SETTING, "9");
    IllegalStateException e =
        assertThrows(IllegalStateException.class, () -> kernels(KernelsTest::good));
    assertEquals("kexd.lanes=9 is none of auto, 1, 4 and 8", e.getMessage());
    System.setProperty(Lanes.SETTING, "8");
    assertEquals(8, kernels(KernelsTest::good).fastest(1).lanes);
    assertThrows(IllegalStateException.class, () -> kernels(lanes -> new Spinner(lanes, 1, lanes)));
    assertThrows(IllegalStateException.class, () -> kernels(KernelsTest::oneLaneOnly));
  }

  /** Right when it is forced, wrong from the moment when its warm-up begins. */
  @Test
  void aForcedKernelThatGetsWrongServesNoLonger() {
    System.setProperty(Lanes.SETTING, "8");
    boolean[] broken = {false};
    Kernels.Trial<Spinner> trial =
        new Kernels.Trial<>() {
          @Override
          public int size() {
            return SIZE;
          }

          @Override
          public byte[][] run(Spinner kernel, int first, int count) {
            byte[][] out = kernel.run(first, count);
            out[0][1] = (byte) (broken[0] ? kernel.lanes : 0);
            return out;
          }
        };
    Kernels<Spinner> kernels =
        new Kernels<>(
            "toy", "spin", new Variants<>(KernelsTest::good, s -> 8 * s.lanes), () -> trial);
    assertEquals(8, kernels.fastest(8).lanes);
    broken[0] = true;
    kernels.warm(8, BUDGET);
    assertEquals(State.WRONG, view(kernels, 8).state());
    assertEquals(1, kernels.fastest(8).lanes);
    assertEquals(List.of(1, 2, 4, 8), view(kernels, 1).serves());
  }

  private static Spinner oneLaneOnly(int lanes) {
    if (lanes > 1) {
      throw new UnsupportedOperationException("the JVM runs without vectors");
    }
    return good(lanes);
  }
}
