package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Ready pairs: handed out once, made again when few are left, wiped when their time is over. */
class KeyPairPoolTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");
  private static final Duration LONG = Duration.ofMinutes(10);

  /** A timer whose hand the test moves. */
  private static final class Hand extends ScheduledThreadPoolExecutor {
    private final List<Runnable> alarms = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> millis = Collections.synchronizedList(new ArrayList<>());

    Hand() {
      super(1);
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
      millis.add(unit.toMillis(delay));
      alarms.add(work);
      return super.schedule(() -> {}, 0, TimeUnit.SECONDS);
    }

    void ring() {
      alarms.remove(0).run();
    }
  }

  private final SecureRandom random = new SecureRandom();
  private final Meters meters = new Meters(List.of("x25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(2, 1_000, true), meters);
  private final Hand timer = new Hand();
  private final AtomicInteger made = new AtomicInteger();
  private final List<KeyPair> all = Collections.synchronizedList(new ArrayList<>());
  private final List<CompletableFuture<?>> submitted =
      Collections.synchronizedList(new ArrayList<>());
  private volatile boolean fails;

  @AfterEach
  void stop() {
    pipeline.close();
    timer.shutdownNow();
    meters.close();
  }

  private List<KeyPair> make(int count) {
    if (fails) {
      made.incrementAndGet();
      throw new IllegalStateException("no randomness");
    }
    List<KeyPair> pairs = X25519.generate(random, count);
    made.addAndGet(count);
    all.addAll(pairs);
    return pairs;
  }

  private KeyPairPool pool(int target, int lowWater, Duration maxAge) {
    return new KeyPairPool(
        "x25519",
        new KeyPairPool.Config(target, lowWater, maxAge),
        this::make,
        pipeline,
        timer,
        meters);
  }

  /** A pool that was asked once, and is full. */
  private KeyPairPool full(int target, int lowWater, Duration maxAge) throws InterruptedException {
    KeyPairPool pool = pool(target, lowWater, maxAge);
    pool.refill();
    awaitDepth(pool, target);
    return pool;
  }

  private static void awaitDepth(KeyPairPool pool, int depth) throws InterruptedException {
    for (int i = 0; i < 6_000 && pool.depth() != depth; i++) {
      Thread.sleep(10);
    }
    assertEquals(depth, pool.depth());
  }

  @Test
  void nothingIsMadeBeforeSomebodyAsks() throws InterruptedException {
    KeyPairPool pool = pool(100, 50, LONG);
    pipelineRests();
    assertEquals(0, made.get());
    assertEquals(List.of(), pool.claim(3));
    awaitDepth(pool, 100);
    assertEquals(3, pool.claim(3).size());
  }

  @Test
  void aClaimThatLeavesFewCallsForMore() throws InterruptedException {
    KeyPairPool pool = full(100, 60, LONG);
    assertEquals(40, pool.claim(40).size());
    pipelineRests();
    assertEquals(60, pool.depth());
    assertEquals(1, pool.claim(1).size());
    awaitDepth(pool, 100);
    assertEquals(141, made.get());
  }

  @Test
  void anEmptyPoolGivesWhatItHas() throws InterruptedException {
    KeyPairPool pool = full(10, 1, LONG);
    assertEquals(10, pool.claim(64).size());
  }

  /** Whoever claims at the same time: no pair twice, none lost, never more than the target. */
  @Test
  void aPairIsHandedOutOnce() throws InterruptedException {
    KeyPairPool pool = full(200, 150, LONG);
    Set<String> keys = ConcurrentHashMap.newKeySet();
    AtomicInteger claimed = new AtomicInteger();
    AtomicInteger tooDeep = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 8; t++) {
      threads.add(
          new Thread(
              () -> {
                for (int i = 0; i < 500; i++) {
                  for (KeyPair pair : pool.claim(1 + i % 3)) {
                    keys.add(HexFormat.of().formatHex(pair.publicKey()));
                    claimed.incrementAndGet();
                  }
                  tooDeep.addAndGet(pool.depth() > 200 ? 1 : 0);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    awaitDepth(pool, 200);
    assertEquals(claimed.get(), keys.size());
    assertEquals(made.get(), claimed.get() + 200);
    assertEquals(0, tooDeep.get());
  }

  @Test
  void operationsComeFirst() throws InterruptedException {
    CountDownLatch hold = new CountDownLatch(1);
    Line<Integer, Integer> line =
        pipeline.line(
            "x25519",
            Operation.AGREE,
            jobs -> {
              await(hold);
              jobs.forEach(job -> job.settle(n -> n));
            });
    List<CompletableFuture<Integer>> running = new ArrayList<>();
    while (pipeline.permitsInUse() < 200) {
      running.add(pipeline.submit(line, 1, () -> false)); // More than two batches.
    }
    KeyPairPool pool = pool(10, 5, LONG);
    pool.refill();
    assertEquals(0, made.get());
    hold.countDown();
    running.forEach(CompletableFuture::join);
    awaitDepth(pool, 10);
  }

  /** A line that is never empty does not keep a pool empty. */
  @Test
  void refillsComeUnderLoadToo() throws InterruptedException {
    AtomicInteger computed = new AtomicInteger();
    List<Line<Integer, Integer>> lines = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      lines.add(
          pipeline.line(
              "x25519",
              Operation.AGREE,
              jobs -> {
                computed.addAndGet(jobs.size());
                jobs.forEach(job -> job.settle(n -> n));
                if (made.get() < 10) { // Each batch leaves another behind.
                  submitted.add(pipeline.submit(lines.get(computed.get() % 3), 1, () -> false));
                  submitted.add(
                      pipeline.submit(lines.get((computed.get() + 1) % 3), 1, () -> false));
                }
              }));
    }
    for (Line<Integer, Integer> line : lines) {
      submitted.add(pipeline.submit(line, 1, () -> false));
    }
    KeyPairPool pool = pool(10, 5, LONG);
    pool.refill();
    awaitDepth(pool, 10);
  }

  /** However many claims fail meanwhile, the source is asked ever more rarely; then it heals. */
  @Test
  void aSourceThatFailsIsAskedEverMoreRarely() throws InterruptedException {
    fails = true;
    KeyPairPool pool = pool(10, 5, LONG);
    List<Long> delays = new ArrayList<>();
    for (int i = 0; i < 11; i++) {
      assertEquals(List.of(), pool.claim(1));
      awaitAlarm();
      assertEquals(i + 1, made.get());
      for (int j = 0; j < 20; j++) {
        assertEquals(List.of(), pool.claim(1));
      }
      pipelineRests();
      assertEquals(i + 1, made.get());
      delays.add(timer.millis.remove(0));
      timer.ring();
    }
    assertEquals(
        List.of(100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 12_800L, 25_600L, 25_600L, 25_600L),
        delays);
    awaitAlarm();
    fails = false;
    timer.millis.clear();
    timer.ring();
    awaitDepth(pool, 10);
  }

  @Test
  void whatNobodyClaimedInTimeIsWipedAndNotMadeAgain() throws InterruptedException {
    KeyPairPool pool = full(10, 5, Duration.ofMillis(50));
    awaitAlarm();
    Thread.sleep(60);
    timer.ring();
    assertEquals(0, pool.depth());
    List.copyOf(all).forEach(KeyPairPoolTest::assertWiped);
    pipelineRests();
    assertEquals(10, made.get());
    assertEquals(List.of(), pool.claim(1));
    awaitDepth(pool, 10);
  }

  /** The timer is late: a claim looks itself. */
  @Test
  void noPairIsHandedOutAfterItsTime() throws InterruptedException {
    KeyPairPool pool = full(10, 1, Duration.ofMillis(50));
    Thread.sleep(60);
    assertEquals(List.of(), pool.claim(1));
    List.copyOf(all).subList(0, 10).forEach(KeyPairPoolTest::assertWiped);
  }

  @Test
  void theAlarmIsForTheOldestThatIsLeft() throws InterruptedException {
    KeyPairPool pool = full(10, 9, LONG);
    assertEquals(1, timer.alarms.size());
    timer.ring(); // Too early: nothing is over.
    assertEquals(10, pool.depth());
    assertEquals(1, timer.alarms.size());
  }

  @Test
  void closingWipesWhatIsThereAndWhatComesLater() throws InterruptedException {
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch hold = new CountDownLatch(1);
    KeyPairPool late =
        new KeyPairPool(
            "x25519",
            new KeyPairPool.Config(10, 5, LONG),
            count -> {
              making.countDown();
              await(hold);
              return make(count);
            },
            pipeline,
            timer,
            meters);
    KeyPairPool pool = full(10, 5, LONG);
    late.refill();
    making.await();
    pool.close();
    late.close();
    hold.countDown();
    pipeline.close(Duration.ofSeconds(30));
    assertTrue(all.size() > 10);
    List.copyOf(all).forEach(KeyPairPoolTest::assertWiped);
    assertEquals(0, late.depth());
    assertEquals(List.of(), pool.claim(1));
  }

  /** What the pipeline was asked to do is done. */
  private void pipelineRests() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      CompletableFuture<Void> done = new CompletableFuture<>();
      pipeline.whenIdle(() -> done.complete(null));
      done.join();
    }
    Thread.sleep(20);
  }

  private void awaitAlarm() throws InterruptedException {
    for (int i = 0; i < 6_000 && timer.alarms.isEmpty(); i++) {
      Thread.sleep(10);
    }
    assertFalse(timer.alarms.isEmpty());
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertWiped(KeyPair pair) {
    byte[] nine = new byte[32];
    nine[0] = 9;
    assertThrows(IllegalStateException.class, () -> X25519.agree(pair, nine));
  }
}
