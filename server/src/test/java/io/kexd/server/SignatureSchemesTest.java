package io.kexd.server;

import static io.kexd.server.AgreementSchemesTest.encoding;
import static io.kexd.server.Failure.assertBadKey;
import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.publicKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyFormat;
import io.kexd.crypto.Scheme;
import io.kexd.crypto.Signer;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.Digest;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.Hash;
import io.kexd.v1.Purpose;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SignatureEncoding;
import io.kexd.v1.SigningKey;
import io.kexd.v1.VerifyRequest;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every signature algorithm of the build over a socket. */
class SignatureSchemesTest {
  private static final ByteString MESSAGE = ByteString.copyFromUtf8("a message");
  private static final ByteString OTHER = ByteString.copyFromUtf8("another message");

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

  static Stream<String> algorithms() {
    return Curves.all().stream().flatMap(scheme -> scheme.algorithms().stream());
  }

  static Stream<String> ecdsa() {
    return algorithms().filter(id -> Signer.of(id).isEcdsa());
  }

  static Stream<String> eddsa() {
    return algorithms().filter(id -> !Signer.of(id).isEcdsa());
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void signedAndVerifiedUnderTheKeyInEveryEncoding(String algorithm) {
    SigningKey key = newKey(algorithm);
    SignResponse signed = signing(sign(key).setMessage(MESSAGE).setContext(context(algorithm)));
    assertEquals(algorithm, signed.getAlgorithm());
    VerifyRequest.Builder named =
        verify(algorithm, signed.getSignature()).clearAlgorithm().setKey(key.getName());
    assertTrue(isValid(named));
    assertFalse(isValid(named.clone().setMessage(OTHER)));
    for (KeyFormat format : Signer.of(algorithm).scheme().formats()) {
      VerifyRequest.Builder given =
          verify(algorithm, signed.getSignature())
              .setPublicKey(publicKey(shown(key, format)))
              .setEncoding(encoding(format));
      assertTrue(isValid(given), format.name());
      assertFalse(isValid(given.clone().setMessage(OTHER)), format.name());
      assertFalse(isValid(given.clone().setSignature(ByteString.EMPTY)), format.name());
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void aDigestStandsForItsMessage(String algorithm) throws GeneralSecurityException {
    Signer signer = Signer.of(algorithm);
    SigningKey key = newKey(algorithm);
    SignRequest.Builder request = sign(key).setContext(context(algorithm));
    if (signer.digestSize() == 0) {
      Digest digest = digest(Hash.HASH_SHA512, new byte[64]);
      assertInvalid("digest", () -> signing(request.setDigest(digest)));
      return;
    }
    Hash hash = hash(signer.digestAlgorithm());
    byte[] value =
        MessageDigest.getInstance(signer.digestAlgorithm()).digest(MESSAGE.toByteArray());
    ByteString signature = signing(request.setDigest(digest(hash, value))).getSignature();
    assertTrue(isValid(verify(algorithm, signature).setKey(key.getName())));
    ByteString byMessage = signing(request.clone().setMessage(MESSAGE)).getSignature();
    assertTrue(
        isValid(verify(algorithm, byMessage).setKey(key.getName()).setDigest(digest(hash, value))));

    byte[] longer = Arrays.copyOf(value, value.length + 1);
    assertInvalid("digest.value", () -> signing(request.clone().setDigest(digest(hash, longer))));
    Hash other = hash == Hash.HASH_SHA384 ? Hash.HASH_SHA512 : Hash.HASH_SHA384;
    assertInvalid("digest", () -> signing(request.clone().setDigest(digest(other, value))));
    assertInvalid(
        "digest.hash",
        () -> signing(request.clone().setDigest(digest(Hash.HASH_UNSPECIFIED, value))));
  }

  private static Hash hash(String jca) {
    return jca.equals("SHAKE256-512")
        ? Hash.HASH_SHAKE256
        : Hash.valueOf("HASH_" + jca.replace("-", ""));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void contextsOfEverySize(String algorithm) {
    SigningKey key = newKey(algorithm);
    for (int size : new int[] {0, 1, 255, 256}) {
      SignRequest.Builder request =
          sign(key).setMessage(MESSAGE).setContext(ByteString.copyFrom(new byte[size]));
      if (Signer.of(algorithm).acceptsContext(size)) {
        assertFalse(signing(request).getSignature().isEmpty());
      } else {
        assertInvalid("context", () -> signing(request));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ecdsa")
  void ecdsaIsWrittenInTwoWays(String algorithm) {
    SigningKey key = newKey(algorithm);
    int size = Signer.of(algorithm).scheme().outputSize();
    SignRequest.Builder request = sign(key).setMessage(MESSAGE).setDeterministic(true);
    ByteString der = signing(request).getSignature();
    ByteString p1363 =
        signing(request.setSignatureEncoding(SignatureEncoding.SIGNATURE_ENCODING_P1363))
            .getSignature();
    assertEquals(0x30, der.byteAt(0));
    assertEquals(size, p1363.size());
    VerifyRequest.Builder asDer = verify(algorithm, der).setKey(key.getName());
    assertTrue(isValid(asDer));
    assertTrue(
        isValid(asDer.clone().setSignatureEncoding(SignatureEncoding.SIGNATURE_ENCODING_DER)));
    assertFalse(isValid(asDer.clone().setSignature(p1363)));
    VerifyRequest.Builder asP1363 =
        asDer.clone().setSignatureEncoding(SignatureEncoding.SIGNATURE_ENCODING_P1363);
    assertFalse(isValid(asP1363));
    assertTrue(isValid(asP1363.setSignature(p1363)));
  }

  @ParameterizedTest
  @MethodSource("ecdsa")
  void ecdsaRepeatsItselfOnlyWhenAsked(String algorithm) {
    SignRequest.Builder request = sign(newKey(algorithm)).setMessage(MESSAGE);
    assertNotEquals(signing(request).getSignature(), signing(request).getSignature());
    request.setDeterministic(true);
    assertEquals(signing(request).getSignature(), signing(request).getSignature());
  }

  /** Of 40 signatures about half have a high s: that none or all do is as good as impossible. */
  @ParameterizedTest
  @MethodSource("ecdsa")
  void lowSOnRequest(String algorithm) {
    SigningKey key = newKey(algorithm);
    Set<Boolean> low = new HashSet<>();
    for (int i = 0; i < 40; i++) {
      SignRequest.Builder request = sign(key).setMessage(MESSAGE);
      ByteString any = signing(request).getSignature();
      VerifyRequest.Builder verify = verify(algorithm, any).setKey(key.getName());
      assertTrue(isValid(verify));
      low.add(isValid(verify.setLowS(true)));
      ByteString wanted = signing(request.setLowS(true)).getSignature();
      assertTrue(isValid(verify.setSignature(wanted)));
    }
    assertEquals(Set.of(true, false), low);
  }

  @ParameterizedTest
  @MethodSource("eddsa")
  void choicesForEcdsaAreRefusedElsewhere(String algorithm) {
    SigningKey key = newKey(algorithm);
    SignRequest request = sign(key).setMessage(MESSAGE).setContext(context(algorithm)).build();
    VerifyRequest verify = verify(algorithm, ByteString.EMPTY).setKey(key.getName()).build();
    for (SignatureEncoding encoding :
        Set.of(
            SignatureEncoding.SIGNATURE_ENCODING_DER, SignatureEncoding.SIGNATURE_ENCODING_P1363)) {
      assertInvalid(
          "signature_encoding", () -> signing(request.toBuilder().setSignatureEncoding(encoding)));
      assertInvalid(
          "signature_encoding", () -> isValid(verify.toBuilder().setSignatureEncoding(encoding)));
    }
    assertInvalid("low_s", () -> signing(request.toBuilder().setLowS(true)));
    assertInvalid("low_s", () -> isValid(verify.toBuilder().setLowS(true)));
    assertInvalid("deterministic", () -> signing(request.toBuilder().setDeterministic(true)));
    assertInvalid(
        "signature_encoding", () -> signing(request.toBuilder().setSignatureEncodingValue(9)));
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void badPublicKeys(String algorithm) {
    Scheme scheme = Signer.of(algorithm).scheme();
    SigningKey key = newKey(algorithm);
    for (KeyFormat format : scheme.formats()) {
      byte[] good = publicKey(shown(key, format)).toByteArray();
      for (byte[] bad :
          new byte[][] {
            new byte[1],
            Arrays.copyOf(good, good.length - 1),
            Arrays.copyOf(good, good.length + 1),
            new byte[100_000]
          }) {
        assertBadKey(
            "public_key",
            () ->
                isValid(
                    verify(algorithm, ByteString.EMPTY)
                        .setPublicKey(ByteString.copyFrom(bad))
                        .setEncoding(encoding(format))));
      }
    }
    for (KeyFormat format : KeyFormat.values()) {
      if (!scheme.formats().contains(format)) {
        assertInvalid("encoding", () -> shown(key, format));
        assertInvalid("encoding", () -> newKey(algorithm, format));
        assertInvalid(
            "encoding",
            () ->
                isValid(
                    verify(algorithm, ByteString.EMPTY)
                        .setPublicKey(publicKey(key))
                        .setEncoding(encoding(format))));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("algorithms")
  void everyCallIsCounted(String algorithm) {
    String id = Signer.of(algorithm).scheme().id();
    SigningKey key = newKey(algorithm);
    ByteString signature =
        signing(sign(key).setMessage(MESSAGE).setContext(context(algorithm))).getSignature();
    assertTrue(isValid(verify(algorithm, signature).setKey(key.getName())));
    for (String operation : Set.of("create_key", "sign", "verify")) {
      String series = "{curve=\"%s\",operation=\"%s\",reason=\"OK\"}".formatted(id, operation);
      assertTrue(server.metric("kexd_requests_total" + series) >= 1, series);
    }
  }

  /** One that the algorithm takes. */
  private static ByteString context(String algorithm) {
    return Signer.of(algorithm).acceptsContext(0)
        ? ByteString.EMPTY
        : ByteString.copyFromUtf8("context");
  }

  private static SigningKey newKey(String algorithm) {
    return Requests.newKey(server, algorithm, Purpose.PURPOSE_SIGN_DATA);
  }

  private static SigningKey newKey(String algorithm, KeyFormat format) {
    return server
        .signing()
        .createSigningKey(
            CreateSigningKeyRequest.newBuilder()
                .setName("never-made")
                .setAlgorithm(algorithm)
                .setEncoding(encoding(format))
                .build())
        .getKey();
  }

  private static SigningKey shown(SigningKey key, KeyFormat format) {
    return server
        .signing()
        .getSigningKey(
            GetSigningKeyRequest.newBuilder()
                .setName(key.getName())
                .setEncoding(encoding(format))
                .build())
        .getKey();
  }

  private static SignResponse signing(SignRequest.Builder request) {
    return server.signing().sign(request.build());
  }

  private static VerifyRequest.Builder verify(String algorithm, ByteString signature) {
    return VerifyRequest.newBuilder()
        .setAlgorithm(algorithm)
        .setMessage(MESSAGE)
        .setContext(context(algorithm))
        .setSignature(signature);
  }

  private static boolean isValid(VerifyRequest.Builder request) {
    return server.signing().verify(request.build()).getValid();
  }

  private static Digest digest(Hash hash, byte[] value) {
    return Digest.newBuilder().setHash(hash).setValue(ByteString.copyFrom(value)).build();
  }
}
