package io.kexd.server;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SigningServiceGrpc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A server on free ports of 127.0.0.1, and clients over a socket. */
public final class TestServer implements AutoCloseable {
  private final Server server;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final ManagedChannel plain;

  private TestServer(Server server) {
    this.server = server;
    this.plain = channel();
  }

  /** Starts one with the defaults but for some settings: key, value, key, value. */
  public static TestServer start(String... settings) throws StartException {
    Map<String, String> all = new HashMap<>(Map.of("port", "0", "management.port", "0"));
    for (int i = 0; i < settings.length; i += 2) {
      all.put(settings[i], settings[i + 1]);
    }
    return new TestServer(Server.start(SettingsReader.read(Optional.empty(), Map.of(), all)));
  }

  /** The server itself. */
  public Server server() {
    return server;
  }

  /** A new plaintext connection. */
  public ManagedChannel channel() {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress("127.0.0.1", server.port()).usePlaintext().build();
    channels.add(channel);
    return channel;
  }

  /** Key exchange without a certificate. */
  public KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub keyExchange() {
    return KeyExchangeServiceGrpc.newBlockingStub(plain);
  }

  /** Signing without a certificate. */
  public SigningServiceGrpc.SigningServiceBlockingStub signing() {
    return SigningServiceGrpc.newBlockingStub(plain);
  }

  @Override
  public void close() {
    channels.forEach(ManagedChannel::shutdownNow);
    server.close();
  }
}
