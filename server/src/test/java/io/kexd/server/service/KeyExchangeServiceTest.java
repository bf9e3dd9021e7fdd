package io.kexd.server.service;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import io.kexd.server.keys.Caller;
import io.kexd.server.keys.Handles;
import io.kexd.server.metrics.Meters;
import io.kexd.server.metrics.Operation;
import io.kexd.server.pipeline.Pipeline;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The service without a socket, where a test can choose the private key and the deadline. */
class KeyExchangeServiceTest {
  private final SecureRandom random = new SecureRandom();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final Meters meters = new Meters(List.of("x25519", "ed25519"));
  private final Pipeline pipeline = new Pipeline(new Pipeline.Config(1, 16, true), meters);
  private final Handles handles =
      new Handles(
          new Handles.Limits(100, 1_000, Duration.ofMinutes(10), 1_000),
          random,
          timer,
          curve -> {});
  private final KeyExchange service =
      new KeyExchange(
          new Catalog(List.of("x25519", "ed25519")),
          Schemes.limits(),
          handles,
          new RequestIds(Duration.ofSeconds(60), 100, timer),
          Schemes.work(pipeline),
          new Pairs(random, Map.of(), false),
          Schemes.noReuse(timer),
          Schemes.noSignatures(pipeline));

  @AfterEach
  void stop() {
    pipeline.close();
    handles.close();
    timer.shutdownNow();
    meters.close();
  }

  /** RFC 7748 section 6.1: Alice's pair is the server's, Bob's key comes in, K comes out. */
  @Test
  void rfc7748Section61() {
    KeyPair alice =
        KeyAgreement.of("x25519")
            .fromPrivateKey(
                Peer.hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"));
    byte[] secret = service.agree(call(false), agree(issue(alice))).join();
    assertArrayEquals(
        Peer.hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742"), secret);
    assertWiped(alice);
  }

  @Test
  void aCallThatNobodyWaitsForUsesNothing() {
    KeyPair pair = KeyAgreement.of("x25519").generate(random);
    String handle = issue(pair);
    assertRefused(Reason.DEADLINE_EXCEEDED, () -> service.agree(call(true), agree(handle)).join());
    assertEquals(32, service.agree(call(false), agree(handle)).join().length);
  }

  @Test
  void aCallAfterTheEndIsToldSo() {
    String handle = issue(KeyAgreement.of("x25519").generate(random));
    pipeline.close();
    assertRefused(Reason.SHUTTING_DOWN, () -> service.agree(call(false), agree(handle)).join());
  }

  @Test
  void theRawSecretOfADerivationIsWiped() {
    byte[] secret = new byte[32];
    random.nextBytes(secret);
    Derivation.PublicKeys keys = Derivation.PublicKeys.ofExchange(new byte[] {1}, new byte[] {2});
    for (Derivation derivation :
        List.of(
            new Derivation.DhkemSecret(),
            new Derivation.HkdfOutput(HashName.SHA256, new byte[0], new byte[0], 0, false))) {
      byte[] copy = secret.clone();
      assertEquals(32, derivation.apply(Schemes.X25519, copy, keys).length);
      assertArrayEquals(new byte[32], copy);
    }
  }

  private void assertWiped(KeyPair pair) {
    assertThrows(
        IllegalStateException.class,
        () -> KeyAgreement.of("x25519").agree(pair, Peer.random().publicKey()));
  }

  private static void assertRefused(Reason reason, Executable call) {
    CompletionException thrown = assertThrows(CompletionException.class, call);
    assertEquals(reason, assertInstanceOf(Refusal.class, thrown.getCause()).reason());
  }

  private String issue(KeyPair pair) {
    return handles
        .room(Caller.ANONYMOUS)
        .orElseThrow()
        .issue("x25519", Duration.ofSeconds(60), pair)
        .id();
  }

  private static KeyExchange.Agree agree(String handle) {
    return new KeyExchange.Agree(
        handle,
        Peer.hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"),
        KeyFormat.RAW,
        true,
        new Derivation.RawSecret());
  }

  private static Call call(boolean abandoned) {
    return new Call(Caller.ANONYMOUS, Operation.AGREE, () -> abandoned);
  }
}
