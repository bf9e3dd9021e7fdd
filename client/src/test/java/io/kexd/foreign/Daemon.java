package io.kexd.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A kexd in a process of its own, on loopback and free ports. */
public final class Daemon implements AutoCloseable {

  private static final String READY = "kexd ready on ";

  private final Process process;
  private final Path folder;
  private final String target;
  private final int managementPort;

  private Daemon(Process process, Path folder, String target, int managementPort) {
    this.process = process;
    this.folder = folder;
    this.target = target;
    this.managementPort = managementPort;
  }

  /** Starts one that takes plaintext. */
  public static Daemon plaintext() throws Exception {
    return start("0s", "");
  }

  /** Starts one that takes plaintext, and that has soon chosen its kernels. */
  public static Daemon warmedUp() throws Exception {
    return start("1s", "");
  }

  /**
   * Starts one that takes plaintext and serves exactly these curves.
   *
   * @param before what comes first on its class path
   */
  public static Daemon serving(List<String> curves, Path... before) throws Exception {
    return start("0s", "curves: " + curves + "\n", before);
  }

  /** Starts one that demands client certificates of the given authority. */
  public static Daemon mutualTls(Path authority, Path certificate, Path key) throws Exception {
    return start(
        "0s",
        """
        tls:
          certificate: %s
          key: %s
          clientCa: %s
        """
            .formatted(certificate, key, authority));
  }

  private static Daemon start(String warmUp, String settings, Path... before) throws Exception {
    Path folder = Files.createTempDirectory("kexd-daemon");
    Path log = folder.resolve("log");
    int managementPort = freePort();
    List<String> command = new ArrayList<>(java(before));
    command.addAll(List.of("--port", "0", "--management-port", Integer.toString(managementPort)));
    if (!settings.isEmpty()) {
      command.add("--config");
      command.add(Files.writeString(folder.resolve("kexd.yaml"), settings).toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    // Settings of whoever runs the tests are not the tests'.
    builder.environment().keySet().removeIf(name -> name.startsWith("KEXD_"));
    builder.environment().put("KEXD_WARMUP", warmUp);
    builder.environment().put("KEXD_DATA", folder.resolve("data").toString());
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    try {
      return new Daemon(process, folder, awaitReady(process), managementPort);
    } catch (Exception e) {
      process.destroyForcibly();
      throw new AssertionError("kexd did not become ready:\n" + Files.readString(log), e);
    }
  }

  /** The command that starts the server, without its arguments. */
  private static List<String> java(Path... before) {
    // This JVM's class path without this module: its logging is not the server's.
    String client = Tool.ROOT.resolve("client") + File.separator;
    String classPath =
        Stream.concat(
                Arrays.stream(before).map(Path::toString),
                Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                    .filter(entry -> !entry.startsWith(client)))
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx256m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        classPath,
        "io.kexd.server.Main");
  }

  /** Waits for the line that says where the server listens. The rest of the output is dropped. */
  public static String awaitReady(Process process) throws Exception {
    BufferedReader out = process.inputReader();
    CompletableFuture<String> line =
        CompletableFuture.supplyAsync(
            () ->
                out.lines()
                    .filter(l -> l.startsWith(READY))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("its output ended")));
    return line.get(60, TimeUnit.SECONDS).substring(READY.length());
  }

  /** A port of the loopback address that nobody listens on. */
  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Host and port of the gRPC services. */
  public String target() {
    return target;
  }

  /** An address on the management port. */
  public URI management(String path) {
    return management(managementPort, path);
  }

  private static URI management(int port, String path) {
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** What its management port answers to a GET. */
  public String get(String path) throws Exception {
    return get(managementPort, path);
  }

  /** What a management port answers to a GET; anything but 200 fails the test. */
  public static String get(int port, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(management(port, path)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertEquals(200, response.statusCode(), path);
      return response.body();
    }
  }

  /** Ends it as an operator would. */
  @Override
  public void close() throws IOException {
    Tool.end(process);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
