package io.kexd.server;

import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.newKey;
import static io.kexd.server.Requests.sign;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchSignResponse;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.BatchVerifyResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.Purpose;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningKey;
import io.kexd.v1.VerifyRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Many signatures in a call: an outcome for each, in their order. */
class SigningBatchTest {
  private static final int ITEMS = 20;

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
  void everyItemHasItsOwnOutcome() {
    List<SigningKey> keys =
        List.of(
            newKey(server, "ed25519", Purpose.PURPOSE_SIGN_DATA),
            newKey(server, "ecdsa-p256-sha256", Purpose.PURPOSE_SIGN_DATA),
            newKey(server, "ed25519", Purpose.PURPOSE_SIGN_EXCHANGE));
    BatchSignRequest.Builder request = BatchSignRequest.newBuilder();
    for (int i = 0; i < ITEMS; i++) {
      request.addItems(item(i, sign(keys.get(i % 3)).setMessage(message(i)).build()));
    }
    request.addItems(item(ITEMS, SignRequest.newBuilder().setKey("nobody").build()));
    BatchSignResponse signed = server.signing().batchSign(request.build());
    assertEquals(ITEMS + 1, signed.getItemsCount());
    List<Integer> answered = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      assertEquals("ref" + i, signed.getItems(i).getRef());
      if (i % 3 == 2) {
        assertEquals(
            ErrorReason.ERROR_REASON_KEY_PURPOSE, signed.getItems(i).getError().getReason());
      } else {
        assertEquals(keys.get(i % 3).getName(), signed.getItems(i).getResponse().getKey());
        answered.add(i);
      }
    }
    assertEquals(
        ErrorReason.ERROR_REASON_INVALID_REQUEST,
        signed.getItems(ITEMS).getError().getReason(),
        "no input");
    BatchVerifyRequest.Builder verify = BatchVerifyRequest.newBuilder();
    for (int i : answered) {
      verify.addItems(verification(signed, i, i));
      verify.addItems(verification(signed, i, i + 1));
    }
    BatchVerifyResponse verified = server.signing().batchVerify(verify.build());
    for (int i = 0; i < verified.getItemsCount(); i += 2) {
      assertEquals("ref" + answered.get(i / 2), verified.getItems(i).getRef());
      assertTrue(verified.getItems(i).getResponse().getValid());
      assertFalse(verified.getItems(i + 1).getResponse().getValid(), "another message");
    }
  }

  @Test
  void tooManyAreRefusedTogether() {
    SignRequest one = SignRequest.getDefaultInstance();
    BatchSignRequest.Builder request = BatchSignRequest.newBuilder();
    assertInvalid("items", () -> server.signing().batchSign(request.build()));
    for (int i = 0; i <= 256; i++) {
      request.addItems(item(i, one));
    }
    assertInvalid("items", () -> server.signing().batchSign(request.build()));
  }

  private static BatchSignRequest.Item item(int i, SignRequest request) {
    return BatchSignRequest.Item.newBuilder().setRef("ref" + i).setRequest(request).build();
  }

  private static BatchVerifyRequest.Item verification(BatchSignResponse signed, int i, int text) {
    return BatchVerifyRequest.Item.newBuilder()
        .setRef("ref" + i)
        .setRequest(
            VerifyRequest.newBuilder()
                .setKey(signed.getItems(i).getResponse().getKey())
                .setMessage(message(text))
                .setSignature(signed.getItems(i).getResponse().getSignature()))
        .build();
  }

  private static ByteString message(int i) {
    return ByteString.copyFromUtf8("message " + i);
  }
}
