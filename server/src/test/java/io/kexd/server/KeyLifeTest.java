package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.newKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.DestroySigningKeyRequest;
import io.kexd.v1.DisableSigningKeyRequest;
import io.kexd.v1.EnableSigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.ImportSigningKeyRequest;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.KeyState;
import io.kexd.v1.ListSigningKeysRequest;
import io.kexd.v1.ListSigningKeysResponse;
import io.kexd.v1.Purpose;
import io.kexd.v1.RestoreSigningKeyRequest;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningKey;
import io.kexd.v1.UpdateSigningKeyRequest;
import io.kexd.v1.VerifyRequest;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What becomes of signing keys: versions, states, destruction, import, lists. */
class KeyLifeTest {
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
  void aRotatedKeySignsWithItsNewestVersion() {
    SigningKey made = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SignResponse first = server.signing().sign(sign(made).setMessage(MESSAGE).build());
    SigningKey rotated = rotate(made.getName());
    assertEquals(2, rotated.getPrimaryVersion());
    assertEquals(2, rotated.getVersionsCount());
    assertEquals(made.getVersions(0), rotated.getVersions(0));
    assertNotEquals(rotated.getVersions(0).getPublicKey(), rotated.getVersions(1).getPublicKey());
    SignResponse second = server.signing().sign(sign(made).setMessage(MESSAGE).build());
    assertEquals(2, second.getVersion());
    assertEquals(
        1,
        server.signing().sign(sign(made).setVersion(1).setMessage(MESSAGE).build()).getVersion());
    assertTrue(verify(first, 1));
    assertTrue(verify(second, 0), "0 is the primary one");
    assertFalse(verify(first, 2));
  }

  @Test
  void aRepeatedRotationMakesOneVersion() {
    SigningKey made = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    RotateSigningKeyRequest request =
        RotateSigningKeyRequest.newBuilder().setName(made.getName()).setRequestId("again").build();
    SigningKey once = server.signing().rotateSigningKey(request).getKey();
    assertEquals(once, server.signing().rotateSigningKey(request).getKey());
    assertEquals(2, get(made.getName()).getVersionsCount());
  }

  @Test
  void versionsBelowTheMinimalOneDoNothing() {
    SigningKey made = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SignResponse first = server.signing().sign(sign(made).setMessage(MESSAGE).build());
    assertEquals(2, rotate(made.getName()).getPrimaryVersion());
    assertInvalid("minimal_version", () -> minimal(made, 3));
    assertInvalid("minimal_version", () -> minimal(made, 0));
    assertEquals(2, minimal(made, 2).getMinimalVersion());
    assertDisabled(() -> verify(first, 1));
    assertDisabled(
        () -> server.signing().sign(sign(made).setVersion(1).setMessage(MESSAGE).build()));
    assertEquals(1, minimal(made, 1).getMinimalVersion());
    assertTrue(verify(first, 1));
  }

