package io.kexd.server;

import io.grpc.ManagedChannel;
import io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.SigningServiceGrpc.SigningServiceBlockingStub;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A server on free ports of 127.0.0.1, and clients over a socket. */
public final class TestServer implements AutoCloseable {
  private final Server server;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();
  private @Nullable ManagedChannel plain;

  private TestServer(Server server) {
    this.server = server;
  }

  /**
   * Starts one with the defaults but for some settings, key, value, ..., without a warm-up, and
   * without pools, which would fill beside the test, and with signing keys in memory.
   */
  public static TestServer start(String... settings) throws StartException {
    Map<String, String> all =
        new HashMap<>(
            Map.of(
                "port", "0",
                "management.port", "0",
                "warmUp", "0s",
                "pools.target", "0",
                "signingKeys.store", "memory"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return new TestServer(
        Server.start(SettingsReader.of(Optional.empty(), Map.of(), all).settings()));
  }

  /** Starts one that asks every client for a certificate. */
  public static TestServer mutual(Certificates certificates) throws StartException {
    Certificates.Pem pem = certificates.server();
    return start(
        "tls.certificate", pem.certificate().toString(),
        "tls.key", pem.key().toString(),
        "tls.clientCa", certificates.authority().toString());
  }

  /** The server itself. */
  public Server server() {
    return server;
  }

  /** A new plaintext connection. */
  public ManagedChannel channel() {
    return open(NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext());
  }

  /** A new TLS connection. */
  public ManagedChannel tls(Path authority, Optional<Certificates.Pem> client) throws IOException {
    SslContextBuilder tls = GrpcSslContexts.forClient().trustManager(authority.toFile());
    if (client.isPresent()) {
      tls.keyManager(client.get().certificate().toFile(), client.get().key().toFile());
    }
    return open(NettyChannelBuilder.forAddress("127.0.0.1", server.port()).sslContext(tls.build()));
  }

  private ManagedChannel open(NettyChannelBuilder builder) {
    ManagedChannel channel = builder.maxInboundMessageSize(16 << 20).build();
    channels.add(channel);
    return channel;
  }

  /** Key exchange in plaintext. */
  public KeyExchangeServiceBlockingStub keyExchange() {
    return KeyExchangeServiceGrpc.newBlockingStub(plain());
  }

  /** Signing in plaintext. */
  public SigningServiceBlockingStub signing() {
    return SigningServiceGrpc.newBlockingStub(plain());
  }

  /** The plaintext connection that all tests of this server share. */
  public synchronized ManagedChannel plain() {
    if (plain == null) {
      plain = channel();
    }
    return plain;
  }

  /** What the management port answers. */
  public HttpResponse<String> manage(String method, String path, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.managementPort() + path))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (headers.length > 0) {
      request.headers(headers);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The value of a series of /metrics, 0 when there is none. */
  public double metric(String series) {
    return manage("GET", "/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .sum();
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
    http.close();
  }
}
