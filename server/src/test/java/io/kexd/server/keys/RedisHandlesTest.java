package io.kexd.server.keys;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyPair;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Handles in a real Redis, which is killed, restarted, set back and replaced. */
class RedisHandlesTest {
  private static final KeyAgreement X25519 = KeyAgreement.of("x25519");
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Handles.Limits KEEP = new Handles.Limits(1_000, 1_000, LONG, 10);
  private static final Caller ALICE = Caller.spiffe("spiffe://test/alice");
  private static final Caller BOB = Caller.dns("bob.example");

  @TempDir Path folder;
  private final SecureRandom random = new SecureRandom();
  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final List<AutoCloseable> parts = Collections.synchronizedList(new ArrayList<>());
  private final List<String> news = new CopyOnWriteArrayList<>();
  private Path keyset = Path.of("none");

  @BeforeEach
  void makeKeyset() throws Exception {
    keyset = TestKeyset.write(folder);
  }

  @AfterEach
  void stop() throws Exception {
    timer.shutdownNow();
    Collections.reverse(parts);
    for (AutoCloseable part : parts) {
      part.close();
    }
  }

  @Test
  void aPairComesBackOnceAndToItsOwnerAlone() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles here = handles(redis);
    RedisHandles there = handles(redis);
    KeyPair pair = X25519.generate(random);
    byte[] privateKey = pair.privateKey();
    String id = issue(here, LONG, pair);
    assertThrows(IllegalStateException.class, pair::privateKey);
    assertEquals("UNKNOWN", take(there, BOB, id));
    assertEquals("UNKNOWN", take(there, Caller.dns("spiffe://test/alice"), id));
    ReusablePair.Use taken = there.find(ALICE, id).orElseThrow().take().join();
    assertArrayEquals(privateKey, taken.pair().privateKey());
    taken.close();
    assertThrows(IllegalStateException.class, taken.pair()::privateKey);
    assertEquals("USED", take(here, ALICE, id));
    assertEquals("USED", take(there, ALICE, id));
    assertEquals("UNKNOWN", take(there, BOB, id));
    assertEquals(":0", redis.ask("EXISTS kexd:pair:" + id));
  }

  @Test
  void whatIsNoHandleIsUnknownWithoutRedis() throws Exception {
    RedisHandles handles = handles(redis("one"));
    String id = issue(handles, LONG);
    for (String wrong :
        List.of("", "x", id.substring(1), id + "x", id.replace('.', '-'), id.substring(0, 33))) {
      assertEquals(Optional.empty(), handles.find(ALICE, wrong));
    }
    // Another curve, or another random part: nothing is gained.
    assertEquals("UNKNOWN", take(handles, ALICE, id.replace("x25519", "p256")));
    assertEquals("UNKNOWN", take(handles, ALICE, "A".repeat(32) + ".x25519"));
    assertEquals("OK", take(handles, ALICE, id));
  }

  @Test
  void ofManyClaimsAtOnceOneWins() throws Exception {
    TestRedis redis = redis("one");
    List<RedisHandles> replicas = List.of(handles(redis), handles(redis), handles(redis));
    for (int round = 0; round < 20; round++) {
      String id = issue(replicas.get(0), LONG);
      List<CompletableFuture<ReusablePair.Use>> claims = new ArrayList<>();
      for (int i = 0; i < 66; i++) {
        claims.add(replicas.get(i % 3).find(ALICE, id).orElseThrow().take());
      }
      List<String> outcomes = claims.stream().map(RedisHandlesTest::outcome).toList();
      assertEquals(1, Collections.frequency(outcomes, "OK"), outcomes.toString());
      assertEquals(65, Collections.frequency(outcomes, "USED"), outcomes.toString());
    }
  }

  @Test
  void timeEndsAPairAndItsTombstone() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles handles =
        handles(redis, new Handles.Limits(10, 10, Duration.ofMillis(1_500), 10), LONG);
    String expiring = issue(handles, Duration.ofMillis(300));
    String used = issue(handles, LONG);
    String discarded = issue(handles, LONG);
    assertEquals("OK", take(handles, ALICE, used));
    handles.find(ALICE, discarded).orElseThrow().discard().join();
    handles.find(ALICE, discarded).orElseThrow().discard().join();
    assertEquals("USED", take(handles, ALICE, discarded));
    await(() -> redis.ask("EXISTS kexd:pair:" + expiring).equals(":0"));
    assertEquals("EXPIRED", take(handles, ALICE, expiring));
    assertEquals("UNKNOWN", take(handles, BOB, expiring));
    await(() -> take(handles, ALICE, used).equals("UNKNOWN"));
    await(() -> take(handles, ALICE, expiring).equals("UNKNOWN"));
    await(() -> redis.ask("DBSIZE").equals(":2")); // Counters, which expire as well.
  }

  @Test
  void limitsCountByCallerAndInAll() throws Exception {
    RedisHandles handles = handles(redis("one"), new Handles.Limits(2, 3, LONG, 10), LONG);
    String first = issue(handles, Duration.ofMinutes(5));
    assertFalse(issue(handles, Duration.ofSeconds(1)).isEmpty());
    assertEquals("FULL", tryIssue(handles, ALICE));
    assertEquals("OK", tryIssue(handles, BOB));
    assertEquals("FULL", tryIssue(handles, BOB));
    assertEquals("OK", take(handles, ALICE, first));
    assertEquals("USED", take(handles, ALICE, first));
    assertEquals("OK", tryIssue(handles, BOB));
    assertEquals("FULL", tryIssue(handles, BOB));
    assertEquals("FULL", tryIssue(handles, ALICE), "in all");
    // One expires, and leaves room for one.
    await(() -> tryIssue(handles, ALICE).equals("OK"));
    assertEquals("FULL", tryIssue(handles, ALICE));
  }

  /** Pairs that end make room for others; that is no reason to tell of each. */
  @Test
  void aRedisWithoutMemoryIsToldOfOnce() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles handles = handles(redis);
    await(handles::isUp);
    news.clear();
    for (int i = 0; i < 20; i++) {
      assertEquals("+OK", redis.ask("CONFIG SET maxmemory 1"));
      assertEquals("UNAVAILABLE", tryIssue(handles, ALICE));
      assertEquals("+OK", redis.ask("CONFIG SET maxmemory 0"));
      assertEquals("OK", tryIssue(handles, ALICE));
    }
    assertFalse(handles.isUp());
    await(() -> tryIssue(handles, ALICE).equals("OK") && handles.isUp());
    assertEquals(2, news.size(), news.toString());
    assertTrue(news.get(0).contains("maxmemory"), news.toString());
    assertTrue(news.get(1).contains("again"), news.toString());
  }

  @Test
  void aPairThatWasTamperedWithIsRefusedAlone() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles handles = handles(redis);
    String good = issue(handles, LONG);
    String bad = issue(handles, LONG);
    String longer = issue(handles, LONG);
    String swapped = issue(handles, LONG);
    String other = issue(handles, LONG);
    assertTrue(redis.ask("SETRANGE kexd:pair:" + bad + " 20 zzzz").startsWith(":"));
    assertTrue(redis.ask("SETRANGE kexd:pair:" + longer + " 4 zz").startsWith(":"));
    assertEquals("GeneralSecurityException", take(handles, ALICE, bad));
    assertEquals("GeneralSecurityException", take(handles, ALICE, longer));
    assertEquals("+OK", redis.ask("RENAME kexd:pair:" + swapped + " kexd:pair:" + other));
    assertEquals("GeneralSecurityException", take(handles, ALICE, other));
    assertEquals("USED", take(handles, ALICE, bad));
    assertEquals("OK", take(handles, ALICE, good));
  }

  @Test
  void anotherKeysetOpensNoPair() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles here = handles(redis);
    keyset = TestKeyset.write(folder);
    RedisHandles there = handles(redis);
    String id = issue(here, LONG);
    assertEquals("GeneralSecurityException", take(there, ALICE, id));
    assertEquals("OK", take(here, ALICE, issue(here, LONG)));
  }

  /** The timeout is long: what is refused in time is refused at once. */
  @Test
  void withoutRedisCallsFailAtOnceAndThenItComesBack() throws Exception {
    TestRedis redis = redis("one", "--appendonly", "no");
    RedisHandles handles = handles(redis);
    String id = issue(handles, LONG);
    redis.kill();
    await(() -> !handles.isUp());
    assertTimeout(
        Duration.ofSeconds(20),
        () -> {
          for (int i = 0; i < 1_000; i++) {
            assertEquals("UNAVAILABLE", take(handles, ALICE, id));
            assertEquals("UNAVAILABLE", tryIssue(handles, ALICE));
          }
        });
    redis.run();
    await(handles::isUp);
    assertEquals("UNKNOWN", take(handles, ALICE, id));
    assertEquals("OK", take(handles, ALICE, issue(handles, LONG)));
    assertTrue(news.get(0).contains("Redis"), news.toString());
    assertTrue(news.get(news.size() - 1).contains("again"), news.toString());
    // It forgot the script, too.
    assertEquals("+OK", redis.ask("SCRIPT FLUSH"));
    assertEquals("OK", take(handles, ALICE, issue(handles, LONG)));
  }

  @Test
  void aRedisThatHangsIsLeftAfterTheTimeout() throws Exception {
    TestRedis redis = redis("one");
    RedisHandles handles =
        handles(redis, new Handles.Limits(10, 10, LONG, 10), Duration.ofMillis(300));
    String id = issue(handles, LONG);
    redis.signal("STOP");
    assertEquals("UNAVAILABLE", tryIssue(handles, ALICE));
    assertFalse(handles.isUp());
    redis.signal("CONT");
    await(handles::isUp);
    assertEquals("OK", take(handles, ALICE, id));
  }

  /** As after a crash that cost the last writes: the claim is not in the file. */
  @Test
  void aRestartFromAFileWithoutTheClaimBringsNothingBack() throws Exception {
    TestRedis redis = redis("one", "--appendonly", "yes");
    RedisHandles handles = handles(redis);
    String claimed = issue(handles, LONG);
    String discarded = issue(handles, LONG);
    String live = issue(handles, LONG);
    Path before = folder.resolve("before.aof");
    Files.copy(redis.appendOnlyFile(), before);
    assertEquals("OK", take(handles, ALICE, claimed));
    handles.find(ALICE, discarded).orElseThrow().discard().join();
    redis.kill();
    await(() -> !handles.isUp());
    Files.copy(before, redis.appendOnlyFile(), StandardCopyOption.REPLACE_EXISTING);
    redis.run();
    await(handles::isUp);
    for (String id : List.of(claimed, discarded, live)) {
      assertEquals(":1", redis.ask("EXISTS kexd:pair:" + id), "the file does not bring it back");
      assertEquals("UNKNOWN", take(handles, ALICE, id));
      assertEquals(":0", redis.ask("EXISTS kexd:pair:" + id));
    }
    assertEquals("OK", take(handles, ALICE, issue(handles, LONG)));
  }

  /** The replica becomes the primary without having heard of a claim; later they change back. */
  @Test
  void aFailoverBringsNothingBack() throws Exception {
    TestRedis first = redis("first");
    RedisHandles onFirst = handles(first);
    TestRedis second = redis("second", "--replicaof", "127.0.0.1", first.port());
    awaitReplica(second);
    RedisHandles onSecond = unawaited(second, KEEP, Duration.ofMinutes(1));
    String claimed = issue(onFirst, LONG);
    String later = issue(onFirst, LONG);
    await(() -> second.ask("EXISTS kexd:pair:" + later).equals(":1"));
    assertEquals("UNAVAILABLE", take(onSecond, ALICE, claimed), "a replica takes no claim");

    assertEquals("+OK", second.ask("REPLICAOF NO ONE"));
    assertEquals("OK", take(onFirst, ALICE, claimed));
    assertEquals("OK", take(onFirst, ALICE, later));
    await(onSecond::isUp);
    assertEquals(":1", second.ask("EXISTS kexd:pair:" + claimed), "it heard of the claim");
    assertEquals("UNKNOWN", take(onSecond, ALICE, claimed));
    assertEquals("OK", take(onSecond, ALICE, issue(onSecond, LONG)));

    assertEquals("+OK", first.ask("REPLICAOF 127.0.0.1 " + second.port()));
    awaitReplica(first);
    assertEquals(":1", first.ask("EXISTS kexd:pair:" + later), "it did not come back");
    assertEquals("+OK", first.ask("REPLICAOF NO ONE"));
    await(() -> !take(onFirst, ALICE, later).equals("UNAVAILABLE"));
    assertEquals("UNKNOWN", take(onFirst, ALICE, later));
  }

  private static void awaitReplica(TestRedis replica) throws Exception {
    await(() -> replica.ask("INFO replication").contains("master_link_status:up"));
  }

  private TestRedis redis(String name, String... options) throws Exception {
    TestRedis redis = TestRedis.start(Files.createDirectory(folder.resolve(name)), options);
    parts.add(redis);
    return redis;
  }

  private RedisHandles handles(TestRedis redis) throws Exception {
    return handles(redis, KEEP, Duration.ofMinutes(1));
  }

  private RedisHandles handles(TestRedis redis, Handles.Limits limits, Duration timeout)
      throws Exception {
    RedisHandles handles = unawaited(redis, limits, timeout);
    await(handles::isUp);
    return handles;
  }

  private RedisHandles unawaited(TestRedis redis, Handles.Limits limits, Duration timeout)
      throws Exception {
    RedisHandles handles =
        new RedisHandles(
            redis.uri(0),
            timeout,
            limits,
            Set.of("x25519", "p256"),
            new Sealing(keyset, news::add),
            random,
            timer,
            news::add);
    parts.add(handles);
    return handles;
  }

  private String issue(RedisHandles handles, Duration ttl) {
    return issue(handles, ttl, X25519.generate(random));
  }

  private static String issue(RedisHandles handles, Duration ttl, KeyPair pair) {
    return handles
        .room(ALICE)
        .orElseThrow()
        .keep("x25519", ttl, ReusablePair.Bounds.ONCE, pair)
        .join()
        .id();
  }

  private String tryIssue(RedisHandles handles, Caller caller) {
    try {
      return outcome(
          handles
              .room(caller)
              .orElseThrow()
              .keep("x25519", LONG, ReusablePair.Bounds.ONCE, X25519.generate(random)));
    } catch (HandleFailure e) {
      return e.why().name();
    }
  }

  private static String take(RedisHandles handles, Caller caller, String id) {
    return outcome(handles.find(caller, id).orElseThrow().take());
  }

  private static String outcome(CompletableFuture<?> future) {
    try {
      return future.join() == null ? "nothing" : "OK";
    } catch (CompletionException e) {
      Throwable cause = e.getCause();
      while (cause instanceof CompletionException && cause.getCause() != null) {
        cause = cause.getCause();
      }
      if (cause instanceof GeneralSecurityException) {
        return "GeneralSecurityException";
      }
      return assertInstanceOf(HandleFailure.class, cause).why().name();
    }
  }

  private static void await(Callable<Boolean> condition) throws Exception {
    for (int i = 0; i < 1_000; i++) {
      if (condition.call()) {
        return;
      }
      Thread.sleep(20);
    }
    throw new AssertionError("it did not happen");
  }
}
