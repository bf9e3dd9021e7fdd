package io.kexd.server;

import static io.kexd.server.Failure.assertBadKey;
import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.newKey;
import static io.kexd.server.Requests.publicKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.v1.Digest;
import io.kexd.v1.Hash;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Purpose;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningKey;
import io.kexd.v1.VerifyRequest;
import io.kexd.v1.VerifyResponse;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.spec.EdDSAParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Signatures over a socket; the JDK's Ed25519 judges what was signed. */
class SigningTest {
  private static final ByteString MESSAGE = ByteString.copyFromUtf8("a message");
  private static final ByteString CONTEXT = ByteString.copyFromUtf8("a context");

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
  void theJdkVerifiesWhatIsSigned() throws Exception {
    for (String algorithm : List.of("ed25519", "ed25519ctx", "ed25519ph")) {
      SigningKey key = newKey(server, algorithm, Purpose.PURPOSE_UNSPECIFIED);
      ByteString context = algorithm.equals("ed25519") ? ByteString.EMPTY : CONTEXT;
      SignResponse signed =
          server.signing().sign(sign(key).setMessage(MESSAGE).setContext(context).build());
      assertEquals(key.getName(), signed.getKey());
      assertEquals(1, signed.getVersion());
      assertEquals(algorithm, signed.getAlgorithm());
      assertTrue(jdkVerifies(key, context, signed.getSignature()));
      VerifyRequest.Builder verify =
          VerifyRequest.newBuilder()
              .setKey(key.getName())
              .setMessage(MESSAGE)
              .setContext(context)
              .setSignature(signed.getSignature());
      VerifyResponse verified = server.signing().verify(verify.build());
      assertTrue(verified.getValid());
      assertEquals(key.getName(), verified.getKey());
      assertEquals(1, verified.getVersion());
      assertEquals(algorithm, verified.getAlgorithm());
      assertFalse(server.signing().verify(verify.setMessage(CONTEXT).build()).getValid());
    }
  }

