package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.kexd.server.keys.Keysets;
import io.kexd.server.store.Postgres;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.DestroySigningKeyRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.Purpose;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.SignResponse;
import io.kexd.v1.SigningKey;
import io.kexd.v1.VerifyRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Two servers on one PostgreSQL. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ReplicasTest {
  private static final ByteString MESSAGE = ByteString.copyFromUtf8("a message");

  /** The setting is a second; the rest is for a slow machine. */
  private static final Duration SOON = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  private static Postgres postgres;
  private static TestServer one;
  private static TestServer two;

  @BeforeAll
  static void start() throws Exception {
    postgres = Postgres.start();
    String url = postgres.newDatabase();
    Path keyset = folder.resolve("keyset.json");
    Keysets.create(keyset);
    one = server(url, keyset);
    two = server(url, keyset);
  }

  private static TestServer server(String url, Path keyset) throws StartException {
    return TestServer.start(
        "signingKeys.store",
        url,
        "signingKeys.keyset",
        keyset.toString(),
        "signingKeys.maxAge",
        "3s");
  }

  @AfterAll
  static void stop() throws Exception {
    one.close();
    two.close();
    postgres.close();
  }

  @Test
  @Order(1)
  void theySeeEachOthersChanges() {
    SigningKey made = Requests.newKey(one, "ecdsa-p256-sha256", Purpose.PURPOSE_SIGN_DATA);
    await(() -> knows(two, made));
    SignResponse signed = two.signing().sign(sign(made).setMessage(MESSAGE).build());
    assertTrue(verifies(one, signed));

    SigningKey rotated =
        two.signing()
            .rotateSigningKey(RotateSigningKeyRequest.newBuilder().setName(made.getName()).build())
            .getKey();
    assertEquals(2, rotated.getPrimaryVersion());
    await(() -> one.signing().sign(sign(made).setMessage(MESSAGE).build()).getVersion() == 2);
    assertTrue(verifies(two, one.signing().sign(sign(made).setMessage(MESSAGE).build())));
    assertTrue(verifies(one, signed), "the first version still verifies");

    assertEquals(
        rotated.getVersionsCount(),
        one.signing()
            .destroySigningKey(
                DestroySigningKeyRequest.newBuilder().setName(made.getName()).build())
            .getKey()
            .getVersionsCount());
    await(
        () -> {
          try {
            return two.signing().sign(sign(made).setMessage(MESSAGE).build()).getVersion() == 0;
          } catch (StatusRuntimeException e) {
            return e.getStatus().getCode() == Status.Code.FAILED_PRECONDITION;
          }
        });
  }

  @Test
  @Order(2)
  void aNameIsTakenOnBoth() {
    SigningKey made = Requests.newKey(one, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    assertFails(
        Status.Code.ALREADY_EXISTS,
        ErrorReason.ERROR_REASON_KEY_EXISTS,
        () ->
            two.signing()
                .createSigningKey(
                    CreateSigningKeyRequest.newBuilder()
                        .setName(made.getName())
                        .setAlgorithm("ed25519")
                        .build()));
  }

  @Test
  @Order(3)
  void anotherKeysetIsRefused() throws Exception {
    Path other = folder.resolve("other.json");
    Keysets.create(other);
    String url = postgres.newDatabase();
    try (TestServer first = server(url, folder.resolve("keyset.json"))) {
      assertEquals(0, first.metric("kexd_signing_keys{state=\"enabled\"}"));
      StartException e = assertThrows(StartException.class, () -> server(url, other).close());
      assertEquals(
          "signingKeys.keyset: " + other + " is not the keyset that sealed the signing keys",
          e.getMessage());
    }
  }

  /** Last, since nothing works after it. */
  @Test
  @Order(4)
  void withoutTheDatabaseKeysSignForAWhileAndNothingIsChanged() throws Exception {
    SigningKey made = Requests.newKey(one, "ed25519", Purpose.PURPOSE_SIGN_DATA);
    postgres.close();
    assertEquals(1, one.signing().sign(sign(made).setMessage(MESSAGE).build()).getVersion());
    assertFails(
        Status.Code.UNAVAILABLE,
        ErrorReason.ERROR_REASON_STORE_UNAVAILABLE,
        () ->
            one.signing()
                .rotateSigningKey(
                    RotateSigningKeyRequest.newBuilder().setName(made.getName()).build()));
    await(() -> one.metric("kexd_signing_keys_age_seconds") > 3);
    assertFails(
        Status.Code.UNAVAILABLE,
        ErrorReason.ERROR_REASON_STORE_UNAVAILABLE,
        () -> one.signing().sign(sign(made).setMessage(MESSAGE).build()));
  }

  private static boolean knows(TestServer server, SigningKey key) {
    try {
      return server
          .signing()
          .getSigningKey(GetSigningKeyRequest.newBuilder().setName(key.getName()).build())
          .getKey()
          .equals(key);
    } catch (StatusRuntimeException e) {
      return false;
    }
  }

  private static boolean verifies(TestServer server, SignResponse signed) {
    return server
        .signing()
        .verify(
            VerifyRequest.newBuilder()
                .setKey(signed.getKey())
                .setVersion(signed.getVersion())
                .setMessage(MESSAGE)
                .setSignature(signed.getSignature())
                .build())
        .getValid();
  }

  private static void await(BooleanSupplier condition) {
    long end = System.nanoTime() + SOON.toNanos();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "it does not happen");
      LockSupport.parkNanos(20_000_000);
    }
  }
}
