package io.kexd.server;

import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Purpose;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningKey;
import java.util.concurrent.atomic.AtomicInteger;

/** Requests that many tests start from. */
final class Requests {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private Requests() {}

  /** An exchange with a peer. */
  static ExchangeRequest.Builder exchange(Peer peer) {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()));
  }

  /** A fresh pair. */
  static GenerateKeyPairResponse generate(TestServer server) {
    return server
        .keyExchange()
        .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
  }

  /** An agreement of a pair with a peer. */
  static AgreeRequest.Builder agree(GenerateKeyPairResponse pair, Peer peer) {
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()));
  }

  /** A new signing key of that algorithm, under a name of its own. */
  static SigningKey newKey(TestServer server, String algorithm, Purpose purpose) {
    return server
        .signing()
        .createSigningKey(
            CreateSigningKeyRequest.newBuilder()
                .setName("key-" + NAMES.incrementAndGet())
                .setAlgorithm(algorithm)
                .setPurpose(purpose)
                .build())
        .getKey();
  }

  /** A signature with a key. */
  static SignRequest.Builder sign(SigningKey key) {
    return SignRequest.newBuilder().setKey(key.getName());
  }

  /** The raw public key of a key's one version. */
  static ByteString publicKey(SigningKey key) {
    return key.getVersions(0).getPublicKey();
  }
}
