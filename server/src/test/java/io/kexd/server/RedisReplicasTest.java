package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.server.keys.TestKeyset;
import io.kexd.server.keys.TestRedis;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three replicas as processes, one Redis, callers at all of them; one replica is killed, one is
 * restarted, Redis is killed and restarted. Afterwards the history of what callers were told is
 * checked: no pair was used twice, and none was lost but by what the rules allow.
 */
class RedisReplicasTest {
  private static final int SECONDS = 60;
  private static final int CALLERS = 4;

  /** What a claim came to. */
  private enum Outcome {
    SECRET,
    USED,
    /** Told that there is no such handle. */
    LOST,
    /** No answer, or one that says that it is not known. */
    UNKNOWN
  }

  /**
   * What became of a handle.
   *
   * @param redis how often Redis had been killed before it was made
   * @param redisThen the same, after the claims
   */
  private record Life(
      ByteString publicKey, int redis, int redisThen, Outcome first, Outcome second) {
    boolean isPlain() {
      return redis == redisThen && first != Outcome.UNKNOWN && second != Outcome.UNKNOWN;
    }
  }

  @TempDir Path folder;
  private final Process[] replicas = new Process[3];
  private final ManagedChannel[] channels = new ManagedChannel[3];
  private final Queue<Life> history = new ConcurrentLinkedQueue<>();
  private final AtomicInteger secrets = new AtomicInteger();
  private final AtomicInteger kills = new AtomicInteger();
  private volatile boolean done;

  @AfterEach
  void stop() {
    for (int i = 0; i < replicas.length; i++) {
      if (channels[i] != null) {
        channels[i].shutdownNow();
      }
      if (replicas[i] != null) {
        replicas[i].destroyForcibly();
      }
    }
  }

  @Test
  void noHandleIsUsedTwice() throws Exception {
    run(1, 150);
  }

  @Test
  @Tag("thorough")
  void noHandleIsUsedTwiceForLong() throws Exception {
    run(10, 5_000);
  }

  /**
   * @param rounds of one killed, one restarted, Redis killed and restarted
   * @param agreements in each state before the next
   */
  private void run(int rounds, int agreements) throws Exception {
    try (TestRedis redis = TestRedis.start(folder, "--appendonly", "yes");
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      String keyset = TestKeyset.write(folder).toString();
      startAll(redis, keyset);
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        int seed = i;
        running.add(callers.submit(() -> call(new Random(seed))));
      }
      try {
        for (int round = 0; round < rounds; round++) {
          awaitSecrets(agreements);
          replicas[0].destroyForcibly().waitFor();
          awaitSecrets(agreements);
          replicas[1].destroy();
          assertTrue(replicas[1].waitFor(SECONDS, TimeUnit.SECONDS));
          assertEquals(0, replicas[1].exitValue());
          start(1, redis, keyset);
          awaitSecrets(agreements);
          kills.incrementAndGet();
          redis.kill();
          redis.run();
          kills.incrementAndGet();
          awaitSecrets(agreements);
          start(0, redis, keyset);
          awaitSecrets(agreements);
        }
      } finally {
        done = true;
      }
      for (Future<?> one : running) {
        one.get(SECONDS, TimeUnit.SECONDS);
      }
    }
    checkHistory(rounds * agreements);
  }

  private void awaitSecrets(int more) throws InterruptedException {
    int enough = secrets.get() + more;
    int before = -1;
    int idle = 0;
    for (int now = secrets.get(); now < enough; now = secrets.get()) {
      idle = now == before ? idle + 1 : 0;
      assertTrue(idle < SECONDS * 100, "the callers get no secrets any more");
      before = now;
      Thread.sleep(10);
    }
  }

  private void checkHistory(int enough) {
    Set<ByteString> keys = new HashSet<>();
    int plain = 0;
    for (Life life : history) {
      assertTrue(keys.add(life.publicKey()), "a public key came twice");
      assertFalse(
          life.first() == Outcome.SECRET && life.second() == Outcome.SECRET,
          () -> "used twice: " + life);
      boolean lost = life.first() == Outcome.LOST || life.second() == Outcome.LOST;
      assertFalse(lost && life.redis() == life.redisThen(), () -> "lost: " + life);
      if (life.isPlain()) {
        plain++;
        Set<Outcome> both = new HashSet<>(List.of(life.first(), life.second()));
        assertEquals(Set.of(Outcome.SECRET, Outcome.USED), both, life::toString);
      }
    }
    assertTrue(plain >= enough, "hardly any handle had an undisturbed life");
  }

  /** Makes a pair somewhere, and uses it at two replicas at the same time. */
  private void call(Random random) {
    while (!done) {
      int before = kills.get();
      GenerateKeyPairResponse pair;
      try {
        pair =
            stub(random.nextInt(3))
                .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
      } catch (StatusRuntimeException e) {
        continue; // Whoever has no handle has lost none.
      }
      int one = random.nextInt(3);
      CompletableFuture<Outcome> first = CompletableFuture.supplyAsync(() -> agree(one, pair));
      Outcome second = agree((one + 1) % 3, pair);
      history.add(new Life(pair.getPublicKey(), before, kills.get(), first.join(), second));
    }
  }

  private Outcome agree(int replica, GenerateKeyPairResponse pair) {
    try {
      assertEquals(32, stub(replica).agree(HandleTest.agree(pair)).getSecret().size());
      secrets.incrementAndGet();
      return Outcome.SECRET;
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() == Status.Code.FAILED_PRECONDITION) {
        assertEquals(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, Failure.of(e).reason());
        return Outcome.USED;
      }
      return e.getStatus().getCode() == Status.Code.NOT_FOUND ? Outcome.LOST : Outcome.UNKNOWN;
    }
  }

  private KeyExchangeServiceBlockingStub stub(int replica) {
    return KeyExchangeServiceGrpc.newBlockingStub(channels[replica])
        .withDeadlineAfter(SECONDS, TimeUnit.SECONDS);
  }

  private void startAll(TestRedis redis, String keyset) throws IOException {
    for (int i = 0; i < replicas.length; i++) {
      replicas[i] = begin(i, redis, keyset);
    }
    for (int i = 0; i < replicas.length; i++) {
      connect(i);
    }
  }

  private void start(int index, TestRedis redis, String keyset) throws IOException {
    channels[index].shutdownNow();
    replicas[index] = begin(index, redis, keyset);
    connect(index);
  }

  private Process begin(int index, TestRedis redis, String keyset) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            "--port",
            "0",
            "--management-port",
            "0");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(folder.resolve("err" + index).toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> name.startsWith("KEXD_"));
    environment.put("KEXD_DATA", folder.resolve("data" + index).toString());
    environment.put("KEXD_CURVES", "x25519");
    environment.put("KEXD_WARMUP", "0s");
    environment.put("KEXD_HANDLES_STORE", "redis");
    environment.put("KEXD_REDIS_URI", redis.uri(0));
    environment.put("KEXD_REDIS_KEYSET", keyset);
    return builder.start();
  }

  private void connect(int index) throws IOException {
    String ready = replicas[index].inputReader(StandardCharsets.UTF_8).readLine();
    String prefix = "kexd ready on 127.0.0.1:";
    assertTrue(
        ready != null && ready.startsWith(prefix),
        () -> {
          try {
            return Files.readString(folder.resolve("err" + index));
          } catch (IOException e) {
            return e.toString();
          }
        });
    int port = Integer.parseInt(ready.substring(prefix.length()));
    channels[index] = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }
}
