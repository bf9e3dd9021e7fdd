package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.StatusRuntimeException;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Signer;
import io.kexd.server.keys.SigningKeys;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchSignResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningServiceGrpc;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Signatures of kernels with four lanes, in a process of its own. One key signs wrongly: the store
 * holds it with the public key of another, which is what the check verifies under.
 */
@Timeout(120)
class SignatureCheckTest {
  private static final Signer ECDSA = Signer.of("ecdsa-p256-sha256");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String MESSAGE = "what nobody may read";
  private static final Pattern MANAGEMENT = Pattern.compile("management on port (\\d+)");

  @TempDir private Path folder;

  @Test
  void whenAllAreVerifiedAWrongOneNeverLeaves() throws Exception {
    try (Daemon daemon = start("all")) {
      SigningServiceGrpc.SigningServiceBlockingStub signing =
          SigningServiceGrpc.newBlockingStub(daemon.channel());
      for (int i = 0; i < 3; i++) {
        assertFalse(signing.sign(request("right")).getSignature().isEmpty());
      }
      Failure failure =
          Failure.of(
              assertThrows(StatusRuntimeException.class, () -> signing.sign(request("wrong-key"))));
      assertEquals(ErrorReason.ERROR_REASON_INTERNAL, failure.reason());
      BatchSignResponse batch =
          signing.batchSign(
              BatchSignRequest.newBuilder()
                  .addItems(BatchSignRequest.Item.newBuilder().setRequest(request("right")))
                  .addItems(BatchSignRequest.Item.newBuilder().setRequest(request("wrong-key")))
                  .build());
      assertFalse(batch.getItems(0).getResponse().getSignature().isEmpty());
      assertEquals(ErrorReason.ERROR_REASON_INTERNAL, batch.getItems(1).getError().getReason());
      assertEquals(6, metric(daemon, "kexd_signatures_checked_total"));
      assertEquals(2, metric(daemon, "kexd_signature_faults_total"));
      assertTrue(daemon.log().contains("fault in SIGN: "), daemon::log);
      assertTrue(daemon.log().contains("io.kexd.crypto."), daemon::log);
      assertFalse(daemon.log().contains(MESSAGE), daemon::log);
      assertFalse(daemon.log().contains("wrong-key"), daemon::log);
    }
  }

  @Test
  void aSampleIsRareByDefault() throws Exception {
    try (Daemon daemon = start("sampled")) {
      SigningServiceGrpc.SigningServiceBlockingStub signing =
          SigningServiceGrpc.newBlockingStub(daemon.channel());
      assertFalse(signing.sign(request("wrong-key")).getSignature().isEmpty());
      assertEquals(0, metric(daemon, "kexd_signatures_checked_total"));
    }
  }

  private Daemon start(String verify) throws Exception {
    Path data = folder.resolve("data");
    try (SigningKeys keys = KeyWriter.storage(data).open();
        KeyPair right = ECDSA.generate(RANDOM);
        KeyPair other = ECDSA.generate(RANDOM);
        KeyPair wrong = KeyPair.restore("ecdsa-p256", right.privateKey(), other.publicKey())) {
      assertEquals(65, KeyWriter.add(keys, "right", "ecdsa-p256-sha256", right).length);
      assertEquals(65, KeyWriter.add(keys, "wrong-key", "ecdsa-p256-sha256", wrong).length);
    }
    String settings =
        "{curves: [ecdsa-p256], kernels: '4', warmUp: 0s, data: "
            + data
            + ", signingKeys: {verifySignatures: "
            + verify
            + "}}";
    return new Daemon(folder, settings, "-Xmx256m", "--add-modules=jdk.incubator.vector");
  }

  private static SignRequest request(String key) {
    return SignRequest.newBuilder()
        .setKey(key)
        .setMessage(ByteString.copyFromUtf8(MESSAGE))
        .build();
  }

  private static double metric(Daemon daemon, String name) throws Exception {
    Matcher port = MANAGEMENT.matcher(daemon.log());
    assertTrue(port.find(), daemon::log);
    URI uri = URI.create("http://127.0.0.1:" + port.group(1) + "/metrics");
    try (HttpClient http = HttpClient.newHttpClient()) {
      return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines())
          .body()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .findFirst()
          .orElseThrow();
    }
  }
}
