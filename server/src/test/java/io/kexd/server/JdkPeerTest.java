package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.Dhkem;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.ExchangeResponse;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Purpose;
import io.kexd.v1.Raw;
import io.kexd.v1.SignatureEncoding;
import io.kexd.v1.SigningKey;
import io.kexd.v1.VerifyRequest;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The standards against the JDK's own curves, with the settings that nobody set. */
class JdkPeerTest {
  private static final ByteString MESSAGE = ByteString.copyFromUtf8("a message");

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
    "x25519, X25519",
    "x448, X448",
    "p256, secp256r1",
    "p384, secp384r1",
    "p521, secp521r1"
  })
  void secretsAreTheJdks(String curve, String name) throws Exception {
    for (int i = 0; i < 10; i++) {
      KeyPair peer = newPair(name);
      ExchangeResponse answer =
          server
              .keyExchange()
              .exchange(exchange(curve, peer).setRaw(Raw.getDefaultInstance()).build());
      assertArrayEquals(
          agree(peer, publicKey(peer, answer.getPublicKey())), answer.getSecret().toByteArray());
    }
  }

  @ParameterizedTest
  @CsvSource({"p256, secp256r1", "p384, secp384r1", "p521, secp521r1"})
  void compressedPointsInAndOut(String curve, String name) throws Exception {
    for (int i = 0; i < 4; i++) {
      KeyPair peer = newPair(name);
      ExchangeRequest.Builder request =
          exchange(curve, peer)
              .setPeerPublicKey(compressed((ECPublicKey) peer.getPublic()))
              .setRaw(Raw.getDefaultInstance());
      // As raw, a compressed point is taken too; the answer is uncompressed then.
      ExchangeResponse answer =
          server.keyExchange().exchange(request.setEncoding(KeyEncoding.KEY_ENCODING_RAW).build());
      assertEquals(4, answer.getPublicKey().byteAt(0));
      answer =
          server
              .keyExchange()
              .exchange(request.setEncoding(KeyEncoding.KEY_ENCODING_COMPRESSED).build());
      assertEquals(request.getPeerPublicKey().size(), answer.getPublicKey().size());
      ByteString spki = spkiOf(curve, answer.getPublicKey());
      assertArrayEquals(agree(peer, publicKey(peer, spki)), answer.getSecret().toByteArray());
    }
  }

  /** The JDK reads no compressed points: kexd's own decoding is asked, which other tests judge. */
  private static ByteString spkiOf(String curve, ByteString compressed) throws Exception {
    io.kexd.crypto.KeyAgreement engine = io.kexd.crypto.KeyAgreement.of(curve);
    byte[] canonical = engine.decode(compressed.toByteArray(), io.kexd.crypto.KeyFormat.COMPRESSED);
    return ByteString.copyFrom(engine.encode(canonical, io.kexd.crypto.KeyFormat.SPKI));
  }

  private static ByteString compressed(ECPublicKey key) {
    int size = (key.getParams().getCurve().getField().getFieldSize() + 7) / 8;
    byte[] x = key.getW().getAffineX().toByteArray();
    byte[] point = new byte[1 + size];
    point[0] = (byte) (key.getW().getAffineY().testBit(0) ? 3 : 2);
    int skip = Math.max(0, x.length - size);
    System.arraycopy(x, skip, point, point.length - x.length + skip, x.length - skip);
    assertEquals(
        key.getW().getAffineX(), new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + size)));
    return ByteString.copyFrom(point);
  }

  @ParameterizedTest
  @CsvSource({
    "x25519, X25519, 32",
    "x448, X448, 64",
    "p256, secp256r1, 32",
    "p384, secp384r1, 48",
    "p521, secp521r1, 64"
  })
  void dhkemIsTheJdks(String curve, String name, int size) throws Exception {
    KEM kem = KEM.getInstance("DHKEM");
    KeyPair peer = newPair(name);
    ExchangeRequest.Builder request = exchange(curve, peer).setDhkem(Dhkem.getDefaultInstance());
    ExchangeResponse sent = server.keyExchange().exchange(request.build());
    byte[] enc = rawOf(curve, sent.getPublicKey());
    assertArrayEquals(
        kem.newDecapsulator(peer.getPrivate()).decapsulate(enc).getEncoded(),
        sent.getSecret().toByteArray());
    assertEquals(size, sent.getSecret().size());

    GenerateKeyPairResponse pair =
        server
            .keyExchange()
            .generateKeyPair(
                GenerateKeyPairRequest.newBuilder()
                    .setCurve(curve)
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .build());
    KEM.Encapsulated encapsulated =
        kem.newEncapsulator(publicKey(peer, pair.getPublicKey())).encapsulate();
    assertArrayEquals(
        encapsulated.key().getEncoded(),
        server
            .keyExchange()
            .agree(
                AgreeRequest.newBuilder()
                    .setHandle(pair.getHandle())
                    .setPeerPublicKey(ByteString.copyFrom(encapsulated.encapsulation()))
                    .setDhkem(Dhkem.getDefaultInstance())
                    .build())
            .getSecret()
            .toByteArray());
  }

  /** The key is the last thing in a SubjectPublicKeyInfo. */
  private static byte[] rawOf(String curve, ByteString spki) {
    int size = io.kexd.crypto.Curves.find(curve).orElseThrow().publicKeySize();
    return spki.substring(spki.size() - size).toByteArray();
  }

  @ParameterizedTest
  @CsvSource({
    "ecdsa-p256-sha256, secp256r1, SHA256",
    "ecdsa-p384-sha256, secp384r1, SHA256",
    "ecdsa-p384-sha384, secp384r1, SHA384",
    "ecdsa-p521-sha512, secp521r1, SHA512"
  })
  void ecdsaIsTheJdks(String algorithm, String curve, String hash) throws Exception {
    for (SignatureEncoding encoding :
        new SignatureEncoding[] {
          SignatureEncoding.SIGNATURE_ENCODING_DER, SignatureEncoding.SIGNATURE_ENCODING_P1363
        }) {
      boolean der = encoding == SignatureEncoding.SIGNATURE_ENCODING_DER;
      Signature jdk = Signature.getInstance(hash + (der ? "withECDSA" : "withECDSAinP1363Format"));
      KeyPair pair = newPair(curve);
      SigningKey key = Requests.newKey(server, algorithm, Purpose.PURPOSE_SIGN_DATA);
      jdk.initVerify(publicKey(pair, spki(key)));
      jdk.update(MESSAGE.toByteArray());
      assertTrue(
          jdk.verify(
              server
                  .signing()
                  .sign(
                      Requests.sign(key).setMessage(MESSAGE).setSignatureEncoding(encoding).build())
                  .getSignature()
                  .toByteArray()));
      jdk.initSign(pair.getPrivate());
      jdk.update(MESSAGE.toByteArray());
      assertTrue(
          isValid(
              algorithm,
              pair,
              jdk.sign(),
              VerifyRequest.newBuilder().setSignatureEncoding(encoding)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ed25519, Ed25519, false",
    "ed25519ph, Ed25519, true",
    "ed448, Ed448, false",
    "ed448ph, Ed448, true"
  })
  void edDsaIsTheJdks(String algorithm, String name, boolean prehash) throws Exception {
    KeyPair pair = newPair(name);
    SigningKey key = Requests.newKey(server, algorithm, Purpose.PURPOSE_SIGN_DATA);
    Signature jdk = Signature.getInstance("EdDSA");
    jdk.setParameter(new EdDSAParameterSpec(prehash));
    jdk.initVerify(publicKey(pair, spki(key)));
    jdk.update(MESSAGE.toByteArray());
    assertTrue(
        jdk.verify(
            server
                .signing()
                .sign(Requests.sign(key).setMessage(MESSAGE).build())
                .getSignature()
                .toByteArray()));
    jdk.initSign(pair.getPrivate());
    jdk.update(MESSAGE.toByteArray());
    assertTrue(isValid(algorithm, pair, jdk.sign(), VerifyRequest.newBuilder()));
  }

  private static boolean isValid(
      String algorithm, KeyPair pair, byte[] signature, VerifyRequest.Builder request) {
    return server
        .signing()
        .verify(
            request
                .setAlgorithm(algorithm)
                .setPublicKey(ByteString.copyFrom(pair.getPublic().getEncoded()))
                .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                .setMessage(MESSAGE)
                .setSignature(ByteString.copyFrom(signature))
                .build())
        .getValid();
  }

  private static ByteString spki(SigningKey key) {
    return Requests.publicKey(
        server
            .signing()
            .getSigningKey(
                GetSigningKeyRequest.newBuilder()
                    .setName(key.getName())
                    .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                    .build())
            .getKey());
  }

  private static ExchangeRequest.Builder exchange(String curve, KeyPair peer) {
    return ExchangeRequest.newBuilder()
        .setCurve(curve)
        .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
        .setPeerPublicKey(ByteString.copyFrom(peer.getPublic().getEncoded()));
  }

  private static KeyPair newPair(String name) throws GeneralSecurityException {
    boolean weierstrass = name.startsWith("secp");
    KeyPairGenerator generator = KeyPairGenerator.getInstance(weierstrass ? "EC" : name);
    generator.initialize(weierstrass ? new ECGenParameterSpec(name) : new NamedParameterSpec(name));
    return generator.generateKeyPair();
  }

  private static PublicKey publicKey(KeyPair like, ByteString spki)
      throws GeneralSecurityException {
    return KeyFactory.getInstance(like.getPublic().getAlgorithm())
        .generatePublic(new X509EncodedKeySpec(spki.toByteArray()));
  }

  private static byte[] agree(KeyPair own, PublicKey other) throws GeneralSecurityException {
    KeyAgreement agreement =
        KeyAgreement.getInstance(own.getPrivate().getAlgorithm().equals("EC") ? "ECDH" : "XDH");
    agreement.init(own.getPrivate());
    agreement.doPhase(other, true);
    return agreement.generateSecret();
  }
}
