package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import java.security.SecureRandom;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is tested before it serves, when, and what a wrong answer does. */
class SelfTestsTest {
  private static final Scheme X25519 = Curves.find("x25519").orElseThrow();
  private static final Scheme ED25519 = Curves.find("ed25519").orElseThrow();

  private final Queue<String> tested = new ConcurrentLinkedQueue<>();
  private final Queue<String> failed = new ConcurrentLinkedQueue<>();

  static Stream<Scheme> schemes() {
    return Curves.all().stream();
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everySchemePasses(Scheme scheme) {
    SelfTest test = new SelfTest(new SecureRandom());
    assertDoesNotThrow(() -> test.check(scheme));
  }

  @ParameterizedTest
  @MethodSource("schemes")
  void everyStandardHasAPublishedAnswer(Scheme scheme) {
    KnownAnswers answers = new KnownAnswers();
    if (scheme.status() != Scheme.Status.STANDARD) {
      return;
    }
    if (scheme.kind() == Scheme.Kind.AGREEMENT) {
      assertTrue(answers.agreement(scheme.id()).isPresent());
    }
    for (String algorithm : scheme.algorithms()) {
      assertTrue(answers.signature(algorithm).isPresent(), algorithm);
    }
  }

  @Test
  void theFirstQuestionTestsAndTheOthersRemember() {
    SelfTests tests = tests(ED25519);
    assertEquals(SelfTests.State.UNTESTED, tests.state("x25519"));
    for (int i = 0; i < 3; i++) {
      assertTrue(tests.passes("x25519"));
      assertFalse(tests.passes("ed25519"));
    }
    assertEquals(SelfTests.State.PASSED, tests.state("x25519"));
    assertEquals(SelfTests.State.FAILED, tests.state("ed25519"));
    assertEquals(List.of("x25519", "ed25519"), List.copyOf(tested));
    assertEquals(List.of("ed25519: wrong"), List.copyOf(failed));
    assertThrows(IllegalArgumentException.class, () -> tests.passes("p999"));
  }

  @Test
  void theBackgroundTestsWhatIsLeft() throws InterruptedException {
    CountDownLatch both = new CountDownLatch(2);
    SelfTests tests =
        new SelfTests(List.of(X25519, ED25519), scheme -> both.countDown(), (scheme, why) -> {});
    tests.runInBackground();
    assertTrue(both.await(10, TimeUnit.SECONDS));
  }

  @Test
  void anErrorOfTheMachineIsNoVerdict() {
    AtomicInteger runs = new AtomicInteger();
    SelfTests tests =
        new SelfTests(
            List.of(X25519),
            scheme -> {
              if (runs.incrementAndGet() == 1) {
                throw new OutOfMemoryError();
              }
            },
            (scheme, why) -> failed.add(scheme.id()));
    assertThrows(OutOfMemoryError.class, () -> tests.passes("x25519"));
    assertEquals(SelfTests.State.UNTESTED, tests.state("x25519"));
    assertTrue(tests.passes("x25519"));
    assertEquals(List.of(), List.copyOf(failed));
  }

  @Test
  void aClassThatCannotBeMadeIsAVerdict() {
    SelfTests tests =
        new SelfTests(
            List.of(X25519),
            scheme -> {
              throw new ExceptionInInitializerError("damaged");
            },
            (scheme, why) -> failed.add(scheme.id()));
    assertFalse(tests.passes("x25519"));
    assertEquals(List.of("x25519"), List.copyOf(failed));
  }

  @Test
  void theBackgroundGoesOnAfterAnError() throws InterruptedException {
    CountDownLatch second = new CountDownLatch(1);
    SelfTests tests =
        new SelfTests(
            List.of(X25519, ED25519),
            scheme -> {
              if (scheme.equals(X25519)) {
                throw new OutOfMemoryError();
              }
              second.countDown();
            },
            (scheme, why) -> {});
    tests.runInBackground();
    assertTrue(second.await(10, TimeUnit.SECONDS));
  }

  private SelfTests tests(Scheme broken) {
    return new SelfTests(
        List.of(X25519, ED25519),
        scheme -> {
          tested.add(scheme.id());
          if (scheme.equals(broken)) {
            throw new IllegalStateException("wrong");
          }
        },
        (scheme, why) -> failed.add(scheme.id() + ": " + why.getMessage()));
  }
}