  @Test
  void anyBytesAsSignatureAreAtWorstWrong() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    for (int size : new int[] {0, 1, 63, 64, 65, 100_000}) {
      VerifyResponse verified =
          server
              .signing()
              .verify(
                  VerifyRequest.newBuilder()
                      .setKey(key.getName())
                      .setMessage(MESSAGE)
                      .setSignature(ByteString.copyFrom(new byte[size]))
                      .build());
      assertFalse(verified.getValid());
    }
  }

  @Test
  void aDigestSignsLikeItsMessage() throws Exception {
    SigningKey key = newKey(server, "ed25519ph", Purpose.PURPOSE_SIGN_DATA);
    ByteString hashed =
        ByteString.copyFrom(MessageDigest.getInstance("SHA-512").digest(MESSAGE.toByteArray()));
    Digest digest = Digest.newBuilder().setHash(Hash.HASH_SHA512).setValue(hashed).build();
    ByteString bySelf = server.signing().sign(sign(key).setMessage(MESSAGE).build()).getSignature();
    ByteString byDigest = server.signing().sign(sign(key).setDigest(digest).build()).getSignature();
    assertEquals(bySelf, byDigest);
    assertTrue(
        server
            .signing()
            .verify(
                VerifyRequest.newBuilder()
                    .setPublicKey(publicKey(key))
                    .setAlgorithm("ed25519ph")
                    .setDigest(digest)
                    .setSignature(bySelf)
                    .build())
            .getValid());
  }

  @Test
  void digestsThatDoNotFit() {
    SigningKey pure = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SigningKey ph = newKey(server, "ed25519ph", Purpose.PURPOSE_SIGN_DATA);
    Digest good = digest(Hash.HASH_SHA512, 64);
    assertInvalid("digest", () -> server.signing().sign(sign(pure).setDigest(good).build()));
    assertInvalid(
        "digest",
        () -> server.signing().sign(sign(ph).setDigest(digest(Hash.HASH_SHA256, 32)).build()));
    for (int size : new int[] {0, 63, 65}) {
      assertInvalid(
          "digest.value",
          () -> server.signing().sign(sign(ph).setDigest(digest(Hash.HASH_SHA512, size)).build()));
    }
    assertInvalid(
        "digest.hash",
        () -> server.signing().sign(sign(ph).setDigest(digest(Hash.HASH_UNSPECIFIED, 64)).build()));
    assertInvalid(
        "digest.value",
        () ->
            server
                .signing()
                .verify(
                    VerifyRequest.newBuilder()
                        .setKey(ph.getName())
                        .setDigest(digest(Hash.HASH_SHA512, 32))
                        .build()));
  }

  @Test
  void contextsFollowTheAlgorithm() {
    SigningKey pure = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SigningKey ctx = newKey(server, "ed25519ctx", Purpose.PURPOSE_SIGN_DATA);
    SigningKey ph = newKey(server, "ed25519ph", Purpose.PURPOSE_SIGN_DATA);
    ByteString longest = ByteString.copyFrom(new byte[255]);
    ByteString tooLong = ByteString.copyFrom(new byte[256]);
    assertInvalid(
        "context",
        () -> server.signing().sign(sign(pure).setMessage(MESSAGE).setContext(CONTEXT).build()));
    assertInvalid("context", () -> server.signing().sign(sign(ctx).setMessage(MESSAGE).build()));
    for (SigningKey key : List.of(ctx, ph)) {
      assertInvalid(
          "context",
          () -> server.signing().sign(sign(key).setMessage(MESSAGE).setContext(tooLong).build()));
      assertEquals(
          64,
          server
              .signing()
              .sign(sign(key).setMessage(MESSAGE).setContext(longest).build())
              .getSignature()
              .size());
    }
  }

  @Test
  void aMessageMayHaveAMebibyteAndNoMore() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    ByteString fits = ByteString.copyFrom(new byte[1 << 20]);
    ByteString big = ByteString.copyFrom(new byte[(1 << 20) + 1]);
    ByteString signature = server.signing().sign(sign(key).setMessage(fits).build()).getSignature();
    assertTrue(
        server
            .signing()
            .verify(
                VerifyRequest.newBuilder()
                    .setKey(key.getName())
                    .setMessage(fits)
                    .setSignature(signature)
                    .build())
            .getValid());
    assertInvalid("message", () -> server.signing().sign(sign(key).setMessage(big).build()));
    assertInvalid(
        "message",
        () ->
            server
                .signing()
                .verify(VerifyRequest.newBuilder().setKey(key.getName()).setMessage(big).build()));
  }

  @Test
  void unsetAndContradictoryFields() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    VerifyRequest.Builder named =
        VerifyRequest.newBuilder().setKey(key.getName()).setMessage(MESSAGE);
    VerifyRequest.Builder given =
        VerifyRequest.newBuilder()
            .setPublicKey(publicKey(key))
            .setAlgorithm("ed25519")
            .setMessage(MESSAGE);
    assertInvalid("input", () -> server.signing().sign(sign(key).build()));
    assertInvalid(
        "key", () -> server.signing().sign(SignRequest.newBuilder().setMessage(MESSAGE).build()));
    assertInvalid("signer", () -> verify(named.clone().clearSigner()));
    assertInvalid("input", () -> verify(named.clone().clearInput()));
    assertInvalid("key", () -> verify(named.clone().setKey("")));
    assertInvalid("algorithm", () -> verify(named.clone().setAlgorithm("ed25519ph")));
    assertInvalid(
        "encoding", () -> verify(named.clone().setEncoding(KeyEncoding.KEY_ENCODING_SPKI)));
    assertInvalid("encoding", () -> verify(given.clone().setEncodingValue(9)));
    assertInvalid("version", () -> verify(given.clone().setVersion(1)));
    assertInvalid("algorithm", () -> verify(given.clone().clearAlgorithm()));
    assertInvalid("public_key", () -> verify(given.clone().setPublicKey(ByteString.EMPTY)));
    assertFalse(verify(named.clone().setAlgorithm("ed25519")).getValid());
    assertFalse(verify(given).getValid());
  }

  @Test
  void malformedPublicKeys() {
    byte[] offCurve = new byte[32];
    offCurve[0] = 2;
    for (byte[] bad : List.of(new byte[31], new byte[33], offCurve)) {
      assertBadKey(
          "public_key",
          () ->
              verify(
                  VerifyRequest.newBuilder()
                      .setPublicKey(ByteString.copyFrom(bad))
                      .setAlgorithm("ed25519")
                      .setMessage(MESSAGE)));
    }
  }

  private static VerifyResponse verify(VerifyRequest.Builder request) {
    return server.signing().verify(request.build());
  }

  private static Digest digest(Hash hash, int size) {
    return Digest.newBuilder().setHash(hash).setValue(ByteString.copyFrom(new byte[size])).build();
  }

  private static boolean jdkVerifies(SigningKey key, ByteString context, ByteString signature)
      throws GeneralSecurityException {
    Signature jdk = Signature.getInstance("Ed25519");
    switch (key.getAlgorithm()) {
      case "ed25519ctx" -> jdk.setParameter(new EdDSAParameterSpec(false, context.toByteArray()));
      case "ed25519ph" -> jdk.setParameter(new EdDSAParameterSpec(true, context.toByteArray()));
      default -> assertTrue(context.isEmpty());
    }
    byte[] spki =
        ByteString.copyFrom(Peer.hex("302a300506032b6570032100"))
            .concat(publicKey(key))
            .toByteArray();
    jdk.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(spki)));
    jdk.update(MESSAGE.toByteArray());
    return jdk.verify(signature.toByteArray());
  }
}
