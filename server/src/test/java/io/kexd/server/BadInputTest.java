package io.kexd.server;

import static io.kexd.server.Failure.assertBadKey;
import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Failure.assertInvalid;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.Duration;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.Raw;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every way to ask wrongly for a key exchange gets the status and the reason of the contract. */
class BadInputTest {
  private static final byte[] GOOD = Peer.random().publicKey();

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
  void badPeerKeysAreRefusedAndTheHandleSurvives() {
    GenerateKeyPairResponse pair = generate();
    for (byte[] bad : badKeys()) {
      ByteString key = ByteString.copyFrom(bad);
      assertBadKey("peer_public_key", () -> exchange(exchange().setPeerPublicKey(key)));
      assertBadKey("peer_public_key", () -> agree(agree(pair).setPeerPublicKey(key)));
    }
    Peer peer = Peer.random();
    ByteString secret =
        server
            .keyExchange()
            .agree(
                agree(pair)
                    .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()))
                    .setRaw(Raw.getDefaultInstance())
                    .build())
            .getSecret();
    assertArrayEquals(peer.agree(pair.getPublicKey().toByteArray()), secret.toByteArray());
  }

  private static List<byte[]> badKeys() {
    byte[] one = new byte[32];
    one[0] = 1;
    return List.of(
        new byte[31],
        new byte[33],
        new byte[1],
        new byte[100_000],
        Peer.random().spki(),
        // Small order: 0, 1, p - 1, p, and a point of order 8.
        new byte[32],
        one,
        Peer.hex("ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        Peer.hex("edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f"),
        Peer.hex("e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800"));
  }

  @Test
  void aRawKeyIsNotSubjectPublicKeyInfo() {
    assertBadKey(
        "peer_public_key", () -> exchange(exchange().setEncoding(KeyEncoding.KEY_ENCODING_SPKI)));
  }

  @Test
  void unknownAndMissingCurves() {
    for (String curve : List.of("x25520", "X25519", " x25519", "curve25519", "P-256")) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          ErrorReason.ERROR_REASON_UNKNOWN_CURVE,
          List.of("curve"),
          () -> exchange(exchange().setCurve(curve)));
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          ErrorReason.ERROR_REASON_UNKNOWN_CURVE,
          List.of("curve"),
          () -> generate(GenerateKeyPairRequest.newBuilder().setCurve(curve)));
    }
    assertInvalid("curve", () -> exchange(exchange().clearCurve()));
    assertInvalid("curve", () -> generate(GenerateKeyPairRequest.newBuilder()));
  }

  @Test
  void aCurveThatCannotDoIt() {
    Failure failure = Failure.of(() -> exchange(exchange().setCurve("ed25519")));
    assertEquals(ErrorReason.ERROR_REASON_INVALID_REQUEST, failure.reason());
    assertEquals(List.of("curve"), failure.fields());
    assertEquals("curve: ed25519 can sign and verify, not agree on a secret", failure.message());
    assertInvalid("curve", () -> generate(GenerateKeyPairRequest.newBuilder().setCurve("ed25519")));
  }

  @Test
  void unsetFields() {
    GenerateKeyPairResponse pair = generate();
    assertInvalid("peer_public_key", () -> exchange(exchange().clearPeerPublicKey()));
    assertInvalid("peer_public_key", () -> agree(agree(pair).clearPeerPublicKey()));
    assertInvalid("handle", () -> agree(agree(pair).clearHandle()));
    assertInvalid(
        "handle",
        () -> server.keyExchange().destroyKeyPair(DestroyKeyPairRequest.getDefaultInstance()));
  }

  @Test
  void valuesThatNoEnumHas() {
    GenerateKeyPairResponse pair = generate();
    assertInvalid("encoding", () -> exchange(exchange().setEncodingValue(77)));
    assertInvalid("encoding", () -> agree(agree(pair).setEncodingValue(-1)));
    assertInvalid("encoding", () -> generate(x25519().setEncodingValue(4)));
    assertInvalid("role", () -> agree(agree(pair).setRoleValue(9)));
    assertInvalid(
        "hkdf.hash", () -> exchange(exchange().setHkdf(Hkdf.newBuilder().setHashValue(5))));
  }

  @Test
  void hkdfOutOfRange() {
    ByteString big = ByteString.copyFrom(new byte[1025]);
    ByteString fits = ByteString.copyFrom(new byte[1024]);
    assertInvalid("hkdf.salt", () -> hkdf(Hkdf.newBuilder().setSalt(big)));
    assertInvalid("hkdf.info", () -> hkdf(Hkdf.newBuilder().setInfo(big)));
    assertInvalid("hkdf.length", () -> hkdf(Hkdf.newBuilder().setLength(255 * 32 + 1)));
    assertInvalid("hkdf.length", () -> hkdf(Hkdf.newBuilder().setLength(-1)));
    assertInvalid(
        "hkdf.length",
        () -> hkdf(Hkdf.newBuilder().setHash(Hash.HASH_SHA512).setLength(255 * 64 + 1)));
    assertEquals(
        255 * 32,
        server
            .keyExchange()
            .exchange(
                exchange()
                    .setHkdf(Hkdf.newBuilder().setSalt(fits).setInfo(fits).setLength(255 * 32))
                    .build())
            .getSecret()
            .size());
  }

  @Test
  void timesThatMakeNoSense() {
    List<Duration> bad =
        List.of(
            Duration.getDefaultInstance(),
            Duration.newBuilder().setSeconds(-1).build(),
            Duration.newBuilder().setNanos(-1).build(),
            Duration.newBuilder().setSeconds(601).build(),
            Duration.newBuilder().setSeconds(600).setNanos(1).build(),
            Duration.newBuilder().setSeconds(Long.MAX_VALUE).build(),
            Duration.newBuilder().setSeconds(Long.MIN_VALUE).build(),
            Duration.newBuilder().setSeconds(Long.MIN_VALUE).setNanos(Integer.MIN_VALUE).build(),
            Duration.newBuilder().setSeconds(1).setNanos(-1).build(),
            Duration.newBuilder().setSeconds(1).setNanos(1_000_000_000).build(),
            Duration.newBuilder().setNanos(Integer.MIN_VALUE).build(),
            Duration.newBuilder().setNanos(Integer.MAX_VALUE).build());
    for (Duration ttl : bad) {
      assertInvalid("ttl", () -> generate(x25519().setTtl(ttl)));
    }
    assertFalse(
        server
            .keyExchange()
            .generateKeyPair(x25519().setTtl(Duration.newBuilder().setSeconds(600)).build())
            .getHandle()
            .isEmpty());
  }

  @Test
  void whatIsNotServedIsRefusedNotIgnored() {
    ByteString bytes = ByteString.copyFromUtf8("x");
    assertInvalid("max_uses", () -> generate(x25519().setMaxUses(2)));
    assertInvalid("max_uses", () -> generate(x25519().setMaxUses(-1)));
    assertInvalid("context", () -> generate(x25519().setContext(bytes)));
    assertInvalid("allow_reuse", () -> exchange(exchange().setAllowReuse(true)));
    assertInvalid("context", () -> exchange(exchange().setContext(bytes)));
    assertFalse(
        server.keyExchange().generateKeyPair(x25519().setMaxUses(1).build()).getHandle().isEmpty());
  }

  @Test
  void inventedHandles() {
    String unlike = generate().getHandle();
    for (String handle :
        List.of("x", "\u0000", "a".repeat(100_000), "é", unlike.toUpperCase(Locale.ROOT))) {
      assertFails(
          Status.Code.NOT_FOUND,
          ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
          () -> agree(agree(generate()).setHandle(handle)));
    }
  }

  @Test
  void aRequestIdMayBeOnlySoLong() {
    assertInvalid("request_id", () -> generate(x25519().setRequestId("a".repeat(129))));
    assertFalse(
        server
            .keyExchange()
            .generateKeyPair(x25519().setRequestId("a".repeat(128)).build())
            .getHandle()
            .isEmpty());
  }

  @Test
  void aFiveMegabyteRequestIsTheTransportsToRefuse() {
    ByteString big = ByteString.copyFrom(new byte[5 << 20]);
    StatusRuntimeException thrown =
        assertThrows(
            StatusRuntimeException.class, () -> exchange(exchange().setPeerPublicKey(big)));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, thrown.getStatus().getCode());
    assertFalse(thrown.getStatus().toString().contains("\tat "));
    // And the connection lives on.
    exchange(exchange());
  }

  @Test
  void compressionHidesNoSize() {
    ExchangeRequest big =
        exchange().setPeerPublicKey(ByteString.copyFrom(new byte[5 << 20])).build();
    StatusRuntimeException thrown =
        assertThrows(
            StatusRuntimeException.class,
            () -> server.keyExchange().withCompression("gzip").exchange(big));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, thrown.getStatus().getCode());
  }

  @Test
  void bytesThatAreNoMessage() {
    for (byte[] garbage : List.of(new byte[] {(byte) 0xff}, new byte[] {0x0a, 0x7f, 1}, GOOD)) {
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          ErrorReason.ERROR_REASON_INVALID_REQUEST,
          () -> send(garbage));
      assertFails(
          Status.Code.INVALID_ARGUMENT,
          ErrorReason.ERROR_REASON_INVALID_REQUEST,
          () -> send(KeyExchangeServiceGrpc.getBatchExchangeMethod(), garbage));
    }
    // Strings on the wire are UTF-8.
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        ErrorReason.ERROR_REASON_INVALID_REQUEST,
        () -> send(new byte[] {0x0a, 1, (byte) 0xff}));
  }

  @Test
  void dhkemNeedsAPeerToo() {
    assertInvalid(
        "peer_public_key",
        () -> exchange(exchange().clearPeerPublicKey().setDhkem(Dhkem.getDefaultInstance())));
  }

  private static void send(byte[] request) {
    send(KeyExchangeServiceGrpc.getExchangeMethod(), request);
  }

  private static void send(MethodDescriptor<?, ?> method, byte[] request) {
    byte[] unexpected =
        ClientCalls.blockingUnaryCall(
            server.plain(), ofBytes(method), CallOptions.DEFAULT, request);
    throw new AssertionError("answered with " + unexpected.length + " bytes");
  }

  /** A method whose messages are any bytes. */
  static MethodDescriptor<byte[], byte[]> ofBytes(MethodDescriptor<?, ?> method) {
    return MethodDescriptor.newBuilder(new Bytes(), new Bytes())
        .setType(method.getType())
        .setFullMethodName(method.getFullMethodName())
        .build();
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] value) {
      return new ByteArrayInputStream(value);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void hkdf(Hkdf.Builder hkdf) {
    exchange(exchange().setHkdf(hkdf));
  }

  private static ExchangeRequest.Builder exchange() {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(GOOD));
  }

  private static void exchange(ExchangeRequest.Builder request) {
    assertFalse(server.keyExchange().exchange(request.build()).getSecret().isEmpty());
  }

  private static GenerateKeyPairRequest.Builder x25519() {
    return GenerateKeyPairRequest.newBuilder().setCurve("x25519");
  }

  private static GenerateKeyPairResponse generate() {
    return server.keyExchange().generateKeyPair(x25519().build());
  }

  private static void generate(GenerateKeyPairRequest.Builder request) {
    assertFalse(server.keyExchange().generateKeyPair(request.build()).getHandle().isEmpty());
  }

  private static AgreeRequest.Builder agree(GenerateKeyPairResponse pair) {
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setPeerPublicKey(ByteString.copyFrom(GOOD));
  }

  private static void agree(AgreeRequest.Builder request) {
    assertFalse(server.keyExchange().agree(request.build()).getSecret().isEmpty());
  }
}
