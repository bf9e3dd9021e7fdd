package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.store.MemoryKeys;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Real work of several callers at more than the server can do. */
class AdmissionTest {
  private static final Caller ALICE = Caller.dns("alice");
  private static final Caller BOB = Caller.dns("bob");
  private static final int BYTES = 8 << 20;

  private final SecureRandom random = new SecureRandom();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<String> curves = List.of("x25519", "p521", "ed25519");
  private final Meters meters = new Meters(curves);
  private final Pipeline pipeline =
      new Pipeline(new Pipeline.Config(2, 256, Duration.ofSeconds(1), BYTES, true), meters);
  private final Catalog catalog = new Catalog(curves);
  private final Work work = Schemes.work(pipeline);
  private final RequestIds ids = new RequestIds(Duration.ofSeconds(60), 100, timer);
  private final KeyExchange service =
      new KeyExchange(
          catalog,
          Schemes.limits(),
          new Handles(
              new Handles.Limits(100, 1_000, Duration.ofMinutes(10), 1_000),
              random,
              timer,
              curve -> {}),
          ids,
          work,
          new Pairs(random, Map.of(), false),
          Schemes.noReuse(timer),
          Schemes.noSignatures(pipeline));
  private final AtomicBoolean over = new AtomicBoolean();
  private final AtomicInteger shed = new AtomicInteger();

  @AfterEach
  void stop() {
    over.set(true);
    pipeline.close();
    timer.shutdownNow();
    meters.close();
  }

  private CompletableFuture<KeyExchange.Exchanged> exchange(Caller caller, String curve) {
    return service.exchange(
        new Call(caller, Operation.EXCHANGE, () -> false),
        new KeyExchange.Exchange(
            curve,
            KeyAgreement.of(curve).generate(random).publicKey(),
            KeyFormat.RAW,
            new Derivation.RawSecret(),
            false,
            ExchangeSignatures.Wish.NONE));
  }

  /** Asks as often as it can, until the test is over; refusals are counted. */
  private Thread flood(Caller caller, String curve, AtomicInteger done) {
    KeyExchange.Exchange request =
        new KeyExchange.Exchange(
            curve,
            KeyAgreement.of(curve).generate(random).publicKey(),
            KeyFormat.RAW,
            new Derivation.RawSecret(),
            false,
            ExchangeSignatures.Wish.NONE);
    Thread thread =
        new Thread(
            () -> {
              while (!over.get()) {
                if (isRefusedAtOnce(caller, request, done)) {
                  LockSupport.parkNanos(50_000);
                }
              }
            });
    thread.start();
    return thread;
  }

  private boolean isRefusedAtOnce(Caller caller, KeyExchange.Exchange request, AtomicInteger done) {
    CompletableFuture<?> counted =
        service
            .exchange(new Call(caller, Operation.EXCHANGE, () -> false), request)
            .thenRun(done::incrementAndGet);
    if (counted.isCompletedExceptionally()) {
      shed.incrementAndGet();
      return true;
    }
    return false;
  }

  @Test
  void aFloodOfASlowCurveDoesNotStarveAFastOne() throws InterruptedException {
    AtomicInteger slow = new AtomicInteger();
    Thread alice = flood(ALICE, "p521", slow);
    awaitSheds();
    int calls = 200;
    int before = slow.get();
    for (int i = 0; i < calls; i++) {
      assertEquals(32, exchange(BOB, "x25519").join().secret().length);
    }
    int meanwhile = slow.get() - before;
    // Behind the crowd each of them would have waited for more than a hundred.
    assertTrue(meanwhile < 60 * calls, "slow ones meanwhile: " + meanwhile);
    over.set(true);
    alice.join();
  }

  @Test
  void aFloodOfOneCallerLeavesAnotherItsShare() throws InterruptedException {
    AtomicInteger alices = new AtomicInteger();
    AtomicInteger bobs = new AtomicInteger();
    List<Thread> alice = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      alice.add(flood(ALICE, "x25519", alices));
    }
    awaitSheds();
    int before = alices.get();
    Thread bob = flood(BOB, "x25519", bobs);
    for (int i = 0; i < 6_000 && bobs.get() < 2_000; i++) {
      Thread.sleep(10);
    }
    int meanwhile = alices.get() - before;
    assertTrue(bobs.get() >= 2_000, "bob's: " + bobs.get());
    assertTrue(bobs.get() > meanwhile / 2, bobs.get() + " beside " + meanwhile);
    over.set(true);
    for (Thread thread : alice) {
      thread.join();
    }
    bob.join();
  }

  private void awaitSheds() throws InterruptedException {
    for (int i = 0; i < 6_000 && shed.get() < 1_000; i++) {
      Thread.sleep(10);
    }
    assertTrue(shed.get() >= 1_000, "shed: " + shed.get());
  }

  /** Ten times as many messages as fit: those that are held never take more than they may. */
  @Test
  void messagesTakeNoMoreThanTheyMay() {
    int size = 1 << 20;
    SigningKeys keys = MemoryKeys.open();
    Signing signing = new Signing(catalog, Schemes.limits(), keys, work, FaultCheck.DEFAULT);
    byte[] publicKey = Signer.of("ed25519").generate(random).publicKey();
    Signing.Verify request =
        new Signing.Verify(
            new Signing.GivenKey(publicKey, KeyFormat.RAW, "ed25519"),
            new SignedInput(
                new SignedInput.Message(new byte[size]),
                new byte[0],
                new SignedInput.Ecdsa(Optional.empty(), false, false)),
            new byte[64]);
    int refused = 0;
    for (int i = 0; i < 10 * BYTES / size; i++) {
      CompletableFuture<Signing.Verified> answer =
          signing.verify(new Call(ALICE, Operation.VERIFY, () -> false), request);
      assertTrue(pipeline.messageBytes() <= BYTES, "held: " + pipeline.messageBytes());
      refused += isOverload(answer) ? 1 : 0;
    }
    assertTrue(refused > 0, "nothing was refused");
    keys.close();
    pipeline.close();
    assertEquals(0, pipeline.messageBytes());
  }

  private static boolean isOverload(CompletableFuture<?> answer) {
    if (!answer.isCompletedExceptionally()) {
      return false;
    }
    Throwable thrown = answer.exceptionNow();
    Refusal refusal =
        assertInstanceOf(
            Refusal.class, thrown instanceof CompletionException ? thrown.getCause() : thrown);
    assertEquals(Reason.OVERLOADED, refusal.reason());
    assertTrue(refusal.retryAfter().orElseThrow().isPositive());
    return true;
  }
}
