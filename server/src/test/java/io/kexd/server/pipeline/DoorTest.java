package io.kexd.server.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.server.keys.Caller;
import io.kexd.server.pipeline.Door.Bounds;
import io.kexd.server.pipeline.Door.Load;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Who is admitted beside whom. */
class DoorTest {
  private static final long MANY = 1_000_000_000_000L;
  private static final long FAST = 20_000;
  private static final long SLOW = 2_000_000;
  private static final Caller ALICE = Caller.dns("alice");
  private static final Caller BOB = Caller.dns("bob");

  private static Door operations(int count) {
    return new Door(new Bounds(count, MANY, MANY));
  }

  /** One second. */
  private static Door time() {
    return new Door(new Bounds(MANY, 1_000_000_000, MANY));
  }

  private static Load load(Caller caller, String curve, long nanos) {
    return new Load(caller, curve, nanos, 0);
  }

  private static Load load(Caller caller, String curve) {
    return load(caller, curve, FAST);
  }

  private static boolean enter(Door door, Load load) {
    return door.enter(List.of(load));
  }

  /** Until it is refused; what was admitted. */
  private static Queue<Load> flood(Door door, Load load) {
    Queue<Load> admitted = new ArrayDeque<>();
    while (enter(door, load)) {
      admitted.add(load);
    }
    return admitted;
  }

  @Test
  void whoIsAloneHasHalfOnACurveAndNearlyAllOnSeveral() {
    Door door = operations(1_000);
    int one = flood(door, load(ALICE, "x25519")).size();
    assertTrue(one > 450 && one < 500, "one: " + one);
    for (String curve : List.of("x448", "p256", "p384", "p521", "e521", "ed25519", "ed448")) {
      flood(door, load(ALICE, curve));
    }
    assertTrue(door.operations() > 900, "all: " + door.operations());
    assertTrue(enter(door, load(ALICE, "ed252")));
  }

  @Test
  void aSmallHouseTakesOne() {
    Door door = operations(1);
    assertTrue(enter(door, load(ALICE, "p256")));
    assertFalse(enter(door, load(BOB, "x25519")));
    door.leave(List.of(load(ALICE, "p256")));
    assertTrue(enter(door, load(BOB, "x25519")));
  }

  /** One floods, the other asks for as much: soon both hold the same. */
  @Test
  void aFloodLeavesAnotherCallerItsShare() {
    Door door = operations(1_000);
    Queue<Load> alice = flood(door, load(ALICE, "x25519"));
    Queue<Load> bob = new ArrayDeque<>();
    for (int i = 0; i < 2_000; i++) {
      Queue<Load> done = i % 2 == 0 || bob.isEmpty() ? alice : bob;
      door.leave(List.of(done.remove()));
      for (int j = 0; j < 10; j++) { // Alice asks ten times as often.
        if (enter(door, load(ALICE, "x25519"))) {
          alice.add(load(ALICE, "x25519"));
        }
      }
      if (enter(door, load(BOB, "x25519"))) {
        bob.add(load(BOB, "x25519"));
      }
    }
    assertEquals(door.operations(), alice.size() + bob.size());
    assertTrue(bob.size() > 0.9 * alice.size(), alice.size() + " to " + bob.size());
  }

  /** However many flood: once some of it is done, whoever holds nothing yet finds room. */
  @Test
  void aNewCallerFindsRoom() {
    Random random = new Random(1);
    Door door = operations(1_000);
    List<Load> callers = new ArrayList<>();
    List<Load> admitted = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Load load = load(Caller.dns("caller-" + i), "x25519");
      assertTrue(enter(door, load), "caller " + i);
      callers.add(load);
      admitted.add(load);
      for (int j = 0; j < 5_000; j++) {
        Load next = callers.get(random.nextInt(callers.size()));
        if (enter(door, next)) {
          admitted.add(next);
        }
        if (j % 5 == 0) {
          door.leave(List.of(admitted.remove(random.nextInt(admitted.size()))));
        }
      }
    }
    assertTrue(admitted.size() > 400, "admitted: " + admitted.size());
    for (Load caller : callers) {
      int held = Collections.frequency(admitted, caller);
      assertTrue(held > 10 && held < 40, caller + " holds " + held);
    }
  }

  @Test
  void aSlowCurveTakesUpMore() {
    Door door = time();
    int slow = flood(door, load(ALICE, "p521", SLOW)).size();
    assertTrue(slow > 200 && slow < 250, "slow: " + slow);
    int fast = flood(door, load(ALICE, "x25519", FAST)).size();
    assertTrue(fast > 10_000, "fast: " + fast);
    assertTrue(enter(door, load(BOB, "x25519", FAST)));
  }

  /** Slower than the whole bound: alone it is done, and nothing else of its curve beside it. */
  @Test
  void anEmptyHouseTakesAnything() {
    Door door = time();
    Load huge = new Load(ALICE, "p521", 5_000_000_000L, 2 * MANY);
    assertTrue(enter(door, huge));
    assertFalse(enter(door, huge));
    door.leave(List.of(huge));
    assertTrue(enter(door, huge));
  }

  @Test
  void messagesAreCountedByTheirSize() {
    long mebibyte = 1 << 20;
    Door door = new Door(new Bounds(1_024, MANY, 128 * mebibyte));
    Load large = new Load(ALICE, "ed25519", FAST, mebibyte);
    int admitted = flood(door, large).size();
    assertTrue(admitted >= 60 && admitted <= 64, "admitted: " + admitted);
    assertEquals(admitted * mebibyte, door.bytes());
    flood(door, new Load(BOB, "ed25519", FAST, mebibyte));
    flood(door, new Load(BOB, "ed448", FAST, mebibyte));
    assertTrue(door.bytes() <= 128 * mebibyte);
    // What has no message is not refused for others' messages.
    assertTrue(enter(door, load(ALICE, "ed25519")));
  }

  @Test
  void allOfAListOrNone() {
    Door door = operations(20);
    assertFalse(door.enter(Collections.nCopies(11, load(ALICE, "x25519"))));
    assertEquals(0, door.operations());
    List<Load> mixed = new ArrayList<>(Collections.nCopies(6, load(ALICE, "x25519")));
    mixed.addAll(Collections.nCopies(6, load(ALICE, "p521", SLOW)));
    assertTrue(door.enter(mixed));
    assertEquals(12, door.operations());
    assertEquals(6 * (FAST + SLOW), door.nanos());
    assertFalse(door.enter(mixed));
    assertEquals(12, door.operations());
    door.leave(mixed);
    assertEquals(0, door.operations());
    assertEquals(0, door.nanos());
  }

  /** A thousand callers come and go: nothing of them is left. */
  @Test
  void nothingIsKeptOfThoseWhoLeft() {
    Door door = operations(10);
    for (int i = 0; i < 1_000; i++) {
      Load load = new Load(Caller.dns("caller-" + i), "x25519", FAST, 1);
      assertTrue(enter(door, load));
      assertEquals(1, door.parties());
      assertFalse(door.enter(Collections.nCopies(11, load)));
      door.leave(List.of(load));
    }
    assertEquals(0, door.parties());
    assertEquals(0, door.bytes());
  }
}
