package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * A Redis of its own process, on a free port of 127.0.0.1, which a test may kill and start again.
 */
public final class TestRedis implements AutoCloseable {
  private final Path folder;
  private final int port;
  private final String[] options;
  private @Nullable Process process;

  private TestRedis(Path folder, int port, String... options) {
    this.folder = folder;
    this.port = port;
    this.options = options;
  }

  /** Starts one whose files lie in a folder. */
  public static TestRedis start(Path folder, String... options) throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    TestRedis redis = new TestRedis(folder, port, options);
    redis.run();
    return redis;
  }

  /** Starts it again, with the files that it left. */
  public void run() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(ExecutableProvider.newJarResourceProvider().get().toString());
    command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1"));
    command.addAll(List.of("--dir", folder.toString(), "--save", ""));
    command.addAll(List.of(options));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("redis.log").toFile())
            .start();
    for (int i = 0; !pings(); i++) {
      if (i == 1_000 || !process.isAlive()) {
        throw new AssertionError(Files.readString(folder.resolve("redis.log")));
      }
      Thread.sleep(20);
    }
  }

  private boolean pings() {
    try {
      return ask("PING").equals("+PONG");
    } catch (IOException e) {
      return false;
    }
  }

  /** SIGKILL. */
  public void kill() throws InterruptedException {
    Process running = process;
    if (running != null) {
      running.destroyForcibly().waitFor();
    }
  }

  /** Sends a signal. */
  public void signal(String name) throws Exception {
    if (process == null
        || new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start().waitFor()
            != 0) {
      throw new AssertionError("no such process");
    }
  }

  /** Where clients find it, with a database of its own. */
  public String uri(int database) {
    return "redis://127.0.0.1:" + port + "/" + database;
  }

  /** Its port. */
  public String port() {
    return Integer.toString(port);
  }

  /** The file with all that was done. */
  public Path appendOnlyFile() {
    return folder.resolve("appendonly.aof");
  }

  /** What it answers to an inline command: one line, or the text of a bulk string. */
  public String ask(String command) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
      socket.getOutputStream().write((command + "\r\n").getBytes(ISO_8859_1));
      InputStream in = new BufferedInputStream(socket.getInputStream());
      String line = line(in);
      return line.startsWith("$") && !line.equals("$-1")
          ? new String(in.readNBytes(Integer.parseInt(line.substring(1))), ISO_8859_1)
          : line;
    }
  }

  private static String line(InputStream in) throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\r'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the connection ended");
      }
      line.append((char) c);
    }
    in.skipNBytes(1);
    return line.toString();
  }

  @Override
  public void close() {
    try {
      kill();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
