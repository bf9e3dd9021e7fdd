package io.kexd.deploy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.grpc.ChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.TlsChannelCredentials;
import io.grpc.netty.NettyChannelBuilder;
import io.kexd.foreign.Certificates;
import io.kexd.foreign.Daemon;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.VerifyRequest;
import java.io.IOException;
import java.util.HexFormat;

/** Calls that move every meter a dashboard shows. */
final class Traffic implements AutoCloseable {

  private static final String KEY = "traffic";
  // Bob's public key, RFC 7748 section 6.1.
  private static final ByteString PEER =
      ByteString.copyFrom(
          HexFormat.of()
              .parseHex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"));
  private static final ByteString MESSAGE = ByteString.copyFromUtf8("message");

  private final ManagedChannel channel;
  private final KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub exchange;
  private final SigningServiceGrpc.SigningServiceBlockingStub signing;

  private Traffic(ManagedChannel channel) {
    this.channel = channel;
    exchange = KeyExchangeServiceGrpc.newBlockingStub(channel);
    signing = SigningServiceGrpc.newBlockingStub(channel);
    signing.createSigningKey(
        CreateSigningKeyRequest.newBuilder().setName(KEY).setAlgorithm("ed25519").build());
  }

  static Traffic plaintext(Daemon kexd) {
    return new Traffic(NettyChannelBuilder.forTarget(kexd.target()).usePlaintext().build());
  }

  static Traffic mutualTls(String target, Certificates certificates) throws IOException {
    ChannelCredentials credentials =
        TlsChannelCredentials.newBuilder()
            .trustManager(certificates.file("ca.pem").toFile())
            .keyManager(
                certificates.file("client.pem").toFile(), certificates.file("client.key").toFile())
            .build();
    return new Traffic(NettyChannelBuilder.forTarget(target, credentials).build());
  }

  /** One call of each kind, one that is refused, and one pair that is left to expire. */
  void round() {
    exchange.exchange(request(PEER));
    try {
      exchange.exchange(request(ByteString.copyFrom(new byte[32])));
      throw new AssertionError("a key of small order was not refused");
    } catch (StatusRuntimeException e) {
      if (e.getStatus().getCode() != Status.Code.INVALID_ARGUMENT) {
        throw e;
      }
    }
    GenerateKeyPairRequest pair =
        GenerateKeyPairRequest.newBuilder()
            .setCurve("x25519")
            .setTtl(Duration.newBuilder().setSeconds(1))
            .build();
    exchange.generateKeyPair(pair);
    exchange.agree(
        AgreeRequest.newBuilder()
            .setHandle(exchange.generateKeyPair(pair).getHandle())
            .setPeerPublicKey(PEER)
            .build());
    ByteString signature =
        signing
            .sign(SignRequest.newBuilder().setKey(KEY).setMessage(MESSAGE).build())
            .getSignature();
    signing.verify(
        VerifyRequest.newBuilder().setKey(KEY).setMessage(MESSAGE).setSignature(signature).build());
  }

  private static ExchangeRequest request(ByteString peer) {
    return ExchangeRequest.newBuilder().setCurve("x25519").setPeerPublicKey(peer).build();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
