package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handle;
import io.kexd.server.keys.HandleStore;
import io.kexd.server.keys.ReusablePair;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.store.MemoryKeys;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A pair whose signature fails while as many calls as may wait for the store of pairs. */
class UnsignedPairTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519", "ed25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 16, true), meters);
  private final Work work = Schemes.work(pipeline);
  private final Catalog catalog = new Catalog(List.of("x25519", "ed25519"));
  private final SigningKeys keys = MemoryKeys.open();
  private final SecureRandom random = new SecureRandom();
  private final RequestIds ids = new RequestIds(Duration.ofMinutes(1), 100, timer);
  private final Store store = new Store();
  private final KeyExchange service =
      new KeyExchange(
          catalog,
          Schemes.limits(),
          store,
          ids,
          work,
          new Pairs(random, Map.of(), false),
          Schemes.noReuse(timer),
          new ExchangeSignatures(
              new Signing(catalog, Schemes.limits(), keys, work, FaultCheck.DEFAULT),
              Schemes.limits()));

  /** Calls that are never answered. */
  private final List<CompletableFuture<Void>> waiting = new ArrayList<>();

  @AfterEach
  void stop() {
    pipeline.close();
    keys.close();
    timer.shutdownNow();
    meters.close();
  }

  @Test
  void isWipedAndTheFirstFailureIsTold() throws Exception {
    assertEquals("key", makeKey());
    CompletableFuture<KeyExchange.Generated> pair = service.generate(call(), signed());
    assertTrue(store.keeping.await(20, TimeUnit.SECONDS));
    pipeline.close(); // So that nothing is signed.
    int places = fill();
    assertTrue(
        store.kept.complete(
            new HandleStore.Issued("pair", Peer.random().publicKey(), Instant.now())));
    CompletionException thrown = assertThrows(CompletionException.class, pair::join);
    assertEquals(Reason.SHUTTING_DOWN, assertInstanceOf(Refusal.class, thrown.getCause()).reason());
    assertEquals(places + 1, waiting.size());
    assertTrue(store.discarded);
  }

  /** Others may wait, however many calls one makes. */
  @Test
  void whoeverWaitsLeavesRoomForOthers() {
    assertTrue(fill() > 1_000);
    Call bob = new Call(Caller.dns("bob"), Operation.DESTROY, () -> false);
    assertFalse(service.destroy(bob, "another").isDone());
  }

  /** Waits for the store as often as may be; how often. */
  private int fill() {
    while (true) {
      try {
        waitForTheStore();
      } catch (Refusal refusal) {
        assertEquals(Reason.OVERLOADED, refusal.reason());
        return waiting.size();
      }
    }
  }

  private String makeKey() {
    return new KeyAdministration(
            catalog, keys, ids, work, new KeyAdministration.Rules(100, Duration.ofDays(1)), random)
        .create(
            call(),
            new KeyAdministration.Create(
                "key", "ed25519", SigningKey.Purpose.SIGN_EXCHANGE, KeyFormat.RAW, ""))
        .join()
        .key()
        .name();
  }

  private static KeyExchange.Generate signed() {
    return new KeyExchange.Generate(
        "x25519",
        KeyFormat.RAW,
        Optional.empty(),
        0,
        "",
        new ExchangeSignatures.Wish("key", new byte[0]));
  }

  private static Call call() {
    return new Call(Caller.ANONYMOUS, Operation.GENERATE, () -> false);
  }

  private void waitForTheStore() {
    CompletableFuture<Void> call = service.destroy(call(), "another");
    assertFalse(call.isDone());
    waiting.add(call);
  }

  /** Answers when the test says so. */
  private final class Store implements HandleStore {
    final CountDownLatch keeping = new CountDownLatch(1);
    final CompletableFuture<Issued> kept = new CompletableFuture<>();
    boolean discarded;

    @Override
    public Optional<Room> room(Caller owner) {
      return Optional.of(
          new Room() {
            @Override
            public CompletableFuture<Issued> keep(
                String curve, Duration ttl, ReusablePair.Bounds bounds, KeyPair pair) {
              pair.close();
              keeping.countDown();
              return kept;
            }

            @Override
            public void giveBack() {}
          });
    }

    /** Another call takes the last place before the pair is found. */
    @Override
    public Optional<Kept> find(Caller caller, String id) {
      if (!id.equals("pair")) {
        return Optional.of(new Pair(CompletableFuture::new));
      }
      waitForTheStore();
      return Optional.of(
          new Pair(
              () -> {
                discarded = true;
                return CompletableFuture.completedFuture(null);
              }));
    }

    @Override
    public boolean answersAtOnce() {
      return false;
    }

    @Override
    public void close() {}
  }

  private record Pair(Supplier<CompletableFuture<Void>> discarding) implements HandleStore.Kept {
    @Override
    public String curve() {
      return "x25519";
    }

    @Override
    public Handle.State state() {
      return Handle.State.LIVE;
    }

    @Override
    public boolean isReusable() {
      return false;
    }

    @Override
    public CompletableFuture<ReusablePair.Use> take() {
      return new CompletableFuture<>();
    }

    @Override
    public CompletableFuture<Void> discard() {
      return discarding.get();
    }
  }
}
