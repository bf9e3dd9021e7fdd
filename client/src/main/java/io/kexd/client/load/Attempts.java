package io.kexd.client.load;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.kexd.client.EphemeralKeyPair;
import io.kexd.client.KexdClient;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes the requests of a load. What they need comes from the server itself: for each curve the
 * public key of a pair that is destroyed at once, for each signing key a signature.
 */
final class Attempts {
  private static final byte[] MESSAGE = "kexd load".getBytes(StandardCharsets.US_ASCII);

  /** Pairs that nobody claims should not fill the server. */
  private static final Duration SHORT = Duration.newBuilder().setSeconds(1).build();

  private final KexdClient server;
  private final int batch;
  private final Map<String, ByteString> peers = new HashMap<>();

  Attempts(KexdClient server, int batch) {
    this.server = server;
    this.batch = batch;
  }

  /** What a share of the mix calls. */
  Attempt of(Mix.Share share) {
    String subject = share.subject();
    return switch (share.operation()) {
      case EXCHANGE ->
          Attempt.of(
              KeyExchangeServiceGrpc.getExchangeMethod(), exchange(subject), reply -> Outcome.OK);
      case GENERATE ->
          Attempt.of(
              KeyExchangeServiceGrpc.getGenerateKeyPairMethod(),
              pair(subject).setTtl(SHORT).build(),
              reply -> Outcome.OK);
      case AGREE -> agree(subject);
      case BATCH_EXCHANGE ->
          Attempt.of(
              KeyExchangeServiceGrpc.getBatchExchangeMethod(),
              exchanges(subject),
              Attempts::firstFailure);
      case SIGN ->
          Attempt.of(SigningServiceGrpc.getSignMethod(), signature(subject), reply -> Outcome.OK);
      case VERIFY ->
          Attempt.of(
              SigningServiceGrpc.getVerifyMethod(), verification(subject), Attempts::validity);
    };
  }

  private ByteString peer(String curve) {
    return peers.computeIfAbsent(
        curve,
        id -> {
          try (EphemeralKeyPair pair = server.generate(id)) {
            return ByteString.copyFrom(pair.publicKey());
          }
        });
  }

  private static GenerateKeyPairRequest.Builder pair(String curve) {
    return GenerateKeyPairRequest.newBuilder().setCurve(curve);
  }

  private ExchangeRequest exchange(String curve) {
    return ExchangeRequest.newBuilder().setCurve(curve).setPeerPublicKey(peer(curve)).build();
  }

  private BatchExchangeRequest exchanges(String curve) {
    BatchExchangeRequest.Item item =
        BatchExchangeRequest.Item.newBuilder().setRequest(exchange(curve)).build();
    return BatchExchangeRequest.newBuilder().addAllItems(Collections.nCopies(batch, item)).build();
  }

  /** A batch is answered when all of its items are. */
  private static Outcome firstFailure(BatchExchangeResponse reply) {
    List<BatchExchangeResponse.Item> items = reply.getItemsList();
    return items.stream()
        .filter(item -> !item.hasResponse())
        .findFirst()
        .map(item -> Outcome.of(item.getError()))
        .orElse(Outcome.OK);
  }

  private Attempt agree(String curve) {
    GenerateKeyPairRequest generate = pair(curve).build();
    AgreeRequest agree = AgreeRequest.newBuilder().setPeerPublicKey(peer(curve)).build();
    return (channel, options, ended) ->
        Attempt.unary(
            channel.newCall(KeyExchangeServiceGrpc.getGenerateKeyPairMethod(), options),
            generate,
            pair ->
                Attempt.unary(
                    channel.newCall(KeyExchangeServiceGrpc.getAgreeMethod(), options),
                    agree.toBuilder().setHandle(pair.getHandle()).build(),
                    secret -> ended.accept(Outcome.OK),
                    ended),
            ended);
  }

  /** Asks once before, so that a key that is not there ends the load before it begins. */
  private SignRequest signature(String key) {
    server.sign(key, MESSAGE);
    return SignRequest.newBuilder().setKey(key).setMessage(ByteString.copyFrom(MESSAGE)).build();
  }

  private VerifyRequest verification(String key) {
    return VerifyRequest.newBuilder()
        .setKey(key)
        .setMessage(ByteString.copyFrom(MESSAGE))
        .setSignature(ByteString.copyFrom(server.sign(key, MESSAGE)))
        .build();
  }

  private static Outcome validity(VerifyResponse reply) {
    return reply.getValid() ? Outcome.OK : Outcome.WRONG;
  }
}
