package io.kexd.server.keys;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import io.kexd.server.Peer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** However a pair ends, it is wiped; however many end, memory is bounded. */
class HandlesTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Caller ALICE = Caller.spiffe("spiffe://test/alice");
  private static final Caller BOB = Caller.dns("bob.example");

  private final SecureRandom random = new SecureRandom();
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final ConcurrentLinkedQueue<String> expired = new ConcurrentLinkedQueue<>();

  HandlesTest() {
    timer.setRemoveOnCancelPolicy(true);
  }

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @Test
  void expiryWipesWithoutAnyCall() throws InterruptedException {
    KeyPair pair = X25519.generate(random);
    Handles handles = handles(10, 10);
    assertFalse(issue(handles, Duration.ofMillis(50), pair).isEmpty());
    for (int i = 0; i < 400 && expired.isEmpty(); i++) {
      Thread.sleep(10);
    }
    assertEquals(List.of("x25519"), List.copyOf(expired));
    assertWiped(pair);
    assertEquals(0, handles.live("x25519"));
  }

  @Test
  void aLateTimerMakesNoExpiredPairUsable() {
    ScheduledThreadPoolExecutor stuck = new ScheduledThreadPoolExecutor(1);
    stuck.execute(this::sleep);
    KeyPair pair = X25519.generate(random);
    Handles handles =
        new Handles(new Handles.Limits(10, 10, LONG, 10), random, stuck, expired::add);
    Handle handle = handles.find(ALICE, issue(handles, Duration.ofNanos(1), pair)).orElseThrow();
    assertEquals(Optional.empty(), handle.claim());
    assertEquals(Handle.State.EXPIRED, handle.state());
    assertWiped(pair);
    stuck.shutdownNow();
  }

  @Test
  void destroyAndCloseWipe() {
    List<KeyPair> pairs = new ArrayList<>();
    Handles handles = handles(10, 10);
    for (int i = 0; i < 3; i++) {
      pairs.add(X25519.generate(random));
    }
    String first = issue(handles, pairs.get(0));
    assertFalse(issue(handles, pairs.get(1)).isEmpty());
    handles.find(ALICE, first).orElseThrow().destroy();
    assertWiped(pairs.get(0));
    handles.close();
    assertWiped(pairs.get(1));
    assertEquals(0, handles.live("x25519"));
  }

  @Test
  void aClaimTakesThePairOnceAndEndsTheAlarm() throws Exception {
    KeyPair pair = X25519.generate(random);
    Handles handles = handles(10, 10);
    Handle handle = handles.find(ALICE, issue(handles, pair)).orElseThrow();
    assertEquals(1, timer.getQueue().size());
    ReusablePair.Use use = handle.claim().orElseThrow();
    assertSame(pair, use.pair());
    assertEquals(Optional.empty(), handle.claim());
    assertEquals(Handle.State.USED, handle.state());
    assertEquals(32, X25519.agree(pair, Peer.random().publicKey()).length);
    use.close();
    assertWiped(pair);
    // What waits now is the end of the tombstone.
    assertEquals(1, timer.getQueue().size());
  }

  @Test
  void aPairWithUsesLeftLivesOnAndEndsWithItsLast() {
    KeyPair pair = X25519.generate(random);
    Handles handles = handles(10, 10);
    Handle handle = reusable(handles, 3, Duration.ofSeconds(10), pair);
    for (int i = 0; i < 2; i++) {
      handle.claim().orElseThrow().close();
      assertEquals(Handle.State.LIVE, handle.state());
      assertEquals(1, handles.live("x25519"));
    }
    ReusablePair.Use last = handle.claim().orElseThrow();
    assertEquals(Handle.State.USED, handle.state());
    assertEquals(0, handles.live("x25519"));
    assertEquals(Optional.empty(), handle.claim());
    last.close();
    assertWiped(pair);
  }

  /** Without any call; and it was not left unused. */
  @Test
  void theEndOfTheWindowWipes() throws InterruptedException {
    KeyPair pair = X25519.generate(random);
    Handles handles = handles(10, 10);
    Handle handle = reusable(handles, 16, Duration.ofMillis(50), pair);
    handle.claim().orElseThrow().close();
    for (int i = 0; i < 400 && handles.live("x25519") > 0; i++) {
      Thread.sleep(10);
    }
    assertWiped(pair);
    assertEquals(Handle.State.EXPIRED, handle.state());
    assertEquals(List.of(), List.copyOf(expired));
  }

  @Test
  void whatIsDestroyedUnderAUseIsWipedAfterIt() throws Exception {
    KeyPair pair = X25519.generate(random);
    Handles handles = handles(10, 10);
    Handle handle = reusable(handles, 16, Duration.ofSeconds(10), pair);
    ReusablePair.Use use = handle.claim().orElseThrow();
    handles.close();
    assertEquals(Optional.empty(), handle.claim());
    assertEquals(32, X25519.agree(use.pair(), Peer.random().publicKey()).length);
    use.close();
    assertWiped(pair);
  }

  private static Handle reusable(Handles handles, int uses, Duration window, KeyPair pair) {
    String id =
        handles
            .room(ALICE)
            .orElseThrow()
            .issue("x25519", LONG, new ReusablePair.Bounds(uses, window), pair)
            .id();
    return handles.find(ALICE, id).orElseThrow();
  }

  @Test
  void tombstonesAreBounded() {
    Handles handles = handles(10, 3);
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      ids.add(issue(handles, X25519.generate(random)));
      handles.find(ALICE, ids.get(i)).orElseThrow().destroy();
    }
    assertEquals(Optional.empty(), handles.find(ALICE, ids.get(0)));
    assertEquals(Optional.empty(), handles.find(ALICE, ids.get(1)));
    for (String id : ids.subList(2, 5)) {
      assertEquals(Handle.State.USED, handles.find(ALICE, id).orElseThrow().state());
    }
    // One wake-up for all of them.
    assertEquals(1, timer.getQueue().size());
  }

  @Test
  void limitsCountByCallerAndInAll() {
    Handles handles = new Handles(new Handles.Limits(2, 3, LONG, 10), random, timer, expired::add);
    String first = issue(handles, X25519.generate(random));
    assertFalse(issue(handles, X25519.generate(random)).isEmpty());
    assertEquals(Optional.empty(), tryIssue(handles, ALICE));
    assertTrue(tryIssue(handles, BOB).isPresent());
    assertEquals(Optional.empty(), tryIssue(handles, BOB));
    handles.find(ALICE, first).orElseThrow().destroy();
    assertTrue(tryIssue(handles, BOB).isPresent());
    assertEquals(Optional.empty(), tryIssue(handles, BOB));
  }

  @Test
  void roomThatIsGivenBackIsFree() {
    Handles handles = handles(1, 10);
    Handles.Room room = handles.room(ALICE).orElseThrow();
    assertEquals(Optional.empty(), tryIssue(handles, ALICE));
    room.giveBack();
    assertTrue(tryIssue(handles, ALICE).isPresent());
    assertEquals(Optional.empty(), tryIssue(handles, ALICE));
  }

  @Test
  void handlesAreFoundByTheirOwnerOnly() {
    Handles handles = handles(10, 10);
    String id = issue(handles, X25519.generate(random));
    assertTrue(handles.find(ALICE, id).isPresent());
    assertEquals(Optional.empty(), handles.find(BOB, id));
    assertEquals(Optional.empty(), handles.find(Caller.ANONYMOUS, id));
    assertEquals(Optional.empty(), handles.find(Caller.dns("spiffe://test/alice"), id));
  }

  /** Whatever fails: the pair is wiped, and there is room again. */
  @Test
  void whatCannotBeKeptIsWiped() {
    SecureRandom none =
        new SecureRandom() {
          @Override
          public void nextBytes(byte[] bytes) {
            throw new IllegalStateException("no randomness");
          }
        };
    Handles nameless = new Handles(new Handles.Limits(1, 1, LONG, 10), none, timer, expired::add);
    for (int i = 0; i < 3; i++) {
      KeyPair pair = X25519.generate(random);
      assertThrows(IllegalStateException.class, () -> issue(nameless, pair));
      assertWiped(pair);
    }
    Handles late = handles(1, 10);
    timer.shutdownNow();
    for (int i = 0; i < 3; i++) {
      KeyPair pair = X25519.generate(random);
      assertThrows(RejectedExecutionException.class, () -> issue(late, pair));
      assertWiped(pair);
    }
    assertEquals(0, late.live("x25519"));
  }

  /** As a batch does that outlives the grace of a shutdown. */
  @Test
  void whatComesAfterTheEndIsWiped() {
    Handles handles = handles(10, 10);
    Handles.Room room = handles.room(ALICE).orElseThrow();
    handles.close();
    KeyPair pair = X25519.generate(random);
    assertThrows(HandleFailure.class, () -> room.issue("x25519", LONG, pair));
    assertWiped(pair);
    assertEquals(0, handles.live("x25519"));
  }

  private Handles handles(int live, int tombstones) {
    return new Handles(
        new Handles.Limits(live, live, LONG, tombstones), random, timer, expired::add);
  }

  private static String issue(Handles handles, KeyPair pair) {
    return issue(handles, LONG, pair);
  }

  private static String issue(Handles handles, Duration ttl, KeyPair pair) {
    return handles.room(ALICE).orElseThrow().issue("x25519", ttl, pair).id();
  }

  private Optional<HandleStore.Issued> tryIssue(Handles handles, Caller caller) {
    return handles.room(caller).map(room -> room.issue("x25519", LONG, X25519.generate(random)));
  }

  private static void assertWiped(KeyPair pair) {
    byte[] nine = new byte[32];
    nine[0] = 9;
    assertThrows(IllegalStateException.class, () -> X25519.agree(pair, nine));
  }

  private void sleep() {
    try {
      Thread.sleep(60_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
