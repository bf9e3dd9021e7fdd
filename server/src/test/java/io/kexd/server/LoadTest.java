package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Curve;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceFutureStub;
import io.kexd.v1.ListCurvesRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as a process, under more than it can do. */
class LoadTest {
  private static final int SECONDS = 60;

  /** Of what it does when it is not overloaded. */
  private static final double ENOUGH = 0.8;

  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  /** The others learn that it was used, and the server has no fault. */
  @Test
  void of64ThreadsOnOneHandleOneAgrees() throws Exception {
    int threads = 64;
    try (Daemon daemon = new Daemon(folder, "curves: [x25519, p256]", "-Xmx256m")) {
      KeyExchangeServiceBlockingStub stub =
          KeyExchangeServiceGrpc.newBlockingStub(daemon.channel());
      for (String curve : List.of("x25519", "p256", "x25519", "p256")) {
        AgreeRequest request = agree(stub, curve);
        CountDownLatch go = new CountDownLatch(1);
        List<Future<String>> all = new ArrayList<>();
        try (ExecutorService callers = Executors.newFixedThreadPool(threads)) {
          for (int i = 0; i < threads; i++) {
            all.add(
                callers.submit(
                    () -> {
                      go.await();
                      Flood one = new Flood(() -> future(daemon).agree(request));
                      one.offer();
                      one.await();
                      return one.ends().iterator().next();
                    }));
          }
          go.countDown();
        }
        int agreed = 0;
        for (Future<String> one : all) {
          String end = one.get();
          agreed += end.equals(Flood.OK) ? 1 : 0;
          assertTrue(Set.of(Flood.OK, "ERROR_REASON_KEY_ALREADY_USED").contains(end), end);
        }
        assertEquals(1, agreed);
      }
    }
  }

  private static KeyExchangeServiceFutureStub future(Daemon daemon) {
    return KeyExchangeServiceGrpc.newFutureStub(daemon.channel());
  }

  private static AgreeRequest agree(KeyExchangeServiceBlockingStub stub, String curve) {
    GenerateKeyPairResponse pair = generate(stub, curve);
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setPeerPublicKey(generate(stub, curve).getPublicKey())
        .build();
  }

  private static ExchangeRequest exchange(Daemon daemon, String curve) {
    ByteString peer =
        generate(KeyExchangeServiceGrpc.newBlockingStub(daemon.channel()), curve).getPublicKey();
    return ExchangeRequest.newBuilder().setCurve(curve).setPeerPublicKey(peer).build();
  }

