package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.v1.Curve;
import io.kexd.v1.KernelUse;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.ListCurvesRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The kernels of a daemon, one process a test: how they are chosen, forced and shown. */
@Timeout(300)
class KernelsTest {
  private static final String VECTORS = "--add-modules=jdk.incubator.vector";
  private static final String INFO = "kexd_kernel_info{";

  @TempDir Path folder;

  @Test
  void theFastestAreChosenAndShown() throws Exception {
    try (Daemon daemon = new Daemon(folder, List.of(VECTORS), "auto")) {
      assertTrue(daemon.infos().contains("agree F25519 1"), daemon::log);
      daemon.awaitChoice();
      Curve x25519 = daemon.x25519();
      assertEquals(8, x25519.getKernelsCount());
      Set<String> uses = new TreeSet<>();
      for (KernelUse use : x25519.getKernelsList()) {
        assertTrue(use.hasTime(), use::toString);
        assertEquals(use.getKernel().getLanes() > 1, use.getKernel().getVector());
        uses.add(info(use));
      }
      Set<String> infos = daemon.infos();
      infos.removeIf(info -> info.startsWith("exchange"));
      assertEquals(uses, infos);
      assertTrue(daemon.log().contains("all kernels chosen after"), daemon::log);
    }
  }

  private static String info(KernelUse use) {
    return String.join(
        " ",
        use.getOperation(),
        use.getKernel().getName(),
        Integer.toString(use.getKernel().getLanes()));
  }

  /** Neither the module nor a warm-up: a choice of one. */
  @Test
  void withoutVectorsOneLaneServes() throws Exception {
    try (Daemon daemon = new Daemon(folder, List.of(), "auto")) {
      daemon.awaitChoice();
      assertOneLane(daemon);
    }
  }

  @Test
  void oneLaneCanBeForced() throws Exception {
    try (Daemon daemon = new Daemon(folder, List.of(VECTORS), "scalar")) {
      daemon.awaitChoice();
      assertOneLane(daemon);
    }
  }

  private static void assertOneLane(Daemon daemon) throws Exception {
    assertEquals(
        Set.of("agree F25519 1", "exchange F25519 1", "generate F25519 1"), daemon.infos());
    for (KernelUse use : daemon.x25519().getKernelsList()) {
      assertEquals(1, use.getKernel().getLanes());
    }
  }

  @Test
  void whatCannotBeHadIsRefused() throws Exception {
    try (Daemon daemon = new Daemon(folder, List.of(), "8")) {
      assertTrue(daemon.process.waitFor(60, TimeUnit.SECONDS));
      assertEquals(2, daemon.process.exitValue(), daemon::log);
      List<String> errors = daemon.log().lines().filter(line -> line.startsWith("kexd: ")).toList();
      assertEquals(1, errors.size(), daemon::log);
      assertTrue(errors.get(0).startsWith("kexd: KEXD_KERNELS: "), daemon::log);
      assertTrue(errors.get(0).contains("without --add-modules jdk.incubator.vector"));
    }
  }

  /** Only the JVM's own line says that vectors are an incubator's. */
  @Test
  void theModuleIsOneLine() throws Exception {
    try (Daemon daemon = new Daemon(folder, List.of(VECTORS), "scalar")) {
      daemon.infos();
      List<String> strange =
          daemon.log().lines().filter(line -> !line.matches("\\d{4}-.*Z +(INFO|WARN) .*")).toList();
      assertEquals(List.of("WARNING: Using incubator modules: jdk.incubator.vector"), strange);
    }
  }

  /** A daemon that serves x25519. */
  private static final class Daemon implements AutoCloseable {
    final Process process;
    private final Path err;
    private final int management;
    private int port;

    Daemon(Path folder, List<String> jvm, String kernels) throws IOException {
      try (ServerSocket free = new ServerSocket(0)) {
        management = free.getLocalPort();
      }
      err = folder.resolve("err");
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-Xmx256m", "--enable-native-access=ALL-UNNAMED"));
      command.add("--sun-misc-unsafe-memory-access=allow");
      command.addAll(jvm);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
      command.addAll(List.of("--port", "0", "--management-port", Integer.toString(management)));
      ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
      builder.environment().keySet().removeIf(name -> name.startsWith("KEXD_"));
      builder.environment().putAll(Map.of("KEXD_KERNELS", kernels, "KEXD_CURVES", "x25519"));
      builder.environment().put("KEXD_DATA", folder.resolve("data").toString());
      process = builder.start();
    }

    String log() {
      try {
        return Files.readString(err);
      } catch (IOException e) {
        return e.toString();
      }
    }

    private void awaitReady() throws IOException {
      if (port == 0) {
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        String line = String.valueOf(out.readLine());
        assertTrue(line.startsWith("kexd ready on 127.0.0.1:"), this::log);
        port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      }
    }

    private List<String> scrape() throws Exception {
      awaitReady();
      try (HttpClient http = HttpClient.newHttpClient()) {
        URI uri = URI.create("http://127.0.0.1:" + management + "/metrics");
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines())
            .body()
            .toList();
      }
    }

    /** Operation, kernel and lanes of every series of kexd_kernel_info. */
    Set<String> infos() throws Exception {
      return scrape().stream()
          .filter(line -> line.startsWith(INFO))
          .map(
              line ->
                  line.replaceFirst(
                      ".*kernel=\"(.*)\",lanes=\"(.*)\",operation=\"(.*)\"} 1", "$3 $1 $2"))
          .collect(Collectors.toCollection(TreeSet::new));
    }

    void awaitChoice() throws Exception {
      String chosen = "kexd_kernels_chosen_seconds{curves=\"all\"} ";
      while (scrape().stream().noneMatch(line -> line.startsWith(chosen))) {
        assertTrue(process.isAlive(), this::log);
        Thread.sleep(200);
      }
    }

    Curve x25519() throws Exception {
      awaitReady();
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      try {
        return KeyExchangeServiceGrpc.newBlockingStub(channel)
            .listCurves(ListCurvesRequest.getDefaultInstance())
            .getCurvesList()
            .stream()
            .filter(curve -> curve.getId().equals("x25519"))
            .findFirst()
            .orElseThrow();
      } finally {
        channel.shutdownNow();
      }
    }

    @Override
    public void close() {
      process.destroy();
      try {
        process.onExit().orTimeout(30, TimeUnit.SECONDS).join();
      } catch (CompletionException e) {
        process.destroyForcibly();
      }
    }
  }
}
