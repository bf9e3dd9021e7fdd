package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.exchange;
import static io.kexd.server.Requests.newKey;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.DisableSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.KeyState;
import io.kexd.v1.Purpose;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.SigningKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signed exchanges, as a peer checks them with the JDK alone. */
class SignedExchangeTest {
  private static final byte[] CONTEXT = "service a".getBytes(US_ASCII);
  private static final byte[] NONE = new byte[0];

  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    server = TestServer.start();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  /** What a peer writes from the comments of key_exchange_service.proto. */
  private static byte[] transcript(
      int kind, String curve, byte[] pkI, byte[] pkR, long expiry, byte[] context)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeBytes("kexd-exchange-v1");
    out.writeByte(kind);
    out.writeByte(curve.length());
    out.writeBytes(curve);
    out.writeShort(pkI.length);
    out.write(pkI);
    out.writeShort(pkR.length);
    out.write(pkR);
    out.writeLong(expiry);
    out.writeByte(0);
    out.writeShort(context.length);
    out.write(context);
    return bytes.toByteArray();
  }

  private static boolean verifies(SigningKey key, byte[] transcript, ByteString signature)
      throws Exception {
    byte[] spki =
        server
            .signing()
            .getSigningKey(
                GetSigningKeyRequest.newBuilder()
                    .setName(key.getName())
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .build())
            .getKey()
            .getVersions(0)
            .getPublicKey()
            .toByteArray();
    boolean edwards = key.getAlgorithm().equals("ed25519");
    Signature verifier = Signature.getInstance(edwards ? "Ed25519" : "SHA256withECDSA");
    verifier.initVerify(
        KeyFactory.getInstance(edwards ? "Ed25519" : "EC")
            .generatePublic(new X509EncodedKeySpec(spki)));
    verifier.update(transcript);
    return verifier.verify(signature.toByteArray());
  }

  @Test
  void anExchangeIsSigned() throws Exception {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_EXCHANGE);
    Peer peer = Peer.random();
    ExchangeRequest request =
        exchange(peer).setSignWith(key.getName()).setContext(ByteString.copyFrom(CONTEXT)).build();
    assertSigned(key, peer, server.keyExchange().exchange(request));
    assertSigned(
        key,
        peer,
        server
            .keyExchange()
            .batchExchange(
                BatchExchangeRequest.newBuilder()
                    .addItems(BatchExchangeRequest.Item.newBuilder().setRequest(request))
                    .build())
            .getItems(0)
            .getResponse());
  }

  private static void assertSigned(SigningKey key, Peer peer, ExchangeResponse reply)
      throws Exception {
    byte[] pkR = reply.getPublicKey().toByteArray();
    assertEquals(1, reply.getSignatureVersion());
    assertTrue(
        verifies(
            key, transcript(2, "x25519", peer.publicKey(), pkR, 0, CONTEXT), reply.getSignature()));
    assertEquals(32, reply.getSecret().size());
  }

  /** SubjectPublicKeyInfo of P-256 ends in the canonical form. */
  @Test
  void keysStandInCanonicalForm() throws Exception {
    SigningKey key = newKey(server, "ecdsa-p256-sha256", Purpose.PURPOSE_SIGN_EXCHANGE);
    KeyPairGenerator p256 = KeyPairGenerator.getInstance("EC");
    p256.initialize(new ECGenParameterSpec("secp256r1"));
    byte[] peer = p256.generateKeyPair().getPublic().getEncoded();
    ExchangeResponse reply =
        server
            .keyExchange()
            .exchange(
                ExchangeRequest.newBuilder()
                    .setCurve("p256")
                    .setPeerPublicKey(ByteString.copyFrom(peer))
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .setSignWith(key.getName())
                    .build());
    byte[] transcript =
        transcript(
            2, "p256", canonical(peer), canonical(reply.getPublicKey().toByteArray()), 0, NONE);
    assertTrue(verifies(key, transcript, reply.getSignature()));
  }

  private static byte[] canonical(byte[] spki) {
    return Arrays.copyOfRange(spki, spki.length - 65, spki.length);
  }

  @Test
  void aPairIsSignedWithItsExpiry() throws Exception {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_EXCHANGE);
    GenerateKeyPairRequest request =
        GenerateKeyPairRequest.newBuilder()
            .setCurve("x25519")
            .setSignWith(key.getName())
            .setRequestId("signed")
            .build();
    GenerateKeyPairResponse pair = server.keyExchange().generateKeyPair(request);
    long expiry =
        pair.getExpiresAt().getSeconds() * 1000 + pair.getExpiresAt().getNanos() / 1_000_000;
    byte[] transcript =
        transcript(1, "x25519", NONE, pair.getPublicKey().toByteArray(), expiry, NONE);
    assertTrue(verifies(key, transcript, pair.getSignature()));
    assertEquals(
        KeyState.KEY_STATE_DISABLED,
        server
            .signing()
            .disableSigningKey(DisableSigningKeyRequest.newBuilder().setName(key.getName()).build())
            .getKey()
            .getState());
    assertEquals(pair, server.keyExchange().generateKeyPair(request), "a repeat");
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_REQUEST_ID_CONFLICT,
        () -> server.keyExchange().generateKeyPair(request.toBuilder().clearSignWith().build()));
  }

  @Test
  void theNewestVersionSigns() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_EXCHANGE);
    assertEquals(
        2,
        server
            .signing()
            .rotateSigningKey(RotateSigningKeyRequest.newBuilder().setName(key.getName()).build())
            .getKey()
            .getPrimaryVersion());
    assertEquals(
        2,
        server
            .keyExchange()
            .exchange(exchange(Peer.random()).setSignWith(key.getName()).build())
            .getSignatureVersion());
  }

  @Test
  void onlyAKeyForExchangesSignsThem() {
    SigningKey data = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SigningKey context = newKey(server, "ed25519ctx", Purpose.PURPOSE_SIGN_EXCHANGE);
    double live = server.metric("kexd_handles_live{curve=\"x25519\"}");
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        ErrorReason.ERROR_REASON_KEY_PURPOSE,
        () -> generate(data.getName()));
    assertFails(
        Status.Code.NOT_FOUND, ErrorReason.ERROR_REASON_KEY_NOT_FOUND, () -> generate("nobody"));
    assertInvalid("sign_with", () -> generate(context.getName()));
    assertEquals(live, server.metric("kexd_handles_live{curve=\"x25519\"}"));
    assertInvalid(
        "context",
        () ->
            server
                .keyExchange()
                .exchange(
                    exchange(Peer.random()).setContext(ByteString.copyFrom(CONTEXT)).build()));
    assertInvalid(
        "context",
        () ->
            server
                .keyExchange()
                .exchange(
                    exchange(Peer.random())
                        .setSignWith(data.getName())
                        .setContext(ByteString.copyFrom(new byte[1025]))
                        .build()));
  }

  private static GenerateKeyPairResponse generate(String signWith) {
    return server
        .keyExchange()
        .generateKeyPair(
            GenerateKeyPairRequest.newBuilder().setCurve("x25519").setSignWith(signWith).build());
  }
}
