package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KernelChoice.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The kernels of this machine, warmed and measured. */
class WarmUpTest {
  @Test
  void x25519IsMeasured() throws InterruptedException {
    Thread thread = WarmUp.start(List.of("x25519"), Duration.ofSeconds(20));
    assertTrue(thread.isDaemon());
    thread.join();
    List<KernelChoice> all = KernelChoice.of("x25519");
    assertEquals(6, all.size());
    for (KernelChoice choice : all) {
      System.out.println(choice);
      assertTrue(choice.state() == State.READY || choice.state() == State.ABSENT);
      assertEquals(choice.state() == State.ABSENT, !choice.reason().isEmpty());
      assertEquals(choice.state() == State.READY ? 4 : 0, choice.measured().size());
    }
    for (String operation : List.of("generate", "agree")) {
      for (int waiting : List.of(1, 2, 4, 8)) {
        assertEquals(1, serving(all, operation, waiting));
      }
    }
  }

  private static long serving(List<KernelChoice> all, String operation, int waiting) {
    return all.stream()
        .filter(c -> c.operation().equals(operation) && c.serves().contains(waiting))
        .count();
  }

  @Test
  void aBudgetOfNothingMeasuresNothing() {
    WarmUp.run(List.of("x448"), Duration.ZERO);
    List<KernelChoice> all = KernelChoice.of("x448");
    assertTrue(all.stream().allMatch(c -> c.measured().isEmpty()));
    assertFalse(all.isEmpty());
  }

  @Test
  void unknownSchemes() {
    assertThrows(IllegalArgumentException.class, () -> KernelChoice.of("x"));
    assertThrows(
        IllegalArgumentException.class, () -> WarmUp.run(List.of("x"), Duration.ofSeconds(1)));
  }
}
