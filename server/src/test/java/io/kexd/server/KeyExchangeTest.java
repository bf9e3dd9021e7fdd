package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Curve;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import io.kexd.v1.Operation;
import io.kexd.v1.Raw;
import io.kexd.v1.Role;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.crypto.KEM;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Exchanges over a socket against the JDK as the peer; what is derived is recomputed by hand. */
class KeyExchangeTest {
  private static final byte[] SALT = "some salt".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] INFO = "what it is for".getBytes(StandardCharsets.US_ASCII);

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
  void hkdfWithItsDefaultsBindsCurveAndKeys() throws Exception {
    Peer peer = Peer.random();
    ExchangeResponse reply = server.keyExchange().exchange(exchange(peer).build());
    byte[] own = reply.getPublicKey().toByteArray();
    byte[] info = boundInfo("x25519", new byte[0], peer.publicKey(), own);
    assertSecret(hkdf("HmacSHA256", 32, peer.agree(own), new byte[0], info, 32), reply.getSecret());
  }

  @Test
  void hkdfTakesHashSaltInfoAndLength() throws Exception {
    for (Hash hash : List.of(Hash.HASH_SHA256, Hash.HASH_SHA384, Hash.HASH_SHA512)) {
      String bits = hash.name().substring("HASH_SHA".length());
      int size = Integer.parseInt(bits) / 8;
      for (int length : new int[] {1, 31, 32, 100, 255 * size}) {
        Peer peer = Peer.random();
        Hkdf.Builder hkdf = hkdf().setHash(hash).setLength(length);
        ExchangeResponse reply =
            server.keyExchange().exchange(exchange(peer).setHkdf(hkdf).build());
        byte[] own = reply.getPublicKey().toByteArray();
        byte[] info = boundInfo("x25519", INFO, peer.publicKey(), own);
        assertSecret(
            hkdf("HmacSHA" + bits, size, peer.agree(own), SALT, info, length), reply.getSecret());
      }
    }
  }

  @Test
  void hkdfCanLeaveTheKeysOut() throws Exception {
    Peer peer = Peer.random();
    ExchangeResponse reply =
        server
            .keyExchange()
            .exchange(exchange(peer).setHkdf(hkdf().setOmitPublicKeys(true)).build());
    byte[] shared = peer.agree(reply.getPublicKey().toByteArray());
    assertSecret(hkdf("HmacSHA256", 32, shared, SALT, INFO, 32), reply.getSecret());
  }

  @Test
  void agreeOrdersTheKeysByRole() throws Exception {
    for (Role role : List.of(Role.ROLE_UNSPECIFIED, Role.ROLE_INITIATOR, Role.ROLE_RESPONDER)) {
      Peer peer = Peer.random();
      GenerateKeyPairResponse pair = generate();
      byte[] own = pair.getPublicKey().toByteArray();
      ByteString secret =
          server
              .keyExchange()
              .agree(agree(pair, peer).setRole(role).setHkdf(hkdf()).build())
              .getSecret();
      byte[] info =
          role == Role.ROLE_RESPONDER
              ? boundInfo("x25519", INFO, peer.publicKey(), own)
              : boundInfo("x25519", INFO, own, peer.publicKey());
      assertSecret(hkdf("HmacSHA256", 32, peer.agree(own), SALT, info, 32), secret);
    }
  }

  @Test
  void bothSidesMayUseKexd() {
    GenerateKeyPairResponse initiator = generate();
    ExchangeResponse responder =
        server
            .keyExchange()
            .exchange(
                ExchangeRequest.newBuilder()
                    .setCurve("x25519")
                    .setPeerPublicKey(initiator.getPublicKey())
                    .setHkdf(hkdf())
                    .build());
    ByteString secret =
        server
            .keyExchange()
            .agree(
                AgreeRequest.newBuilder()
                    .setHandle(initiator.getHandle())
                    .setPeerPublicKey(responder.getPublicKey())
                    .setHkdf(hkdf())
                    .build())
            .getSecret();
    assertEquals(responder.getSecret(), secret);
  }

  @Test
  void rawAgreeGivesTheFullSecretForBothRoles() {
    for (Role role : List.of(Role.ROLE_INITIATOR, Role.ROLE_RESPONDER)) {
      Peer peer = Peer.random();
      GenerateKeyPairResponse pair = generate();
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
  void exchangeIsEncapForTheJdksKem() throws Exception {
    Peer receiver = Peer.random();
    ExchangeResponse reply =
        server
            .keyExchange()
            .exchange(exchange(receiver).setDhkem(Dhkem.getDefaultInstance()).build());
    PrivateKey key =
        KeyFactory.getInstance("X25519").generatePrivate(new PKCS8EncodedKeySpec(pkcs8(receiver)));
    SecretKey secret =
        KEM.getInstance("DHKEM")
            .newDecapsulator(key)
            .decapsulate(reply.getPublicKey().toByteArray());
    assertSecret(secret.getEncoded(), reply.getSecret());
  }

  @Test
  void agreeIsDecapForTheJdksKem() throws Exception {
    GenerateKeyPairResponse pair =
        server
            .keyExchange()
            .generateKeyPair(
                GenerateKeyPairRequest.newBuilder()
                    .setCurve("x25519")
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .build());
    PublicKey receiver =
        KeyFactory.getInstance("X25519")
            .generatePublic(new X509EncodedKeySpec(pair.getPublicKey().toByteArray()));
    KEM.Encapsulated sent = KEM.getInstance("DHKEM").newEncapsulator(receiver).encapsulate();
    ByteString secret =
        server
            .keyExchange()
            .agree(
                AgreeRequest.newBuilder()
                    .setHandle(pair.getHandle())
                    .setPeerPublicKey(ByteString.copyFrom(sent.encapsulation()))
                    .setDhkem(Dhkem.getDefaultInstance())
                    .build())
            .getSecret();
    assertSecret(sent.key().getEncoded(), secret);
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
    Instant byDefault = Instant.ofEpochSecond(generate().getExpiresAt().getSeconds());
    assertFalse(byDefault.isAfter(Instant.now().plusSeconds(60)));
  }

  @Test
  void listCurvesSaysWhatThereIs() {
    ListCurvesResponse reply =
        server.keyExchange().listCurves(ListCurvesRequest.getDefaultInstance());
    Curve x25519 = curve(reply, "x25519");
    assertTrue(x25519.getEnabled());
    assertTrue(x25519.getDhkem());
    assertEquals(
        List.of(Operation.OPERATION_AGREE, Operation.OPERATION_EXCHANGE),
        x25519.getOperationsList());
    assertEquals(32, x25519.getPublicKeySize());
    assertEquals(32, x25519.getSecretSize());
    assertEquals(1, x25519.getReuse().getMaxUses());
    Curve ed25519 = curve(reply, "ed25519");
    assertEquals(List.of("ed25519", "ed25519ctx", "ed25519ph"), ed25519.getAlgorithmsList());
    assertEquals(64, ed25519.getSignatureSize());
    assertEquals(0, ed25519.getSecretSize());
    assertEquals(60, reply.getLimits().getDefaultTtl().getSeconds());
    assertEquals(600, reply.getLimits().getMaxTtl().getSeconds());
    assertEquals(10_000, reply.getLimits().getMaxHandlesPerCaller());
    assertEquals(1_000_000, reply.getLimits().getMaxHandles());
    assertEquals(60, reply.getLimits().getRequestIdWindow().getSeconds());
    assertEquals(1 << 20, reply.getLimits().getMaxMessageSize());
    assertEquals(4 << 20, reply.getLimits().getMaxRequestSize());
    assertEquals(1024, reply.getLimits().getMaxParameterSize());
  }

  @Test
  void aCurveThatIsNotEnabledIsListedAndRefused() throws StartException {
    try (TestServer other = TestServer.start("curves", "ed25519")) {
      List<String> enabled =
          other
              .keyExchange()
              .listCurves(ListCurvesRequest.getDefaultInstance())
              .getCurvesList()
              .stream()
              .filter(Curve::getEnabled)
              .map(Curve::getId)
              .toList();
      assertEquals(List.of("ed25519"), enabled);
      ExchangeRequest request = exchange(Peer.random()).build();
      assertFails(
          Status.Code.FAILED_PRECONDITION,
          ErrorReason.ERROR_REASON_CURVE_DISABLED,
          () -> other.keyExchange().exchange(request));
    }
  }

  private static Curve curve(ListCurvesResponse reply, String id) {
    return reply.getCurvesList().stream()
        .filter(curve -> curve.getId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static ExchangeRequest.Builder exchange(Peer peer) {
    return ExchangeRequest.newBuilder()
        .setCurve("x25519")
        .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()));
  }

  private static GenerateKeyPairResponse generate() {
    return server
        .keyExchange()
        .generateKeyPair(GenerateKeyPairRequest.newBuilder().setCurve("x25519").build());
  }

  private static AgreeRequest.Builder agree(GenerateKeyPairResponse pair, Peer peer) {
    return AgreeRequest.newBuilder()
        .setHandle(pair.getHandle())
        .setPeerPublicKey(ByteString.copyFrom(peer.publicKey()));
  }

  private static Hkdf.Builder hkdf() {
    return Hkdf.newBuilder().setSalt(ByteString.copyFrom(SALT)).setInfo(ByteString.copyFrom(INFO));
  }

  private static void assertSecret(byte[] expected, ByteString secret) {
    assertArrayEquals(expected, secret.toByteArray());
  }

  private static byte[] raw(ByteString spki) {
    return spki.substring(spki.size() - 32).toByteArray();
  }

  private static byte[] pkcs8(Peer peer) {
    return ByteBuffer.allocate(48)
        .put(Peer.hex("302e020100300506032b656e04220420"))
        .put(peer.privateKey())
        .array();
  }

  /** The info layout of the contract, written down again. */
  private static byte[] boundInfo(String curve, byte[] info, byte[] initiator, byte[] responder) {
    ByteBuffer out = ByteBuffer.allocate(2048);
    out.put("kexd-v1".getBytes(StandardCharsets.US_ASCII));
    out.put((byte) curve.length()).put(curve.getBytes(StandardCharsets.US_ASCII));
    out.putShort((short) info.length).put(info);
    out.putShort((short) initiator.length).put(initiator);
    out.putShort((short) responder.length).put(responder);
    return Arrays.copyOf(out.array(), out.position());
  }

  /** RFC 5869 on a Mac, without the KDF that the server uses. */
  private static byte[] hkdf(
      String mac, int size, byte[] secret, byte[] salt, byte[] info, int length)
      throws GeneralSecurityException {
    Mac hmac = Mac.getInstance(mac);
    hmac.init(new SecretKeySpec(salt.length == 0 ? new byte[size] : salt, mac));
    hmac.init(new SecretKeySpec(hmac.doFinal(secret), mac));
    ByteBuffer out = ByteBuffer.allocate(length + size);
    byte[] block = {};
    for (int i = 1; out.position() < length; i++) {
      hmac.update(block);
      hmac.update(info);
      block = hmac.doFinal(new byte[] {(byte) i});
      out.put(block);
    }
    return Arrays.copyOf(out.array(), length);
  }
}
