package io.kexd.crypto;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KernelChoice.State;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The kernels of this machine, warmed and measured. */
class WarmUpTest {
  /** Their answers are compared, too: a kernel that is wrong is not ready. */
  @ParameterizedTest
  @CsvSource({"x25519, generate, agree", "ed25519, sign, verify", "ecdsa-p256, sign, verify"})
  void kernelsAreMeasured(String scheme, String one, String other) throws InterruptedException {
    Thread thread = WarmUp.start(List.of(scheme), Duration.ofSeconds(20));
    assertTrue(thread.isDaemon());
    thread.join();
    List<KernelChoice> all = KernelChoice.of(scheme);
    assertEquals(6, all.size());
    for (KernelChoice choice : all) {
      System.out.println(choice);
      assertTrue(choice.state() == State.READY || choice.state() == State.ABSENT);
      assertEquals(choice.state() == State.ABSENT, !choice.reason().isEmpty());
      assertEquals(choice.state() == State.READY ? 4 : 0, choice.measured().size());
    }
    for (String operation : List.of(one, other)) {
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
  void anInterruptEndsIt() throws InterruptedException {
    Thread thread = WarmUp.start(List.of("ed448", "eddsa-e521"), Duration.ofHours(1));
    thread.interrupt();
    thread.join();
    for (String id : List.of("ed448", "eddsa-e521")) {
      for (KernelChoice choice : KernelChoice.of(id)) {
        assertTrue(choice.lanes() == 1 || choice.serves().isEmpty(), choice::toString);
      }
    }
  }

  @Test
  void unknownSchemes() {
    assertThrows(IllegalArgumentException.class, () -> KernelChoice.of("x"));
    assertThrows(
        IllegalArgumentException.class, () -> WarmUp.run(List.of("x"), Duration.ofSeconds(1)));
  }
}
