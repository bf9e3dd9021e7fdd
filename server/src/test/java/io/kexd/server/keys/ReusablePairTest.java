package io.kexd.server.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A pair that may be used again never outlives its bounds, and is never wiped under a use. */
class ReusablePairTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");
  private static final byte[] PEER = Peer.random().publicKey();
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();

  private final KeyPair pair = X25519.generate(new SecureRandom());

  private ReusablePair reusable(int uses, Duration window) {
    return new ReusablePair(
        pair, new ReusablePair.Bounds(uses, window), System.nanoTime() + MINUTE);
  }

  private static void agree(ReusablePair.Use use) {
    try {
      assertEquals(32, X25519.agree(use.pair(), PEER).length);
    } catch (InvalidKeyException e) {
      throw new AssertionError(e);
    }
  }

  private void assertWiped() {
    assertThrows(IllegalStateException.class, () -> X25519.agree(pair, PEER));
  }

  @Test
  void theLastUseWipes() {
    ReusablePair reusable = reusable(2, Duration.ofSeconds(10));
    ReusablePair.Use first = reusable.use().orElseThrow();
    ReusablePair.Use second = reusable.use().orElseThrow();
    assertFalse(first.isRepeated());
    assertTrue(second.isRepeated());
    assertEquals(Optional.empty(), reusable.use());
    second.close();
    second.close();
    agree(first);
    first.close();
    assertWiped();
  }

  @Test
  void whatEndsUnderAUseIsWipedAfterIt() {
    ReusablePair reusable = reusable(16, Duration.ofSeconds(10));
    ReusablePair.Use use = reusable.use().orElseThrow();
    reusable.end();
    assertEquals(Optional.empty(), reusable.use());
    agree(use);
    use.close();
    assertWiped();
  }

  /** From its first use on, and however long it waited for that. */
  @Test
  void noUseIsTakenAfterTheWindow() throws InterruptedException {
    Duration window = Duration.ofMillis(50);
    ReusablePair reusable = reusable(1_000_000_000, window);
    Thread.sleep(80);
    reusable.use().orElseThrow().close();
    long first = System.nanoTime();
    long last = first;
    int uses = 0;
    for (long asked = first; asked - first < 2 * window.toNanos(); asked = System.nanoTime()) {
      Optional<ReusablePair.Use> use = reusable.use();
      if (use.isPresent()) {
        use.get().close();
        last = asked;
        uses++;
      }
    }
    assertTrue(uses > 0, "uses: " + uses);
    assertTrue(last - first <= window.toNanos(), "last after " + (last - first) + " ns");
    reusable.end();
    assertWiped();
  }

  /** It also ends at its own time, wherever the window stands. */
  @Test
  void theWindowDoesNotProlongItsTime() throws InterruptedException {
    ReusablePair reusable =
        new ReusablePair(
            pair,
            new ReusablePair.Bounds(16, Duration.ofSeconds(10)),
            System.nanoTime() + 50_000_000);
    reusable.use().ifPresent(ReusablePair.Use::close);
    Thread.sleep(60);
    assertEquals(Optional.empty(), reusable.use());
  }

  /** Threads that take and hold uses while another ends it: bounds hold, and no key is wiped. */
  @Test
  void boundsHoldUnderConcurrency() throws InterruptedException {
    for (int round = 0; round < 100; round++) {
      KeyPair own = X25519.generate(new SecureRandom());
      int bound = 1 + round % 16;
      ReusablePair reusable =
          new ReusablePair(
              own,
              new ReusablePair.Bounds(bound, Duration.ofSeconds(10)),
              System.nanoTime() + MINUTE);
      AtomicInteger taken = new AtomicInteger();
      ConcurrentLinkedQueue<Throwable> faults = new ConcurrentLinkedQueue<>();
      CountDownLatch go = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        boolean ends = t == 0 && round % 2 == 0;
        threads.add(
            new Thread(
                () -> {
                  try {
                    go.await();
                    takeAll(reusable, taken, ends ? bound / 2 : Integer.MAX_VALUE);
                  } catch (Throwable fault) {
                    faults.add(fault);
                  }
                }));
      }
      threads.forEach(Thread::start);
      go.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      assertEquals(List.of(), List.copyOf(faults));
      assertTrue(taken.get() <= bound, taken + " uses of " + bound);
      assertTrue(round % 2 == 0 || taken.get() == bound, taken + " uses of " + bound);
      assertThrows(IllegalStateException.class, () -> X25519.agree(own, PEER));
    }
  }

  /** Uses it until there is no more, and ends it once so many are taken. */
  private static void takeAll(ReusablePair reusable, AtomicInteger taken, int endAfter) {
    for (Optional<ReusablePair.Use> use = reusable.use(); use.isPresent(); use = reusable.use()) {
      try (ReusablePair.Use held = use.get()) {
        if (taken.incrementAndGet() > endAfter) {
          reusable.end();
        }
        agree(held);
      }
    }
  }
}
