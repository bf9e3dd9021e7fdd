package io.kexd.server;

import static io.kexd.server.Failure.assertBadKey;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Raw;
import io.kexd.v1.VerifyRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Vectors written by others, through the running server. */
class CorporaTest {
  private static final String ZERO = "00".repeat(32);

  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource({
    "wycheproof/x25519_test.json.gz, KEY_ENCODING_RAW",
    "wycheproof/x25519_asn_test.json.gz, KEY_ENCODING_SPKI"
  })
  void x25519(String file, KeyEncoding encoding) {
    GenerateKeyPairResponse pair = generate();
    for (JsonNode test : Corpora.cases(file)) {
      ByteString peer = bytes(test, "public");
      if (isGood(test)) {
        assertEquals(32, exchange(encoding, peer).getSecret().size(), test.toString());
        assertEquals(32, agree(generate(), encoding, peer).size(), test.toString());
      } else if (peer.isEmpty()) {
        Failure.assertInvalid("peer_public_key", () -> exchange(encoding, peer));
      } else {
        assertBadKey("peer_public_key", () -> exchange(encoding, peer));
        assertBadKey("peer_public_key", () -> agree(pair, encoding, peer));
      }
      clientHolds(test);
    }
    // No refusal used the pair up.
    assertEquals(
        32, agree(pair, encoding, ByteString.copyFrom(encoded(Peer.random(), encoding))).size());
  }

  /**
   * Refused: what is marked invalid, and what gives the all-zero secret. MissingOctetString marks a
   * bad private key, which nobody sends.
   */
  private static boolean isGood(JsonNode test) {
    boolean invalid =
        test.get("result").asString().equals("invalid")
            && !test.get("flags").toString().contains("MissingOctetString");
    return !invalid && !test.get("shared").asString().equals(ZERO);
  }

  /** The file's private key is the client's: both ends compute the same secret. */
  private static void clientHolds(JsonNode test) {
    byte[] privateKey = bytes(test, "private").toByteArray();
    if (privateKey.length == 48) {
      privateKey = Arrays.copyOfRange(privateKey, 16, 48);
    }
    if (privateKey.length == 32) {
      Peer peer = Peer.of(privateKey);
      ExchangeResponse reply =
          exchange(KeyEncoding.KEY_ENCODING_RAW, ByteString.copyFrom(peer.publicKey()));
      assertArrayEquals(
          peer.agree(reply.getPublicKey().toByteArray()),
          reply.getSecret().toByteArray(),
          test.toString());
    }
  }

  @Test
  void ed25519() {
    for (JsonNode test : Corpora.cases("wycheproof/ed25519_test.json.gz")) {
      JsonNode key = test.get("group").get("publicKey");
      boolean valid =
          verify("ed25519", bytes(key, "pk"), bytes(test, "msg"), "", bytes(test, "sig"));
      assertEquals(test.get("result").asString().equals("valid"), valid, test.toString());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "rfc/rfc8032_ed25519.json, ed25519",
    "rfc/rfc8032_ed25519ctx.json, ed25519ctx",
    "rfc/rfc8032_ed25519ph.json, ed25519ph"
  })
  void rfc8032(String file, String algorithm) {
    for (JsonNode test : Corpora.cases(file)) {
      String context = test.has("context") ? test.get("context").asString() : "";
      ByteString message = bytes(test, "message");
      ByteString signature = bytes(test, "signature");
      ByteString key = bytes(test, "publicKey");
      assertTrue(verify(algorithm, key, message, context, signature), test.toString());
      assertEquals(
          false,
          verify(algorithm, key, message.concat(signature), context, signature),
          test.toString());
    }
  }

  /** Valid exactly when neither encoding is flagged as not canonical. */
  @Test
  void cctv() {
    for (JsonNode test : Corpora.cases("ed25519/cctv_ed25519vectors.json.gz")) {
      List<String> flags =
          StreamSupport.stream(test.get("flags").spliterator(), false)
              .map(JsonNode::asString)
              .toList();
      boolean expected = !flags.contains("non_canonical_A") && !flags.contains("non_canonical_R");
      ByteString message =
          ByteString.copyFrom(test.get("msg").asString().getBytes(StandardCharsets.US_ASCII));
      assertEquals(
          expected, accepts(bytes(test, "key"), message, bytes(test, "sig")), test.toString());
    }
  }

  /** 0 to 5 valid, the others not. */
  @Test
  void speccheck() {
    int number = 0;
    for (JsonNode test : Corpora.cases("ed25519/speccheck_cases.json")) {
      assertEquals(
          number <= 5,
          accepts(bytes(test, "pub_key"), bytes(test, "message"), bytes(test, "signature")),
          "case " + number);
      number++;
    }
  }

  /** A key that is no canonical encoding is refused as a key: that is not valid either. */
  private static boolean accepts(ByteString key, ByteString message, ByteString signature) {
    try {
      return verify("ed25519", key, message, "", signature);
    } catch (StatusRuntimeException e) {
      assertEquals(ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, Failure.of(e).reason());
      return false;
    }
  }

  private static boolean verify(
      String algorithm, ByteString key, ByteString message, String context, ByteString signature) {
    return server
        .signing()
        .verify(
            VerifyRequest.newBuilder()
                .setPublicKey(key)
                .setAlgorithm(algorithm)
                .setMessage(message)
                .setContext(ByteString.copyFrom(Peer.hex(context)))
                .setSignature(signature)
                .build())
        .getValid();
  }

  private static ExchangeResponse exchange(KeyEncoding encoding, ByteString peer) {
    return server
        .keyExchange()
        .exchange(
            ExchangeRequest.newBuilder()
                .setCurve("x25519")
                .setEncoding(encoding)
                .setPeerPublicKey(peer)
                .setRaw(Raw.getDefaultInstance())
                .build());
  }

  private static GenerateKeyPairResponse generate() {
    return server
        .keyExchange()
        .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
  }

  private static ByteString agree(
      GenerateKeyPairResponse pair, KeyEncoding encoding, ByteString peer) {
    return server
        .keyExchange()
        .agree(
            AgreeRequest.newBuilder()
                .setHandle(pair.getHandle())
                .setEncoding(encoding)
                .setPeerPublicKey(peer)
                .setRaw(Raw.getDefaultInstance())
                .build())
        .getSecret();
  }

  private static byte[] encoded(Peer peer, KeyEncoding encoding) {
    return encoding == KeyEncoding.KEY_ENCODING_SPKI ? peer.spki() : peer.publicKey();
  }

  private static ByteString bytes(JsonNode node, String field) {
    return ByteString.copyFrom(Peer.hex(node.get(field).asString()));
  }
}
