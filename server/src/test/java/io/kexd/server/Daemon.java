package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server as a process of its own, in plaintext on a free port, and a connection to it. */
final class Daemon implements AutoCloseable {
  private static final String READY = "kexd ready on 127.0.0.1:";

  private final Process process;
  private final Path log;
  private final ManagedChannel channel;

  /**
   * Starts one and waits until it serves.
   *
   * @param folder for its settings and its log
   * @param settings YAML
   * @param jvm options of its JVM
   */
  Daemon(Path folder, String settings, String... jvm) throws IOException {
    log = folder.resolve("log");
    Path file = Files.writeString(folder.resolve("kexd.yaml"), settings);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(jvm));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("--port", "0", "--management-port", "0", "--config", file.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("KEXD_"));
    builder.environment().put("KEXD_DATA", folder.resolve("data").toString());
    process = builder.start();
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    assertNotNull(line, this::log);
    assertTrue(line.startsWith(READY), line);
    int port = Integer.parseInt(line.substring(READY.length()));
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Sends SIGTERM. */
  void terminate() {
    process.destroy();
  }

  /** Its exit status; fails when it takes longer. */
  int exitWithin(long seconds) throws InterruptedException {
    assertTrue(process.waitFor(seconds, TimeUnit.SECONDS), "it is still there");
    return process.exitValue();
  }

  /** Bytes of memory that it holds. */
  long residentBytes() throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
        .findFirst()
        .orElseThrow();
  }

  /** Time of processors that it has used, in nanoseconds. */
  long cpuNanos() {
    return process.info().totalCpuDuration().orElseThrow().toNanos();
  }

  /** What it wrote to standard error. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
    process.destroyForcibly();
  }
}
