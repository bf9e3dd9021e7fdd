package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import io.kexd.server.StartException;
import io.kexd.server.TestServer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.KeyPairPool;
import io.kexd.server.pipeline.Line;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.Hkdf;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What operations cost is measured apart where it differs much. */
class CostsTest {
  private static final Derivation BRIEF = hkdf(0, 0);
  private static final Derivation LENGTHY = hkdf(255 * 32, 0);

  private final SecureRandom random = new SecureRandom();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 1_000, true), meters);
  private final Handles handles =
      new Handles(
          new Handles.Limits(1_000, 1_000, Duration.ofMinutes(10), 1_000), random, timer, c -> {});
  private final Work work = Schemes.work(pipeline);
  private volatile boolean makes = true;
  private final KeyPairPool pool =
      new KeyPairPool(
          "x25519",
          new KeyPairPool.Config(64, 1, Duration.ofMinutes(10)),
          this::pairs,
          pipeline,
          timer,
          meters);

  @AfterEach
  void stop() {
    pool.close();
    pipeline.close();
    timer.shutdownNow();
    handles.close();
    meters.close();
  }

  private List<KeyPair> pairs(int count) {
    if (!makes) {
      throw new IllegalStateException("not now");
    }
    return KeyAgreement.of("x25519").generate(random, count);
  }

  private static Derivation hkdf(int length, int info) {
    return new Derivation.HkdfOutput(HashName.SHA256, new byte[0], new byte[info], length, false);
  }

  private Agreements agreements(boolean refuses) {
    return new Agreements(
        Schemes.X25519,
        handles,
        work,
        new Pairs(random, Map.of("x25519", pool), refuses),
        Schemes.noReuse(timer));
  }

  @Test
  void whatHashesMuchIsLong() {
    assertFalse(hkdf(64, 1_024).isLong());
    assertFalse(hkdf(1_024, 0).isLong());
    assertTrue(hkdf(1_025, 0).isLong());
    assertTrue(hkdf(1_024, 1).isLong());
    assertTrue(hkdf(32, 8 << 10).isLong());
    assertFalse(new Derivation.RawSecret().isLong());
    assertFalse(new Derivation.DhkemSecret().isLong());
  }

  /** Each on its own, so that neither those beside them nor their estimate know of them. */
  @Test
  void longOutputsHaveLinesOfTheirOwn() throws StartException {
    Agreements agreements = agreements(false);
    assertNotSame(agreements.agreeing(BRIEF), agreements.agreeing(LENGTHY));
    assertNotSame(agreements.exchangingAgain(BRIEF), agreements.exchangingAgain(LENGTHY));
    try (TestServer server = TestServer.start()) {
      assertTrue(batchesOfSixteen(server, 32) <= 2);
      assertEquals(16, batchesOfSixteen(server, 255 * 32));
    }
  }

  private static double batchesOfSixteen(TestServer server, int length) {
    String count = "kexd_lanes_used_count{curve=\"x25519\",operation=\"exchange\"}";
    double before = server.metric(count);
    BatchExchangeRequest.Builder batch = BatchExchangeRequest.newBuilder();
    for (int i = 0; i < 16; i++) {
      batch
          .addItemsBuilder()
          .getRequestBuilder()
          .setCurve("x25519")
          .setPeerPublicKey(ByteString.copyFrom(Peer.random().publicKey()))
          .setHkdf(Hkdf.newBuilder().setLength(length));
    }
    assertEquals(16, server.keyExchange().batchExchange(batch.build()).getItemsCount());
    return server.metric(count) - before;
  }

  private <Q, R> void submit(Operation operation, Line<Q, R> line, Q request, int count) {
    Group group = work.group();
    List<CompletableFuture<R>> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      answers.add(
          work.submit(
              new Call(Caller.ANONYMOUS, operation, () -> false, () -> Long.MAX_VALUE, group),
              line,
              request));
    }
    group.submit(Duration.ofMinutes(1));
    answers.forEach(CompletableFuture::join);
  }

  @Test
  void pairsThatAreReadySayNothingOfThoseThatAreMade() throws Exception {
    Agreements agreements = agreements(false);
    Line<Agreements.NewPair, Later<KeyExchange.Generated>> making = agreements.generating();
    fill();
    Line<Agreements.NewPair, Later<KeyExchange.Generated>> claiming = agreements.generating();
    assertNotSame(making, claiming);
    long unknown = claiming.cost();
    assertEquals(unknown, making.cost());
    // Some of the batch are ready, or all of it where they are to be made.
    submit(Operation.GENERATE, making, pair(), 8);
    assertEquals(unknown, making.cost());
    makes = false;
    pool.claim(64).forEach(KeyPair::close);
    submit(Operation.GENERATE, claiming, pair(), 1);
    assertEquals(unknown, claiming.cost());
    makes = true;
    fill();
    submit(Operation.GENERATE, claiming, pair(), 8);
    assertNotEquals(unknown, claiming.cost());
  }

  @Test
  void whereNoneIsMadeThereIsOneLine() throws Exception {
    Agreements agreements = agreements(true);
    Line<Agreements.NewPair, Later<KeyExchange.Generated>> line = agreements.generating();
    fill();
    assertSame(line, agreements.generating());
  }

  private void fill() throws InterruptedException {
    pool.refill();
    for (int i = 0; i < 1_000 && pool.depth() < 64; i++) {
      Thread.sleep(10);
    }
    assertEquals(64, pool.depth());
  }

  private static Agreements.NewPair pair() {
    return new Agreements.NewPair(
        Caller.ANONYMOUS,
        Duration.ofSeconds(60),
        new ReusablePair.Bounds(1, Duration.ofSeconds(10)),
        KeyFormat.RAW);
  }
}
