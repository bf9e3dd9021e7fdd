package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.server.keys.TestKeyset;
import io.kexd.server.keys.TestRedis;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What handles promise, with the pairs in Redis. */
class RedisHandleTest extends HandleTest {
  @TempDir static Path folder = Path.of("none");
  private @Nullable TestRedis redis;
  private int databases;

  /** Each server has a database of its own, and so limits of its own. */
  @Override
  synchronized TestServer server(String... settings) throws Exception {
    if (redis == null) {
      redis = TestRedis.start(folder);
    }
    return on(redis.uri(databases++), settings);
  }

  private static TestServer on(String uri, String... settings) throws Exception {
    List<String> all = new ArrayList<>(List.of(settings));
    all.addAll(List.of("handles.store", "redis", "redis.uri", uri));
    all.addAll(List.of("redis.keyset", TestKeyset.write(folder).toString()));
    TestServer server = TestServer.start(all.toArray(String[]::new));
    await(() -> server.metric(UP) == 1);
    return server;
  }

  private static final String UP = "kexd_store_up{store=\"handles\"}";

  @AfterAll
  void end() {
    if (redis != null) {
      redis.close();
    }
  }

  /** Nothing tells when Redis ends it. */
  @Override
  void awaitExpiry(TestServer own, GenerateKeyPairResponse pair) throws InterruptedException {
    Instant expiry =
        Instant.ofEpochSecond(pair.getExpiresAt().getSeconds(), pair.getExpiresAt().getNanos());
    await(() -> Instant.now().isAfter(expiry.plusMillis(50)));
    assertEquals(0, own.metric("kexd_handles_expired_total{curve=\"x25519\"}"));
  }

  @Test
  void everyCurveGoesThroughRedis() throws Exception {
    try (TestServer server = server("curves", "x25519,x448,p256,p384,p521,numsp256t1,curve41417")) {
      for (String curve :
          List.of("x25519", "x448", "p256", "p384", "p521", "numsp256t1", "curve41417")) {
        GenerateKeyPairResponse pair =
            server
                .keyExchange()
                .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve(curve).build());
        ExchangeResponse exchanged =
            server
                .keyExchange()
                .exchange(
                    ExchangeRequest.newBuilder()
                        .setCurve(curve)
                        .setPeerPublicKey(pair.getPublicKey())
                        .build());
        ByteString secret =
            server
                .keyExchange()
                .agree(
                    agree(pair).toBuilder()
                        .clearRaw()
                        .setPeerPublicKey(exchanged.getPublicKey())
                        .build())
                .getSecret();
        assertEquals(exchanged.getSecret(), secret, curve);
      }
    }
  }

  @Test
  void aBadPeerKeyUsesNothing() throws Exception {
    try (TestServer server = server()) {
      GenerateKeyPairResponse pair = generate(server, 60);
      Failure failure =
          Failure.of(
              () ->
                  server
                      .keyExchange()
                      .agree(
                          agree(pair).toBuilder()
                              .setPeerPublicKey(ByteString.copyFrom(new byte[32]))
                              .build()));
      assertEquals(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, failure.reason());
      assertEquals(32, server.keyExchange().agree(agree(pair)).getSecret().size());
    }
  }

  @Test
  void withoutRedisTheRestIsServed() throws Exception {
    Path own = Files.createTempDirectory(folder, "own");
    try (TestRedis other = TestRedis.start(own);
        TestServer server = on(other.uri(0))) {
      GenerateKeyPairResponse pair = generate(server, 60);
      other.kill();
      await(() -> server.metric(UP) == 0);
      for (Failure failure :
          List.of(
              Failure.of(() -> generate(server, 60)),
              Failure.of(() -> server.keyExchange().agree(agree(pair))),
              Failure.of(
                  () ->
                      server
                          .keyExchange()
                          .destroyKeyPair(
                              DestroyKeyPairRequest.newBuilder()
                                  .setHandle(pair.getHandle())
                                  .build())))) {
        assertEquals(Status.Code.UNAVAILABLE, failure.code());
        assertEquals(ErrorReason.ERROR_REASON_STORE_UNAVAILABLE, failure.reason());
        assertTrue(failure.retryAfter().orElseThrow().isPositive());
      }
      assertEquals(200, server.manage("GET", "/readyz").statusCode());
      assertEquals(
          32,
          server
              .keyExchange()
              .exchange(
                  ExchangeRequest.newBuilder()
                      .setCurve("x25519")
                      .setPeerPublicKey(pair.getPublicKey())
                      .build())
              .getSecret()
              .size());
      other.run();
      await(() -> server.metric(UP) == 1);
      GenerateKeyPairResponse next = generate(server, 60);
      assertEquals(32, server.keyExchange().agree(agree(next)).getSecret().size());
    }
  }
}
