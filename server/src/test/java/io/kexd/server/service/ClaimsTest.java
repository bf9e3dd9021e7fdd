package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handles;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.KeyPairPool;
import io.kexd.server.pipeline.Pipeline;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** However many pairs are handed out, ready ones and others, to whomever: no key is seen twice. */
class ClaimsTest {
  private static final byte[] PEER = Peer.random().publicKey();
  private static final int THREADS = 8;
  private static final int AT_ONCE = 50;

  private final SecureRandom random = new SecureRandom();
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Meters meters = new Meters(List.of("x25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(2, 100_000, true), meters);
  private final KeyPairPool pool =
      new KeyPairPool(
          "x25519",
          new KeyPairPool.Config(1_024, 768, Duration.ofMinutes(10)),
          this::make,
          pipeline,
          timer,
          meters);
  private final Handles handles =
      new Handles(
          new Handles.Limits(100_000, 100_000, Duration.ofMinutes(10), 10),
          random,
          timer,
          curve -> {});
  private final KeyExchange service =
      new KeyExchange(
          new Catalog(List.of("x25519")),
          Schemes.limits(),
          handles,
          new RequestIds(Duration.ofSeconds(60), 100, timer),
          Schemes.work(pipeline),
          new Pairs(random, Map.of("x25519", pool), false),
          Schemes.noReuse(timer),
          Schemes.noSignatures(pipeline));

  /** The first 8 bytes of each: enough to tell a million apart. */
  private final Set<Long> seen = ConcurrentHashMap.newKeySet();

  @AfterEach
  void stop() {
    pipeline.close();
    pool.close();
    handles.close();
    timer.shutdownNow();
    meters.close();
  }

  @Test
  void noKeyIsSeenTwice() throws Exception {
    claim(50_000);
  }

  @Test
  @Tag("thorough")
  void ofAMillionNoneIsSeenTwice() throws Exception {
    claim(1_000_000);
  }

  private void claim(int count) throws Exception {
    pool.refill();
    int hits = 0;
    try (ExecutorService callers = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Integer>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(callers.submit(() -> claimInTurns(count / THREADS / AT_ONCE)));
      }
      for (Future<Integer> one : all) {
        hits += one.get();
      }
    }
    assertEquals(count, seen.size());
    assertTrue(hits > 0, "none came from the pool");
  }

  /** Half of each turn by Exchange, half by GenerateKeyPair; how many were ready. */
  private int claimInTurns(int turns) {
    int hits = 0;
    for (int turn = 0; turn < turns; turn++) {
      List<CompletableFuture<KeyExchange.Exchanged>> exchanges = new ArrayList<>();
      List<CompletableFuture<KeyExchange.Generated>> pairs = new ArrayList<>();
      for (int i = 0; i < AT_ONCE / 2; i++) {
        exchanges.add(
            service.exchange(
                call(Operation.EXCHANGE),
                new KeyExchange.Exchange(
                    "x25519",
                    PEER,
                    KeyFormat.RAW,
                    new Derivation.RawSecret(),
                    false,
                    ExchangeSignatures.Wish.NONE)));
        pairs.add(
            service.generate(
                call(Operation.GENERATE),
                new KeyExchange.Generate(
                    "x25519",
                    KeyFormat.RAW,
                    Optional.empty(),
                    0,
                    "",
                    ExchangeSignatures.Wish.NONE)));
      }
      for (CompletableFuture<KeyExchange.Exchanged> exchange : exchanges) {
        note(exchange.join().publicKey());
        hits += exchange.join().poolHit() ? 1 : 0;
      }
      for (CompletableFuture<KeyExchange.Generated> pair : pairs) {
        note(pair.join().publicKey());
        service.destroy(call(Operation.DESTROY), pair.join().handle()).join();
      }
    }
    return hits;
  }

  private List<KeyPair> make(int count) {
    return KeyAgreement.of("x25519").generate(random, count);
  }

  private static Call call(Operation operation) {
    return new Call(Caller.ANONYMOUS, operation, () -> false);
  }

  private void note(byte[] publicKey) {
    seen.add(ByteBuffer.wrap(publicKey).getLong());
  }
}