  @Test
  void aDisabledKeyDoesNothingUntilItIsEnabled() {
    SigningKey made = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SignResponse signed = server.signing().sign(sign(made).setMessage(MESSAGE).build());
    for (int version : new int[] {0, 1}) {
      SigningKey disabled = disable(made.getName(), version);
      assertEquals(disabled, disable(made.getName(), version), "idempotent");
      KeyState state = version == 0 ? disabled.getState() : disabled.getVersions(0).getState();
      assertEquals(KeyState.KEY_STATE_DISABLED, state);
      assertDisabled(() -> server.signing().sign(sign(made).setMessage(MESSAGE).build()));
      assertDisabled(() -> verify(signed, 1));
      assertEquals(made, enable(made.getName(), version));
      assertTrue(verify(signed, 1));
    }
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> disable(made.getName(), 2));
    assertFails(
        Status.Code.NOT_FOUND, ErrorReason.ERROR_REASON_KEY_NOT_FOUND, () -> disable("nobody", 0));
  }

  @Test
  void aDestructionCanBeTakenBack() {
    SigningKey made = newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    SigningKey doomed = destroy(made.getName(), 0);
    assertEquals(KeyState.KEY_STATE_DESTROY_SCHEDULED, doomed.getState());
    long delay = doomed.getDestroyAt().getSeconds() - System.currentTimeMillis() / 1000;
    assertEquals(0, Math.abs(delay - 24 * 3600L) / 60, "a day, as the settings say");
    assertEquals(doomed, destroy(made.getName(), 0), "a repeat postpones nothing");
    assertDisabled(() -> server.signing().sign(sign(made).setMessage(MESSAGE).build()));
    assertDisabled(() -> enable(made.getName(), 0));
    assertDisabled(() -> rotate(made.getName()));
    assertEquals(KeyState.KEY_STATE_DISABLED, restore(made.getName(), 0).getState());
    assertEquals(made, enable(made.getName(), 0));
    assertEquals(made, restore(made.getName(), 0), "nothing to restore");
  }

  @Test
  void aVersionIsDestroyedAndThePrimaryOneIsNot() throws StartException {
    try (TestServer own = TestServer.start("signingKeys.destroyAfter", "1ms")) {
      SigningKey made = newKey(own, "ed25519", Purpose.PURPOSE_SIGN_DATA);
      DestroySigningKeyRequest.Builder destroy =
          DestroySigningKeyRequest.newBuilder().setName(made.getName());
      assertInvalid(
          "version", () -> own.signing().destroySigningKey(destroy.setVersion(1).build()));
      assertEquals(
          2,
          own.signing()
              .rotateSigningKey(
                  RotateSigningKeyRequest.newBuilder().setName(made.getName()).build())
              .getKey()
              .getVersionsCount());
      assertEquals(2, own.signing().destroySigningKey(destroy.build()).getKey().getVersionsCount());
      GetSigningKeyRequest get = GetSigningKeyRequest.newBuilder().setName(made.getName()).build();
      while (own.signing().getSigningKey(get).getKey().getVersionsCount() == 2) {
        Thread.onSpinWait();
      }
      SigningKey left = own.signing().getSigningKey(get).getKey();
      assertEquals(2, left.getVersions(0).getVersion());
      assertFails(
          Status.Code.NOT_FOUND,
          ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
          () -> own.signing().sign(sign(made).setVersion(1).setMessage(MESSAGE).build()));
      assertEquals(2, own.signing().sign(sign(made).setMessage(MESSAGE).build()).getVersion());
      assertEquals(
          1,
          own.signing()
              .destroySigningKey(destroy.setVersion(0).build())
              .getKey()
              .getVersionsCount());
      while (own.metric("kexd_signing_keys{state=\"destroy_scheduled\"}") > 0) {
        Thread.onSpinWait();
      }
      assertFails(
          Status.Code.NOT_FOUND,
          ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
          () -> own.signing().getSigningKey(get));
      assertFails(
          Status.Code.ALREADY_EXISTS,
          ErrorReason.ERROR_REASON_KEY_EXISTS,
          () ->
              own.signing()
                  .createSigningKey(
                      CreateSigningKeyRequest.newBuilder()
                          .setName(made.getName())
                          .setAlgorithm("ed25519")
                          .build()));
    }
  }

  @Test
  void listsAreInPages() throws StartException {
    try (TestServer own = TestServer.start()) {
      List<SigningKey> made = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        made.add(newKey(own, "ed25519", Purpose.PURPOSE_SIGN_DATA));
      }
      made.sort(Comparator.comparing(SigningKey::getName));
      List<SigningKey> listed = new ArrayList<>();
      String token = "";
      do {
        ListSigningKeysResponse page =
            own.signing()
                .listSigningKeys(
                    ListSigningKeysRequest.newBuilder().setPageSize(2).setPageToken(token).build());
        assertTrue(page.getKeysCount() <= 2);
        listed.addAll(page.getKeysList());
        token = page.getNextPageToken();
      } while (!token.isEmpty());
      assertEquals(made, listed);
      assertEquals(
          made,
          own.signing().listSigningKeys(ListSigningKeysRequest.getDefaultInstance()).getKeysList());
      assertInvalid(
          "page_size",
          () ->
              own.signing()
                  .listSigningKeys(ListSigningKeysRequest.newBuilder().setPageSize(101).build()));
      assertInvalid(
          "page_token",
          () ->
              own.signing()
                  .listSigningKeys(ListSigningKeysRequest.newBuilder().setPageToken("/").build()));
    }
  }

  @Test
  void aKeyOfTheCallersIsImported() throws Exception {
    KeyPair ed25519 = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    KeyPairGenerator p256 = KeyPairGenerator.getInstance("EC");
    p256.initialize(new ECGenParameterSpec("secp256r1"));
    KeyPair ec = p256.generateKeyPair();
    assertImported("imported-ed25519", "ed25519", ed25519);
    assertImported("imported-p256", "ecdsa-p256-sha256", ec);
    byte[] wrong = ed25519.getPrivate().getEncoded();
    wrong[5] ^= 1;
    assertInvalid("pkcs8", () -> importKey("wrong", "ed25519", wrong));
    assertInvalid("pkcs8", () -> importKey("wrong", "ed25519", ec.getPrivate().getEncoded()));
    assertInvalid("pkcs8", () -> importKey("wrong", "ed25519", new byte[0]));
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_KEY_EXISTS,
        () -> importKey("imported-p256", "ed25519", ed25519.getPrivate().getEncoded()));
  }

  /** The JDK says what the public key is, and judges the signature. */
  private static void assertImported(String name, String algorithm, KeyPair pair) throws Exception {
    SigningKey key = importKey(name, algorithm, pair.getPrivate().getEncoded());
    assertEquals(
        ByteString.copyFrom(pair.getPublic().getEncoded()), key.getVersions(0).getPublicKey());
    SignResponse signed = server.signing().sign(sign(key).setMessage(MESSAGE).build());
    Signature verifier =
        Signature.getInstance(algorithm.equals("ed25519") ? "Ed25519" : "SHA256withECDSA");
    verifier.initVerify(pair.getPublic());
    verifier.update(MESSAGE.toByteArray());
    assertTrue(verifier.verify(signed.getSignature().toByteArray()));
  }

  private static SigningKey importKey(String name, String algorithm, byte[] pkcs8) {
    return server
        .signing()
        .importSigningKey(
            ImportSigningKeyRequest.newBuilder()
                .setName(name)
                .setAlgorithm(algorithm)
                .setPkcs8(ByteString.copyFrom(pkcs8))
                .setEncoding(KeyEncoding.KEY_ENCODING_SPKI)
                .build())
        .getKey();
  }

  private static boolean verify(SignResponse signed, int version) {
    return server
        .signing()
        .verify(
            VerifyRequest.newBuilder()
                .setKey(signed.getKey())
                .setVersion(version)
                .setMessage(MESSAGE)
                .setSignature(signed.getSignature())
                .build())
        .getValid();
  }

  private static void assertDisabled(Executable call) {
    assertFails(Status.Code.FAILED_PRECONDITION, ErrorReason.ERROR_REASON_KEY_DISABLED, call);
  }

  private static SigningKey get(String name) {
    return server
        .signing()
        .getSigningKey(GetSigningKeyRequest.newBuilder().setName(name).build())
        .getKey();
  }

  private static SigningKey rotate(String name) {
    return server
        .signing()
        .rotateSigningKey(RotateSigningKeyRequest.newBuilder().setName(name).build())
        .getKey();
  }

  private static SigningKey minimal(SigningKey key, int version) {
    return server
        .signing()
        .updateSigningKey(
            UpdateSigningKeyRequest.newBuilder()
                .setName(key.getName())
                .setMinimalVersion(version)
                .build())
        .getKey();
  }

  private static SigningKey disable(String name, int version) {
    return server
        .signing()
        .disableSigningKey(
            DisableSigningKeyRequest.newBuilder().setName(name).setVersion(version).build())
        .getKey();
  }

  private static SigningKey enable(String name, int version) {
    return server
        .signing()
        .enableSigningKey(
            EnableSigningKeyRequest.newBuilder().setName(name).setVersion(version).build())
        .getKey();
  }

  private static SigningKey destroy(String name, int version) {
    return server
        .signing()
        .destroySigningKey(
            DestroySigningKeyRequest.newBuilder().setName(name).setVersion(version).build())
        .getKey();
  }

  private static SigningKey restore(String name, int version) {
    return server
        .signing()
        .restoreSigningKey(
            RestoreSigningKeyRequest.newBuilder().setName(name).setVersion(version).build())
        .getKey();
  }
}
