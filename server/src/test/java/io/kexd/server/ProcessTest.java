package io.kexd.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.server.keys.Keysets;
import io.kexd.server.keys.KmsKey;
import io.kexd.server.keys.TestKms;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningServiceGrpc;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The daemon as a process: what it prints, how it ends. */
class ProcessTest {
  private static final int SECONDS = 60;

  @TempDir Path folder;

  private record Ended(int status, String out, String err) {}

  @Test
  void callsInFlightFinishWhenItIsTerminated() throws Exception {
    int calls = 60;
    Process process =
        start("--port", "0", "--management-port", "0", "--config", file("limits: {backlog: 10m}"));
    try {
      int port = port(process);
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      String name = "kept";
      assertEquals(
          name,
          SigningServiceGrpc.newBlockingStub(channel)
              .createSigningKey(
                  CreateSigningKeyRequest.newBuilder()
                      .setName(name)
                      .setAlgorithm("ed25519")
                      .build())
              .getKey()
              .getName());
      SignRequest request =
          SignRequest.newBuilder()
              .setKey(name)
              .setMessage(ByteString.copyFrom(new byte[1 << 20]))
              .build();
      List<ListenableFuture<SignResponse>> replies = new ArrayList<>();
      for (int i = 0; i < calls; i++) {
        replies.add(SigningServiceGrpc.newFutureStub(channel).sign(request));
      }
      assertEquals(64, replies.get(0).get(SECONDS, TimeUnit.SECONDS).getSignature().size());
      long done = replies.stream().filter(ListenableFuture::isDone).count();
      assertTrue(done < calls, "all calls were over before the signal");
      process.destroy();
      assertTrue(finished(replies) > done, "no call that was in flight was finished");
      assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS));
      assertEquals(0, process.exitValue(), Files.readString(err()));
      assertThrows(
          ConnectException.class, () -> new Socket(InetAddress.getLoopbackAddress(), port).close());
      channel.shutdownNow();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void itSaysWhenItIsReadyAndLogsNoSecret() throws Exception {
    Process process =
        start("--port", "0", "--management-port", "0", "--config", file("log: {level: debug}"));
    try {
      int port = port(process);
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
      Peer peer = Peer.random();
      byte[] secret =
          KeyExchangeServiceGrpc.newBlockingStub(channel)
              .exchange(
                  ExchangeRequest.newBuilder()
                      .setCurve("x25519")
                      .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()))
                      .build())
              .getSecret()
              .toByteArray();
      channel.shutdownNow();
      process.destroy();
      assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS));
      String log = Files.readString(err());
      assertTrue(log.contains("every caller is `anonymous`"), log);
      assertFalse(log.contains(HexFormat.of().formatHex(secret)), log);
      assertFalse(log.contains(HexFormat.of().formatHex(secret, 0, 4)), log);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatAClientDoesWrongOnTheWireIsNoNews() throws Exception {
    Process process = start("--port", "0", "--management-port", "0");
    try {
      int port = port(process);
      // The preface, empty SETTINGS, and RST_STREAM of a stream that never was.
      String frames =
          HexFormat.of().formatHex("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII))
              + "000000040000000000"
              + "00000403000000000100000008";
      // Several, so that the first would be in the log before the process ends.
      for (int i = 0; i < 10; i++) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
          socket.setSoTimeout(SECONDS * 1_000);
          socket.getOutputStream().write(HexFormat.of().parseHex(frames));
          assertTrue(socket.getInputStream().readAllBytes().length > 0);
        }
      }
      process.destroy();
      assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS));
      String log = Files.readString(err());
      assertFalse(log.contains("Exception"), log);
      assertFalse(log.contains("Transport failed"), log);
    } finally {
      process.destroyForcibly();
    }
  }

  /** How many got their signature; the others must have been refused, and none cut off. */
  private static int finished(List<ListenableFuture<SignResponse>> replies) throws Exception {
    int finished = 0;
    for (ListenableFuture<SignResponse> reply : replies) {
      try {
        assertEquals(64, reply.get(SECONDS, TimeUnit.SECONDS).getSignature().size());
        finished++;
      } catch (ExecutionException refused) {
        Failure failure =
            Failure.of(assertInstanceOf(StatusRuntimeException.class, refused.getCause()));
        assertEquals(ErrorReason.ERROR_REASON_SHUTTING_DOWN, failure.reason());
      }
    }
    return finished;
  }

  @Test
  void wrongUsageIsOneLineAndStatusTwo() throws Exception {
    assertUsage("kexd: workers: takes a whole number", "--config", file("workers: some"));
    assertUsage("kexd: wrokers: no such setting", "--config", file("wrokers: 1"));
    assertUsage("kexd: --port: takes a whole number", "--port", "http");
    assertUsage("kexd: --config: cannot read the file", "--config", "/no/such/file");
    assertUsage("kexd: Unknown option: '--prot'; see 'kexd serve --help'", "--prot");
    assertUsage(
        "kexd: tls.certificate: cannot read the file",
        "--config",
        file("tls: {certificate: /no/such, key: /no/such}"));
  }

  @Test
  void aKeysetThatCannotBeUsedIsOneLine() throws Exception {
    assertCannotStart(
        "kexd: redis.keyset: /no/such: cannot read the file",
        "handles: {store: redis}, redis: {keyset: /no/such}");
    Path keyset = folder.resolve("data").resolve("keyset.json");
    String away =
        ": the key management service (kmsUri) does not %s it: ConnectException: test-kms is away";
    assertCannotStart(
        "kexd: signingKeys.keyset: " + keyset + away.formatted("encrypt"),
        "signingKeys: {kmsUri: 'test-kms:///none'}");
    assertFalse(Files.exists(keyset));
    Keysets.create(keyset, new KmsKey(TestKms.newKey(folder), Optional.empty()));
    assertCannotStart(
        "kexd: signingKeys.keyset: " + keyset + away.formatted("decrypt"),
        "signingKeys: {kmsUri: 'test-kms:///none'}");
    assertCannotStart(
        "kexd: signingKeys.keyset: "
            + keyset
            + ": the key management service (kmsUri) does not decrypt it: there is no client for"
            + " this URI: put Tink's, and the jars that it needs, into the folder that kmsClients"
            + " names",
        "signingKeys: {kmsUri: 'no-kms://key'}");
  }

  private void assertCannotStart(String line, String settings) throws Exception {
    Ended ended =
        run(
            "--port",
            "0",
            "--management-port",
            "0",
            "--config",
            file("{" + settings + ", log: {level: error}}"));
    assertEquals(1, ended.status(), ended.err());
    assertEquals(line, ended.err().strip());
    assertEquals("", ended.out());
  }

  @Test
  void plaintextOffLoopbackIsRefused() throws Exception {
    Ended ended = run("--address", "0.0.0.0");
    assertEquals(2, ended.status());
    assertOneLine(ended.err());
    assertTrue(ended.err().startsWith("kexd: --address: is not loopback"), ended.err());
  }

  @Test
  void aPortInUseIsOneLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      for (List<String> arguments :
          List.of(
              List.of("--port", port, "--management-port", "0"),
              List.of("--port", "0", "--management-port", port))) {
        Ended ended = run(arguments.toArray(String[]::new));
        assertEquals(1, ended.status());
        List<String> said = ended.err().lines().filter(line -> !line.contains(" WARN ")).toList();
        assertEquals(1, said.size(), ended.err());
        assertTrue(
            said.get(0).contains("port: cannot listen on 127.0.0.1 port " + port), ended.err());
      }
    }
  }

  @Test
  void helpAndVersion() throws Exception {
    Ended help = run("--help");
    assertEquals(0, help.status());
    for (String option : List.of("--config", "--port", "--management-port", "--insecure")) {
      assertTrue(help.out().contains(option), help.out());
    }
    Ended version = run("--version");
    assertEquals(0, version.status());
    assertTrue(version.out().startsWith("kexd "), version.out());
  }

  private void assertUsage(String line, String... arguments) throws Exception {
    Ended ended = run(arguments);
    assertEquals(2, ended.status(), ended.err());
    assertEquals(line, ended.err().strip());
    assertEquals("", ended.out());
  }

  private static void assertOneLine(String text) {
    assertEquals(1, text.lines().count(), text);
  }

  private Ended run(String... arguments) throws Exception {
    Process process = start(arguments);
    try {
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertTrue(process.waitFor(SECONDS, TimeUnit.SECONDS));
      return new Ended(process.exitValue(), out, Files.readString(err()));
    } finally {
      process.destroyForcibly();
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err().toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("KEXD_"));
    builder.environment().put("KEXD_DATA", folder.resolve("data").toString());
    return builder.start();
  }

  private Path err() {
    return folder.resolve("err");
  }

  private String file(String settings) throws IOException {
    return Files.writeString(folder.resolve("kexd.yaml"), settings).toString();
  }

  private int port(Process process) throws IOException {
    BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
    String line = out.readLine();
    assertNotNull(line, () -> "it ended without being ready: " + readErr());
    String prefix = "kexd ready on 127.0.0.1:";
    assertTrue(line.startsWith(prefix), line);
    return Integer.parseInt(line.substring(prefix.length()));
  }

  private String readErr() {
    try {
      return Files.readString(err());
    } catch (IOException e) {
      return e.toString();
    }
  }
}
