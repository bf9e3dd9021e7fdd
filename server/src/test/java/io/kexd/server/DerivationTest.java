package io.kexd.server;

import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static io.kexd.server.Requests.generate;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Role;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.List;
import javax.crypto.KEM;
import javax.crypto.Mac;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is derived from a shared secret, recomputed by hand or by the JDK's KEM. */
class DerivationTest {
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
      GenerateKeyPairResponse pair = generate(server);
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
    GenerateKeyPairResponse initiator = generate(server);
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

  private static Hkdf.Builder hkdf() {
    return Hkdf.newBuilder().setSalt(ByteString.copyFrom(SALT)).setInfo(ByteString.copyFrom(INFO));
  }

  private static void assertSecret(byte[] expected, ByteString secret) {
    assertArrayEquals(expected, secret.toByteArray());
  }

  private static byte[] pkcs8(Peer peer) {
    return ByteBuffer.allocate(48)
        .put(Peer.hex("302e020100300506032b656e04220420"))
        .put(peer.privateKey())
        .array();
  }

  /** The info layout of the contract, written down again. */
  static byte[] boundInfo(String curve, byte[] info, byte[] initiator, byte[] responder) {
    ByteBuffer out = ByteBuffer.allocate(2048);
    out.put("kexd-v1".getBytes(StandardCharsets.US_ASCII));
    out.put((byte) curve.length()).put(curve.getBytes(StandardCharsets.US_ASCII));
    out.putShort((short) info.length).put(info);
    out.putShort((short) initiator.length).put(initiator);
    out.putShort((short) responder.length).put(responder);
    return Arrays.copyOf(out.array(), out.position());
  }

  /** RFC 5869 on a Mac, without the KDF that the server uses. */
  static byte[] hkdf(String mac, int size, byte[] secret, byte[] salt, byte[] info, int length)
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
