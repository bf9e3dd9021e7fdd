package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.FaultCheck;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handles;
import io.kexd.server.keys.SigningKey;
import io.kexd.server.keys.SigningKeys;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Pipeline;
import io.kexd.server.store.MemoryKeys;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An exchange and its signature are admitted together. */
class SignedAdmissionTest {
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519", "ed25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 64, true), meters);
  private final Work work = Schemes.work(pipeline);
  private final Catalog catalog = new Catalog(List.of("x25519", "ed25519"));
  private final SigningKeys keys = MemoryKeys.open();
  private final SecureRandom random = new SecureRandom();
  private final RequestIds ids = new RequestIds(Duration.ofMinutes(1), 100, timer);
  private final Handles handles =
      new Handles(
          new Handles.Limits(100, 100, Duration.ofMinutes(10), 100), random, timer, curve -> {});
  private final Signing signing =
      new Signing(catalog, Schemes.limits(), keys, work, FaultCheck.DEFAULT);
  private final KeyExchange service =
      new KeyExchange(
          catalog,
          Schemes.limits(),
          handles,
          ids,
          work,
          new Pairs(random, Map.of(), false),
          Schemes.noReuse(timer),
          new ExchangeSignatures(signing, Schemes.limits()));
  private final byte[] peer = KeyAgreement.of("x25519").generate(random).publicKey();

  @BeforeEach
  void makeKey() {
    KeyAdministration administration =
        new KeyAdministration(
            catalog, keys, ids, work, new KeyAdministration.Rules(100, Duration.ofDays(1)), random);
    assertEquals(
        "key",
        administration
            .create(
                call(Optional.empty()),
                new KeyAdministration.Create(
                    "key", "ed25519", SigningKey.Purpose.SIGN_EXCHANGE, KeyFormat.RAW, ""))
            .join()
            .key()
            .name());
  }

  @AfterEach
  void stop() {
    pipeline.close();
    handles.close();
    keys.close();
    timer.shutdownNow();
    meters.close();
  }

  /** As full as can be at the moment in which the exchange is done and its signature is not. */
  @Test
  void whatWasAdmittedIsSigned() throws Exception {
    Group group = service.group();
    CompletableFuture<Integer> flooded =
        service.exchange(call(Optional.of(group)), exchange("")).thenApply(done -> flood());
    CompletableFuture<KeyExchange.Exchanged> exchanged =
        service.exchange(call(Optional.of(group)), exchange("key"));
    CompletableFuture<KeyExchange.Generated> generated =
        service.generate(call(Optional.of(group)), generate());
    group.submit(Duration.ofSeconds(1));
    assertTrue(flooded.get(20, TimeUnit.SECONDS) > 0);
    assertEquals(
        64, exchanged.get(20, TimeUnit.SECONDS).signature().orElseThrow().signature().length);
    assertEquals(
        64, generated.get(20, TimeUnit.SECONDS).signature().orElseThrow().signature().length);
    for (int i = 0; i < 1_000 && pipeline.permitsInUse() > 0; i++) {
      Thread.sleep(10);
    }
    assertEquals(Duration.ZERO, pipeline.backlog());
  }

  /** Verifies on the signing key's curve until no more is admitted; how many were. */
  private int flood() {
    int admitted = 0;
    while (!signing.verify(call(Optional.empty()), verify()).isCompletedExceptionally()) {
      admitted++;
    }
    return admitted;
  }

  private Signing.Verify verify() {
    return new Signing.Verify(
        new Signing.GivenKey(new byte[32], KeyFormat.RAW, "ed25519"),
        SignedInput.ofMessage(new byte[0]),
        new byte[64]);
  }

  /** Each exchange counts as 0.1 ms before it was measured; signatures are measured between. */
  @Test
  void aBatchCostsItsSignaturesTooOnceTheyAreMeasured() {
    batch("").submit(Duration.ofNanos(1_050_000));
    batch("key").submit(Duration.ofNanos(1_050_000));
    SigningKey key = keys.find(Caller.ANONYMOUS, "key").orElseThrow();
    for (int i = 0; i < 1_000; i++) {
      signing.signExchange(call(Optional.empty()), key, key.versions().get(0), new byte[10]).join();
    }
    Group signed = batch("key");
    Refusal refusal = assertThrows(Refusal.class, () -> signed.submit(Duration.ofNanos(1_050_000)));
    assertEquals(Reason.INVALID_REQUEST, refusal.reason());
    batch("").submit(Duration.ofNanos(1_050_000));
  }

  /** Ten exchanges, not yet submitted. */
  private Group batch(String key) {
    Group group = service.group();
    for (int i = 0; i < 10; i++) {
      assertFalse(service.exchange(call(Optional.of(group)), exchange(key)).isDone());
    }
    return group;
  }

  private KeyExchange.Exchange exchange(String key) {
    return new KeyExchange.Exchange(
        "x25519",
        peer,
        KeyFormat.RAW,
        new Derivation.RawSecret(),
        false,
        new ExchangeSignatures.Wish(key, new byte[0]));
  }

  private static KeyExchange.Generate generate() {
    return new KeyExchange.Generate(
        "x25519",
        KeyFormat.RAW,
        Optional.empty(),
        0,
        "",
        new ExchangeSignatures.Wish("key", new byte[0]));
  }

  private static Call call(Optional<Group> group) {
    return group.isPresent()
        ? new Call(
            Caller.ANONYMOUS, Operation.EXCHANGE, () -> false, () -> Long.MAX_VALUE, group.get())
        : new Call(Caller.ANONYMOUS, Operation.EXCHANGE, () -> false);
  }
}
