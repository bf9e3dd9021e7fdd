package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.server.metrics.Meters;
import io.kexd.server.pipeline.KeyPairPool;
import io.kexd.server.pipeline.Pipeline;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.Test;

/** Pairs from a pool, and what becomes of them when the rest cannot be made. */
class PairsTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");

  /** Ten are ready: a call of ten gets them, one of more has its own made, all in one call. */
  @Test
  void theyAreAllFromThePoolOrAllMade() throws InterruptedException {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    try (Meters meters = new Meters(List.of("x25519"));
        Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 100, true), meters);
        KeyPairPool pool = pool(new ArrayList<>(), pipeline, timer, meters)) {
      Pairs pairs = new Pairs(new SecureRandom(), Map.of("x25519", pool), false);
      awaitTen(pool);
      Pairs.Taken made = pairs.take(X25519, 11);
      assertEquals(11, made.pairs().size());
      assertEquals(0, made.hits());
      assertEquals(10, pool.depth());
      Pairs.Taken ready = pairs.take(X25519, 10);
      assertEquals(10, ready.pairs().size());
      assertEquals(10, ready.hits());
    } finally {
      timer.shutdownNow();
    }
  }

  private static void awaitTen(KeyPairPool pool) throws InterruptedException {
    pool.refill();
    for (int i = 0; i < 6_000 && pool.depth() < 10; i++) {
      Thread.sleep(10);
    }
  }

  @Test
  void theyAreWiped() throws InterruptedException {
    List<KeyPair> ready = Collections.synchronizedList(new ArrayList<>());
    SecureRandom none =
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            throw new IllegalStateException("no randomness");
          }
        };
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    try (Meters meters = new Meters(List.of("x25519"));
        Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 100, true), meters);
        KeyPairPool pool = pool(ready, pipeline, timer, meters)) {
      awaitTen(pool);
      List<KeyPair> claimed = pool.claim(10);
      assertEquals(ready.subList(0, 10), claimed);
      Pairs pairs = new Pairs(none, Map.of("x25519", pool), false);
      assertThrows(
          IllegalStateException.class, () -> pairs.addMade(new ArrayList<>(claimed), X25519, 54));
      assertEquals(10, claimed.size());
      for (KeyPair pair : claimed) {
        assertThrows(IllegalStateException.class, () -> X25519.toPkcs8(pair));
      }
    } finally {
      timer.shutdownNow();
    }
  }

  private static KeyPairPool pool(
      List<KeyPair> ready, Pipeline pipeline, ScheduledThreadPoolExecutor timer, Meters meters) {
    SecureRandom random = new SecureRandom();
    return new KeyPairPool(
        "x25519",
        new KeyPairPool.Config(10, 1, Duration.ofMinutes(10)),
        count -> {
          List<KeyPair> made = X25519.generate(random, count);
          ready.addAll(made);
          return made;
        },
        pipeline,
        timer,
        meters);
  }
}
