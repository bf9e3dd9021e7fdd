package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.kexd.foreign.Daemon;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ItemError;
import io.kexd.v1.Role;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Batches and streams against a daemon; the JDK's X25519 is the other end. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BatchesTest {
  private static final String CURVE = "x25519";

  private final Daemon daemon = Daemon.plaintext();
  private final KexdClient kexd = KexdClient.builder(daemon.target()).build();

  BatchesTest() throws Exception {}

  @AfterAll
  void stop() throws Exception {
    kexd.close();
    daemon.close();
  }

  @Test
  void exchangesOfWhichOneIsBad() throws Exception {
    List<Peer> peers = peers(100);
    List<byte[]> keys = keys(peers);
    keys.set(7, new byte[32]);
    List<Result<Exchanged>> results = kexd.exchangeAll(CURVE, keys);
    assertEquals(100, results.size());
    for (int i = 0; i < 100; i++) {
      Result<Exchanged> result = results.get(i);
      if (i == 7) {
        assertFalse(result.isOk());
        KexdException refusal = result.failure().orElseThrow();
        assertEquals(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, refusal.reason());
        assertEquals(Status.Code.INVALID_ARGUMENT, refusal.status());
        assertEquals(Optional.of("peer_public_key"), refusal.field());
        assertSame(refusal, assertThrows(KexdException.class, result::get));
      } else {
        assertTrue(result.isOk());
        assertEquals(Optional.empty(), result.failure());
        assertDerived(peers.get(i), result.get());
      }
    }
  }

  @Test
  void pairsAndTheirAgreements() throws Exception {
    List<EphemeralKeyPair> pairs = kexd.generateAll(CURVE, 20).stream().map(Result::get).toList();
    assertEquals(20, pairs.stream().map(EphemeralKeyPair::handle).distinct().count());
    List<Peer> peers = peers(20);
    List<byte[]> keys = keys(peers);
    keys.set(0, new byte[32]);
    List<Result<byte[]>> secrets =
        kexd.agreeAll(pairs, keys, Derivation.raw(), Role.ROLE_INITIATOR);
    assertEquals(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
        secrets.get(0).failure().orElseThrow().reason());
    for (int i = 1; i < 20; i++) {
      assertArrayEquals(peers.get(i).agree(pairs.get(i).publicKey()), secrets.get(i).get());
    }
    // The bad key left its pair.
    assertArrayEquals(
        peers.get(0).agree(pairs.get(0).publicKey()),
        pairs.get(0).agree(peers.get(0).publicKey(), Derivation.raw()));
    assertEquals(
        ErrorReason.ERROR_REASON_KEY_ALREADY_USED,
        kexd.agreeAll(pairs, keys, Derivation.raw(), Role.ROLE_INITIATOR)
            .get(1)
            .failure()
            .orElseThrow()
            .reason());
  }

  @Test
  void aBatchThatIsTooLargeIsRefusedAsAWhole() {
    KexdException refusal =
        assertThrows(
            KexdException.class,
            () -> kexd.exchangeAll(CURVE, Collections.nCopies(257, new byte[32])));
    assertEquals(ErrorReason.ERROR_REASON_INVALID_REQUEST, refusal.reason());
    assertEquals(Optional.of("items"), refusal.field());
    assertThrows(
        IllegalArgumentException.class,
        () ->
            kexd.agreeAll(
                List.of(), List.of(new byte[32]), Derivation.hkdf(), Role.ROLE_INITIATOR));
  }

  @Test
  void aStreamAnswersEachWithItsOwn() throws Exception {
    List<Peer> peers = peers(20);
    List<CompletableFuture<Exchanged>> answers = new ArrayList<>();
    try (ExchangeStream stream = kexd.exchangeStream()) {
      for (int i = 0; i < 2_000; i++) {
        answers.add(stream.exchange(CURVE, peers.get(i % 20).publicKey()));
      }
    }
    // Closing has waited for all.
    for (int i = 0; i < 2_000; i++) {
      assertTrue(answers.get(i).isDone());
      if (i % 20 == i / 100) {
        assertDerived(peers.get(i % 20), answers.get(i).join());
      }
    }
  }

  @Test
  void aRefusalFailsItsFutureAlone() throws Exception {
    Peer peer = Peer.create();
    try (ExchangeStream stream = kexd.exchangeStream()) {
      CompletableFuture<Exchanged> bad = stream.exchange(CURVE, new byte[32]);
      CompletableFuture<Exchanged> good = stream.exchange(CURVE, peer.publicKey());
      assertDerived(peer, good.join());
      assertEquals(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, failure(bad).reason());
    }
  }

  @Test
  void aServerThatStopsFailsWhatHasNoAnswer() throws Exception {
    Daemon own = Daemon.plaintext(); // Ended below, or with this JVM.
    try (KexdClient client = KexdClient.builder(own.target()).build();
        ExchangeStream stream = client.exchangeStream()) {
      Peer peer = Peer.create();
      assertDerived(peer, stream.exchange(CURVE, peer.publicKey()).join());
      own.close();
      assertEquals(
          ErrorReason.ERROR_REASON_SHUTTING_DOWN,
          failure(stream.exchange(CURVE, peer.publicKey())).reason());
    }
  }

  @Test
  void anErrorSaysAllThatARefusalSays() {
    KexdException refusal =
        Failures.of(
            ItemError.newBuilder()
                .setCode(Status.Code.RESOURCE_EXHAUSTED.value())
                .setReason(ErrorReason.ERROR_REASON_OVERLOADED)
                .setMessage("come back")
                .setRetryDelay(com.google.protobuf.Duration.newBuilder().setSeconds(2))
                .build());
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, refusal.status());
    assertEquals(ErrorReason.ERROR_REASON_OVERLOADED, refusal.reason());
    assertEquals("OVERLOADED: come back", refusal.getMessage());
    assertEquals(Optional.of(Duration.ofSeconds(2)), refusal.retryDelay());
    assertEquals(Optional.empty(), refusal.field());
    assertEquals(
        ErrorReason.ERROR_REASON_UNSPECIFIED,
        Failures.of(ItemError.newBuilder().setReasonValue(9_999).setCode(3).build()).reason());
  }

  private static KexdException failure(CompletableFuture<?> answer) {
    return assertInstanceOf(
        KexdException.class, assertThrows(CompletionException.class, answer::join).getCause());
  }

  private static void assertDerived(Peer peer, Exchanged exchanged) throws Exception {
    assertArrayEquals(
        Derivation.hkdf()
            .derive(
                CURVE, peer.agree(exchanged.publicKey()), peer.publicKey(), exchanged.publicKey()),
        exchanged.secret());
  }

  private static List<Peer> peers(int count) throws Exception {
    List<Peer> peers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      peers.add(Peer.create());
    }
    return peers;
  }

  private static List<byte[]> keys(List<Peer> peers) {
    return new ArrayList<>(peers.stream().map(Peer::publicKey).toList());
  }
}
