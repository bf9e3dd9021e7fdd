package io.kexd.server;

import static io.kexd.server.Failure.assertBadKey;
import static io.kexd.server.Failure.assertInvalid;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyAgreement;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Raw;
import io.kexd.v1.Role;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every key agreement of the build over a socket, in every encoding that it has. */
class AgreementSchemesTest {
  private static final byte[] INFO = "purpose".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = new SecureRandom();

  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server =
        TestServer.start(
            "curves", Curves.all().stream().map(Scheme::id).collect(Collectors.joining(",")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Scheme> agreements() {
    return Curves.all().stream().filter(s -> s.kind() == Scheme.Kind.AGREEMENT);
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void bothEndsByKexd(Scheme scheme) {
    Hkdf hkdf = Hkdf.newBuilder().setInfo(ByteString.copyFrom(INFO)).build();
    for (KeyFormat format : scheme.formats()) {
      GenerateKeyPairResponse pair = generate(scheme, format);
      ExchangeResponse answer =
          exchange(exchange(scheme, format, pair.getPublicKey()).setHkdf(hkdf));
      ByteString secret = agree(agree(pair, format, answer.getPublicKey()).setHkdf(hkdf));
      assertEquals(answer.getSecret(), secret, format.name());
      assertEquals(32, secret.size());
    }
  }

  /** What HKDF binds is the canonical key, whatever was on the wire. */
  @ParameterizedTest
  @MethodSource("agreements")
  void aPeerWithKeysOfItsOwn(Scheme scheme) throws Exception {
    KeyAgreement engine = KeyAgreement.of(scheme.id());
    Hkdf hkdf =
        Hkdf.newBuilder()
            .setHash(Hash.HASH_SHA512)
            .setInfo(ByteString.copyFrom(INFO))
            .setLength(50)
            .build();
    for (KeyFormat format : scheme.formats()) {
      try (KeyPair peer = engine.generate(RANDOM)) {
        ByteString sent = encode(engine, peer.publicKey(), format);
        ExchangeResponse answer = exchange(exchange(scheme, format, sent).setHkdf(hkdf));
        byte[] own = engine.decode(answer.getPublicKey().toByteArray(), format);
        assertSecret(
            hkdf(scheme, engine.agree(peer, own), peer.publicKey(), own), answer.getSecret());

        GenerateKeyPairResponse pair = generate(scheme, format);
        ByteString secret =
            agree(agree(pair, format, sent).setRole(Role.ROLE_RESPONDER).setHkdf(hkdf));
        own = engine.decode(pair.getPublicKey().toByteArray(), format);
        assertSecret(hkdf(scheme, engine.agree(peer, own), peer.publicKey(), own), secret);
      }
    }
  }

  private static byte[] hkdf(Scheme scheme, byte[] shared, byte[] initiator, byte[] responder)
      throws Exception {
    byte[] info = DerivationTest.boundInfo(scheme.id(), INFO, initiator, responder);
    return DerivationTest.hkdf("HmacSHA512", 64, shared, new byte[0], info, 50);
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void theRawSecretIsWhole(Scheme scheme) throws Exception {
    KeyAgreement engine = KeyAgreement.of(scheme.id());
    try (KeyPair peer = engine.generate(RANDOM)) {
      ExchangeResponse answer =
          exchange(
              exchange(scheme, KeyFormat.RAW, ByteString.copyFrom(peer.publicKey()))
                  .setRaw(Raw.getDefaultInstance()));
      byte[] own = answer.getPublicKey().toByteArray();
      assertEquals(scheme.publicKeySize(), own.length);
      assertEquals(scheme.outputSize(), answer.getSecret().size());
      assertSecret(engine.agree(peer, own), answer.getSecret());
    }
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void dhkemWhereThereIsOne(Scheme scheme) {
    GenerateKeyPairResponse pair = generate(scheme, KeyFormat.RAW);
    ExchangeRequest.Builder request =
        exchange(scheme, KeyFormat.RAW, pair.getPublicKey()).setDhkem(Dhkem.getDefaultInstance());
    if (scheme.kemId() == 0) {
      assertInvalid("dhkem", () -> exchange(request));
      assertInvalid(
          "dhkem",
          () ->
              agree(
                  agree(pair, KeyFormat.RAW, pair.getPublicKey())
                      .setDhkem(Dhkem.getDefaultInstance())));
      return;
    }
    ExchangeResponse sent = exchange(request);
    ByteString received =
        agree(agree(pair, KeyFormat.RAW, sent.getPublicKey()).setDhkem(Dhkem.getDefaultInstance()));
    assertEquals(sent.getSecret(), received);
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void badKeysAreRefusedAndTheHandleSurvives(Scheme scheme) {
    for (KeyFormat format : scheme.formats()) {
      GenerateKeyPairResponse pair = generate(scheme, format);
      ByteString good = generate(scheme, format).getPublicKey();
      for (byte[] bad : badKeys(scheme, format, good.toByteArray())) {
        ByteString key = ByteString.copyFrom(bad);
        assertBadKey("peer_public_key", () -> exchange(exchange(scheme, format, key)));
        assertBadKey("peer_public_key", () -> agree(agree(pair, format, key)));
      }
      assertEquals(32, agree(agree(pair, format, good)).size());
    }
  }

  private static List<byte[]> badKeys(Scheme scheme, KeyFormat format, byte[] good) {
    List<byte[]> bad =
        new ArrayList<>(
            List.of(
                new byte[1],
                Arrays.copyOf(good, good.length - 1),
                Arrays.copyOf(good, good.length + 1),
                new byte[good.length],
                new byte[100_000]));
    for (KeyFormat other : KeyFormat.values()) {
      // Raw SEC 1 points may be compressed.
      boolean taken = format == KeyFormat.RAW && other == KeyFormat.COMPRESSED;
      if (other != format && !taken && scheme.formats().contains(other)) {
        bad.add(generate(scheme, other).getPublicKey().toByteArray());
      }
    }
    if (format == KeyFormat.SPKI) {
      // Another curve's key, rightly written.
      Scheme stranger = Curves.find(scheme.id().equals("x25519") ? "x448" : "x25519").orElseThrow();
      bad.add(generate(stranger, KeyFormat.SPKI).getPublicKey().toByteArray());
    } else if (scheme.formats().contains(KeyFormat.COMPRESSED)) {
      byte[] tooLarge = good.clone();
      Arrays.fill(tooLarge, 1, good.length, (byte) 0xff);
      bad.add(tooLarge);
      if (format == KeyFormat.RAW) {
        bad.add(flipped(good, good.length - 1, 1)); // off the curve
        bad.add(flipped(good, 0, 2)); // a hybrid point
        bad.add(flipped(good, 0, 3));
      }
    }
    return bad;
  }

  private static byte[] flipped(byte[] bytes, int at, int bits) {
    byte[] changed = bytes.clone();
    changed[at] ^= (byte) bits;
    return changed;
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void anEncodingThatTheCurveLacks(Scheme scheme) {
    GenerateKeyPairResponse pair = generate(scheme, KeyFormat.RAW);
    for (KeyFormat format : KeyFormat.values()) {
      if (!scheme.formats().contains(format)) {
        ByteString key = pair.getPublicKey();
        assertInvalid("encoding", () -> generate(scheme, format));
        assertInvalid("encoding", () -> exchange(exchange(scheme, format, key)));
        assertInvalid("encoding", () -> agree(agree(pair, format, key)));
      }
    }
    assertEquals(32, agree(agree(pair, KeyFormat.RAW, pair.getPublicKey())).size());
  }

  @ParameterizedTest
  @MethodSource("agreements")
  void everyCallIsCounted(Scheme scheme) {
    String outcome = "kexd_requests_total{curve=\"%s\",operation=\"%s\",reason=\"%s\"}";
    String live = "kexd_handles_live{curve=\"%s\"}".formatted(scheme.id());
    String refused = outcome.formatted(scheme.id(), "exchange", "INVALID_PUBLIC_KEY");
    double liveBefore = server.metric(live);
    double refusedBefore = server.metric(refused);
    GenerateKeyPairResponse pair = generate(scheme, KeyFormat.RAW);
    exchange(exchange(scheme, KeyFormat.RAW, pair.getPublicKey()));
    assertBadKey(
        "peer_public_key",
        () -> exchange(exchange(scheme, KeyFormat.RAW, ByteString.copyFrom(new byte[1]))));
    assertEquals(liveBefore + 1, server.metric(live));
    assertEquals(refusedBefore + 1, server.metric(refused));
    for (String operation : List.of("generate", "exchange")) {
      assertTrue(server.metric(outcome.formatted(scheme.id(), operation, "OK")) >= 1, operation);
    }
    assertEquals(
        1,
        server.metric(
            "kexd_kernel_info{curve=\"%s\",kernel=\"%s\",lanes=\"1\",operation=\"agree\"}"
                .formatted(scheme.id(), scheme.kernel())));
  }

  private static ByteString encode(KeyAgreement engine, byte[] publicKey, KeyFormat format) {
    return ByteString.copyFrom(engine.encode(publicKey, format));
  }

  private static GenerateKeyPairResponse generate(Scheme scheme, KeyFormat format) {
    return server
        .keyExchange()
        .generateKeyPair(
            GenerateKeyPairRequest.newBuilder()
                .setCurve(scheme.id())
                .setEncoding(encoding(format))
                .build());
  }

  private static ExchangeRequest.Builder exchange(
      Scheme scheme, KeyFormat format, ByteString peer) {
    return ExchangeRequest.newBuilder()
        .setCurve(scheme.id())
        .setEncoding(encoding(format))
        .setPeerPublicKey(peer);
  }

  private static ExchangeResponse exchange(ExchangeRequest.Builder request) {
    return server.keyExchange().exchange(request.build());
  }

  private static AgreeRequest.Builder agree(
      GenerateKeyPairResponse pair, KeyFormat format, ByteString peer) {
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setEncoding(encoding(format))
        .setPeerPublicKey(peer);
  }

  private static ByteString agree(AgreeRequest.Builder request) {
    return server.keyExchange().agree(request.build()).getSecret();
  }

  static KeyEncoding encoding(KeyFormat format) {
    return KeyEncoding.valueOf("KEY_ENCODING_" + format.name());
  }

  private static void assertSecret(byte[] expected, ByteString secret) {
    assertArrayEquals(expected, secret.toByteArray());
  }
}
