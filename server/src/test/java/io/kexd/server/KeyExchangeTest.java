package io.kexd.server;

import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static io.kexd.server.Requests.generate;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Raw;
import io.kexd.v1.Role;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exchanges over a socket against the JDK as the peer. */
class KeyExchangeTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void exchangeGivesTheRawSecretThatThePeerComputes() {
    Peer peer = Peer.random();
    ExchangeResponse reply =
        server.keyExchange().exchange(exchange(peer).setRaw(Raw.getDefaultInstance()).build());
    assertSecret(peer.agree(reply.getPublicKey().toByteArray()), reply.getSecret());
    assertFalse(reply.getPoolHit());
    assertFalse(reply.getReused());
    assertTrue(reply.getSignature().isEmpty());
  }

  @Test
  void everyExchangeHasItsOwnKey() {
    ExchangeRequest request = exchange(Peer.random()).build();
    assertNotEquals(
        server.keyExchange().exchange(request).getPublicKey(),
        server.keyExchange().exchange(request).getPublicKey());
  }

  @Test
  void rawAgreeGivesTheFullSecretForBothRoles() {
    for (Role role : List.of(Role.ROLE_INITIATOR, Role.ROLE_RESPONDER)) {
      Peer peer = Peer.random();
      GenerateKeyPairResponse pair = generate(server);
      ByteString secret =
          server
              .keyExchange()
              .agree(agree(pair, peer).setRole(role).setRaw(Raw.getDefaultInstance()).build())
              .getSecret();
      assertSecret(peer.agree(pair.getPublicKey().toByteArray()), secret);
    }
  }

  @Test
  void rfc7748KeysAsThePeer() {
    // Section 6.1, Alice and Bob: private key, public key.
    Map<String, String> pairs =
        Map.of(
            "77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a",
            "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a",
            "5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb",
            "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f");
    pairs.forEach(
        (privateKey, publicKey) -> {
          Peer peer = Peer.of(Peer.hex(privateKey));
          assertArrayEquals(Peer.hex(publicKey), peer.publicKey());
          ExchangeResponse reply =
              server
                  .keyExchange()
                  .exchange(exchange(peer).setRaw(Raw.getDefaultInstance()).build());
          assertSecret(peer.agree(reply.getPublicKey().toByteArray()), reply.getSecret());
        });
  }

  @Test
  void subjectPublicKeyInfoInAndOut() {
    Peer peer = Peer.random();
    ExchangeResponse reply =
        server
            .keyExchange()
            .exchange(
                exchange(peer)
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .setPeerPublicKey(ByteString.copyFrom(peer.spki()))
                    .setRaw(Raw.getDefaultInstance())
                    .build());
    assertSecret(peer.agree(raw(reply.getPublicKey())), reply.getSecret());

    GenerateKeyPairResponse pair =
        server
            .keyExchange()
            .generateKeyPair(
                GenerateKeyPairRequest.newBuilder()
                    .setCurve("x25519")
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .build());
    ByteString secret =
        server
            .keyExchange()
            .agree(
                agree(pair, peer)
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .setPeerPublicKey(ByteString.copyFrom(peer.spki()))
                    .setRaw(Raw.getDefaultInstance())
                    .build())
            .getSecret();
    assertSecret(peer.agree(raw(pair.getPublicKey())), secret);
  }

  @Test
  void aPairExpiresWhenTheReplySays() {
    Instant before = Instant.now();
    GenerateKeyPairResponse pair =
        server
            .keyExchange()
            .generateKeyPair(
                GenerateKeyPairRequest.newBuilder()
                    .setCurve("x25519")
                    .setTtl(com.google.protobuf.Duration.newBuilder().setSeconds(300))
                    .build());
    Instant expiry =
        Instant.ofEpochSecond(pair.getExpiresAt().getSeconds(), pair.getExpiresAt().getNanos());
    assertFalse(expiry.isBefore(before.plusSeconds(300)));
    assertFalse(expiry.isAfter(Instant.now().plusSeconds(300)));
    Instant byDefault = Instant.ofEpochSecond(generate(server).getExpiresAt().getSeconds());
    assertFalse(byDefault.isAfter(Instant.now().plusSeconds(60)));
  }

  private static void assertSecret(byte[] expected, ByteString secret) {
    assertArrayEquals(expected, secret.toByteArray());
  }

  private static byte[] raw(ByteString spki) {
    return spki.substring(spki.size() - 32).toByteArray();
  }
}
