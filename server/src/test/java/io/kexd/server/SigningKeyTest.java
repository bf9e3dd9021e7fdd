package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.newKey;
import static io.kexd.server.Requests.publicKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.Purpose;
import io.kexd.v1.SigningKey;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Named keys: who may hold them, what they may do. */
class SigningKeyTest {
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

  @Test
  void namesAreTakenOnce() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_KEY_EXISTS,
        () ->
            server
                .signing()
                .createSigningKey(
                    CreateSigningKeyRequest.newBuilder()
                        .setName(key.getName())
                        .setAlgorithm("ed25519ph")
                        .build()));
  }

  @Test
  void namesAreChecked() {
    for (String name : List.of("", "-a", ".a", "a b", "a/b", "é", "a\n", "a".repeat(129))) {
      assertInvalid(
          "name",
          () ->
              server
                  .signing()
                  .createSigningKey(
                      CreateSigningKeyRequest.newBuilder()
                          .setName(name)
                          .setAlgorithm("ed25519")
                          .build()));
    }
  }

  @Test
  void algorithmsAreChecked() {
    CreateSigningKeyRequest.Builder create = CreateSigningKeyRequest.newBuilder().setName("unborn");
    assertInvalid("algorithm", () -> server.signing().createSigningKey(create.build()));
    assertInvalid(
        "algorithm",
        () -> server.signing().createSigningKey(create.setAlgorithm("x25519").build()));
    assertEquals(
        "algorithm: that is a family; its algorithms are ecdsa-p256-sha256, ecdsa-p256-sha384,"
            + " ecdsa-p256-sha512",
        Failure.of(
                () -> server.signing().createSigningKey(create.setAlgorithm("ecdsa-p256").build()))
            .message());
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        ErrorReason.ERROR_REASON_UNKNOWN_CURVE,
        List.of("algorithm"),
        () -> server.signing().createSigningKey(create.setAlgorithm("Ed25519").build()));
    assertInvalid(
        "purpose",
        () ->
            server
                .signing()
                .createSigningKey(create.setAlgorithm("ed25519").setPurposeValue(3).build()));
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () ->
            server
                .signing()
                .getSigningKey(GetSigningKeyRequest.newBuilder().setName("unborn").build()));
  }

  @Test
  void aDisabledAlgorithmSignsNothing() throws StartException {
    try (TestServer other = TestServer.start("curves", "x25519")) {
      assertFails(
          Status.Code.FAILED_PRECONDITION,
          ErrorReason.ERROR_REASON_CURVE_DISABLED,
          () ->
              other
                  .signing()
                  .createSigningKey(
                      CreateSigningKeyRequest.newBuilder()
                          .setName("key")
                          .setAlgorithm("ed25519")
                          .build()));
    }
  }

  @Test
  void aKeyForExchangesDoesNotSignData() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_EXCHANGE);
    assertEquals(Purpose.PURPOSE_SIGN_EXCHANGE, key.getPurpose());
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        ErrorReason.ERROR_REASON_KEY_PURPOSE,
        () -> server.signing().sign(sign(key).setMessage(MESSAGE).build()));
  }

  @Test
  void getGivesThePublicPart() {
    SigningKey made = newKey(server, "ed25519ctx", Purpose.PURPOSE_SIGN_DATA);
    GetSigningKeyRequest get = GetSigningKeyRequest.newBuilder().setName(made.getName()).build();
    assertEquals(made, server.signing().getSigningKey(get).getKey());
    assertEquals(1, made.getPrimaryVersion());
    ByteString spki =
        server
            .signing()
            .getSigningKey(get.toBuilder().setEncoding(KeyEncoding.KEY_ENCODING_SPKI).build())
            .getKey()
            .getVersions(0)
            .getPublicKey();
    assertEquals(
        ByteString.copyFrom(Peer.hex("302a300506032b6570032100")).concat(publicKey(made)), spki);
  }

  @Test
  void versionsThatDoNotExist() {
    SigningKey key = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    assertEquals(
        1, server.signing().sign(sign(key).setVersion(1).setMessage(MESSAGE).build()).getVersion());
    for (int version : new int[] {2, -1}) {
      assertFails(
          Status.Code.NOT_FOUND,
          ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
          () -> server.signing().sign(sign(key).setVersion(version).setMessage(MESSAGE).build()));
    }
  }

  @Test
  void aCallerHoldsOnlySoManyKeys() throws StartException {
    try (TestServer own = TestServer.start("signingKeys.maxPerCaller", "1")) {
      CreateSigningKeyRequest.Builder create =
          CreateSigningKeyRequest.newBuilder().setAlgorithm("ed25519");
      assertEquals(
          "a", own.signing().createSigningKey(create.setName("a").build()).getKey().getName());
      assertEquals(
          Status.Code.RESOURCE_EXHAUSTED,
          Failure.of(() -> own.signing().createSigningKey(create.setName("b").build())).code());
      assertEquals(1, own.metric("kexd_signing_keys{state=\"enabled\"}"));
    }
  }
}