  private static GenerateKeyPairResponse generate(
      KeyExchangeServiceBlockingStub stub, String curve) {
    return stub.generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve(curve).build());
  }

  /** Whoever was in when the signal came is answered; whoever comes later is told so. */
  @Test
  void aSignalAtFullLoadLosesNobody() throws Exception {
    List<String> curves = List.of("x25519", "p256", "p384", "p521");
    // A grace for machines that others use, too; fewer calls than a connection has streams.
    String settings =
        "{curves: "
            + curves
            + ", pools: {target: 200, lowWater: 150}, warmUp: 0s, shutdownGrace: 50s}";
    try (Daemon daemon = new Daemon(folder, settings, "-Xmx256m")) {
      List<ExchangeRequest> requests = new ArrayList<>();
      for (String curve : curves) {
        ByteString peer =
            generate(KeyExchangeServiceGrpc.newBlockingStub(daemon.channel()), curve)
                .getPublicKey();
        requests.add(ExchangeRequest.newBuilder().setCurve(curve).setPeerPublicKey(peer).build());
      }
      awaitFullPools(daemon, 150);
      AtomicInteger next = new AtomicInteger();
      Flood flood = new Flood(() -> mixed(daemon, requests, next.getAndIncrement()));
      for (int i = 0; i < 600 && flood.count(Flood.OK) < 1_000; i++) {
        flood.keep(200, SECOND / 20);
      }
      assertTrue(flood.count(Flood.OK) >= 1_000, flood.toString());
      daemon.terminate();
      long before = flood.count(Flood.OK);
      for (int i = 0; i < 500 && isServing(flood); i++) {
        flood.keep(200, SECOND / 100);
      }
      flood.await();
      assertEquals(0, daemon.exitWithin(SECONDS), daemon.log());
      assertTrue(flood.count(Flood.OK) > before, "none in flight was answered: " + flood);
      assertTrue(
          Set.of(Flood.OK, Flood.OVERLOADED, Flood.SHUTTING_DOWN, Flood.UNREACHABLE)
              .containsAll(flood.ends()),
          flood.toString());
    }
  }

  /**
   * Ten times as much as it can do, again and again between times at which it has as much as it can
   * do: it does nearly as much, the rest is told so at once, and it needs no more memory.
   */
  @Test
  void tenTimesTheLoadIsShed() throws Exception {
    pour(3, Duration.ofSeconds(2));
  }

  /** The same, five minutes of it. */
  @Test
  @Tag("thorough")
  void tenTimesTheLoadIsShedForLong() throws Exception {
    pour(5, Duration.ofMinutes(1));
  }

  private void pour(int rounds, Duration time) throws Exception {
    // So slow that to refuse nine of ten takes little beside it, on a machine that the callers
    // share.
    String settings =
        "{curves: [x25519, e521], workers: 1, warmUp: 0s, pools: {target: 0},"
            + " limits: {inFlight: 128}}";
    try (Daemon daemon =
        new Daemon(folder, settings, "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch")) {
      ExchangeRequest request = exchange(daemon, "e521");
      Flood flood = new Flood(() -> future(daemon).exchange(request));
      assertTrue(flood.keep(40, 5 * SECOND) > 0, flood.toString());
      long resident = daemon.residentBytes();
      List<Double> shares = new ArrayList<>();
      for (int round = 0; round < rounds || isDisturbed(shares, 3 * rounds); round++) {
        long peak = flood.keep(40, time.toNanos());
        flood.await();
        double rate = 1e9 * peak / time.toNanos();
        shares.add(1.0 * flood.pour(10 * rate, time.toNanos()) / peak);
        flood.await();
      }
      assertEquals(Set.of(Flood.OK, Flood.OVERLOADED), flood.ends());
      assertTrue(flood.count(Flood.OVERLOADED) > flood.count(Flood.OK), flood.toString());
      // The best round: a machine that others use is not quiet in each.
      assertTrue(Collections.max(shares) > ENOUGH, shares + " of the peaks, " + flood);
      long more = daemon.residentBytes() - resident;
      assertTrue(more < 64 << 20, "it grew by " + more + " bytes");
    }
  }

  /** Whether more rounds may be better. */
  private static boolean isDisturbed(List<Double> shares, int most) {
    return shares.size() < most && Collections.max(shares) <= ENOUGH;
  }

  private static boolean isServing(Flood flood) {
    return flood.count(Flood.SHUTTING_DOWN) + flood.count(Flood.UNREACHABLE) == 0;
  }

  private static ListenableFuture<?> mixed(
      Daemon daemon, List<ExchangeRequest> requests, int number) {
    ExchangeRequest request = requests.get(number / 2 % requests.size());
    return number % 2 == 0
        ? future(daemon).exchange(request)
        : future(daemon)
            .generateKeyPair(
                GenerateKeyPairRequest.newBuilder().setCurve(request.getCurve()).build());
  }

  private static void awaitFullPools(Daemon daemon, int depth) throws InterruptedException {
    for (int i = 0; i < 600 && shallowest(daemon) < depth; i++) {
      Thread.sleep(50);
    }
    assertTrue(shallowest(daemon) >= depth);
  }

  private static int shallowest(Daemon daemon) {
    return KeyExchangeServiceGrpc.newBlockingStub(daemon.channel())
        .listCurves(ListCurvesRequest.getDefaultInstance())
        .getCurvesList()
        .stream()
        .filter(Curve::getEnabled)
        .mapToInt(Curve::getPoolDepth)
        .min()
        .orElseThrow();
  }
}
