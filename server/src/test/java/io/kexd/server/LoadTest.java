package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchExchangeRequest;
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

  /** Exchanges in a batch. */
  private static final int ITEMS = 32;

  /** Batches under way, which it takes and which keep it busy. */
  private static final int AT_ONCE = 4;

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
   * do: nearly all of its work goes into what it answers, the rest is told so at once, and it needs
   * no more memory.
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
    String settings =
        "{curves: [x25519, e521], workers: 1, warmUp: 0s, pools: {target: 0},"
            + " limits: {inFlight: 512}}";
    try (Daemon daemon =
        new Daemon(folder, settings, "-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch")) {
      ExchangeRequest request = exchange(daemon, "e521");
      BatchExchangeRequest batch = batch(request);
      Flood flood = new Flood(() -> future(daemon).batchExchange(batch));
      assertTrue(flood.keep(AT_ONCE, 5 * SECOND) > 0, flood.toString());
      flood.pour(1_000, 5 * SECOND); // Its code for refusals is compiled then.
      flood.await();
      long resident = daemon.residentBytes();
      List<Double> shares = new ArrayList<>();
      for (int round = 0; round < rounds || isDisturbed(shares, 3 * rounds); round++) {
        shares.add(shareOfPeak(daemon, flood, time));
      }
      assertEquals(Set.of(Flood.OK, Flood.OVERLOADED), flood.ends());
      assertTrue(flood.count(Flood.OVERLOADED) > flood.count(Flood.OK), flood.toString());
      assertTrue(Collections.max(shares) > ENOUGH, shares + " of the peaks, " + flood);

      Flood calls = new Flood(() -> future(daemon).exchange(request));
      calls.pour(20_000, time.toNanos());
      calls.await();
      assertEquals(Set.of(Flood.OK, Flood.OVERLOADED), calls.ends());
      long more = daemon.residentBytes() - resident;
      assertTrue(more < 64 << 20, "it grew by " + more + " bytes");
    }
  }

  /**
   * What it does at ten times the load, beside what it does when it is just busy: batches for the
   * time of a processor that it got, which it shares with its callers and whoever else there is.
   */
  private static double shareOfPeak(Daemon daemon, Flood flood, Duration time) throws Exception {
    double peak = flood.count(Flood.OK);
    long cpu = daemon.cpuNanos();
    double rate = 1e9 * flood.keep(AT_ONCE, time.toNanos()) / time.toNanos();
    flood.await();
    double above = flood.count(Flood.OK);
    long cpuAbove = daemon.cpuNanos();
    flood.pour(10 * rate, time.toNanos());
    flood.await();
    double perCpuAtPeak = (above - peak) / (cpuAbove - cpu);
    return (flood.count(Flood.OK) - above) / (daemon.cpuNanos() - cpuAbove) / perCpuAtPeak;
  }

  private static BatchExchangeRequest batch(ExchangeRequest request) {
    BatchExchangeRequest.Item item =
        BatchExchangeRequest.Item.newBuilder().setRequest(request).build();
    return BatchExchangeRequest.newBuilder().addAllItems(Collections.nCopies(ITEMS, item)).build();
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
