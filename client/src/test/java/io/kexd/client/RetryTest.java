package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import io.grpc.Status;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchSignRequest;
import io.kexd.v1.BatchVerifyRequest;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.DestroySigningKeyRequest;
import io.kexd.v1.DisableSigningKeyRequest;
import io.kexd.v1.EnableSigningKeyRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.ImportSigningKeyRequest;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListSigningKeysRequest;
import io.kexd.v1.RestoreSigningKeyRequest;
import io.kexd.v1.RotateSigningKeyRequest;
import io.kexd.v1.SignRequest;
import io.kexd.v1.UpdateSigningKeyRequest;
import io.kexd.v1.VerifyRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which calls are repeated, by counting them in a server that fails. */
class RetryTest {
  private static final Set<String> NEVER =
      Set.of(
          "Agree",
          "BatchAgree",
          "ExchangeStream",
          "CreateSigningKey",
          "ImportSigningKey",
          "RotateSigningKey");

  /** One call for each method of kexd. */
  private static final Map<String, Consumer<KexdClient>> CALLS =
      new TreeMap<>(
          Map.ofEntries(
              entry("ListCurves", kexd -> kexd.listCurves(ListCurvesRequest.getDefaultInstance())),
              entry(
                  "GenerateKeyPair",
                  kexd -> kexd.generateKeyPair(GenerateKeyPairRequest.getDefaultInstance())),
              entry("Agree", kexd -> kexd.agree(AgreeRequest.getDefaultInstance())),
              entry("Exchange", kexd -> kexd.exchange(ExchangeRequest.getDefaultInstance())),
              entry(
                  "DestroyKeyPair",
                  kexd -> kexd.destroyKeyPair(DestroyKeyPairRequest.getDefaultInstance())),
              entry("BatchGenerateKeyPair", kexd -> kexd.generateAll("x25519", 2)),
              entry("BatchAgree", kexd -> kexd.batchAgree(BatchAgreeRequest.getDefaultInstance())),
              entry(
                  "BatchExchange",
                  kexd -> kexd.batchExchange(BatchExchangeRequest.getDefaultInstance())),
              entry("ExchangeStream", RetryTest::stream),
              entry(
                  "CreateSigningKey",
                  kexd -> kexd.createSigningKey(CreateSigningKeyRequest.getDefaultInstance())),
              entry(
                  "GetSigningKey",
                  kexd -> kexd.getSigningKey(GetSigningKeyRequest.getDefaultInstance())),
              entry("Sign", kexd -> kexd.sign(SignRequest.getDefaultInstance())),
              entry("Verify", kexd -> kexd.verify(VerifyRequest.getDefaultInstance()))));

  private static Map.Entry<String, Consumer<KexdClient>> entry(
      String method, Consumer<KexdClient> call) {
    return Map.entry(method, call);
  }

  private static void stream(KexdClient kexd) {
    try (ExchangeStream stream = kexd.exchangeStream()) {
      assertNotNull(stream.exchange(ExchangeRequest.getDefaultInstance()).join());
    } catch (CompletionException e) {
      throw assertInstanceOf(KexdException.class, e.getCause());
    }
  }

  static {
    CALLS.putAll(
        Map.of(
            "BatchSign",
            kexd -> kexd.batchSign(BatchSignRequest.getDefaultInstance()),
            "BatchVerify",
            kexd -> kexd.batchVerify(BatchVerifyRequest.getDefaultInstance()),
            "ImportSigningKey",
            kexd -> kexd.importSigningKey(ImportSigningKeyRequest.getDefaultInstance()),
            "ListSigningKeys",
            kexd -> kexd.listSigningKeys(ListSigningKeysRequest.getDefaultInstance()),
            "RotateSigningKey",
            kexd -> kexd.rotateSigningKey(RotateSigningKeyRequest.getDefaultInstance()),
            "UpdateSigningKey",
            kexd -> kexd.updateSigningKey(UpdateSigningKeyRequest.getDefaultInstance()),
            "DisableSigningKey",
            kexd -> kexd.disableSigningKey(DisableSigningKeyRequest.getDefaultInstance()),
            "EnableSigningKey",
            kexd -> kexd.enableSigningKey(EnableSigningKeyRequest.getDefaultInstance()),
            "DestroySigningKey",
            kexd -> kexd.destroySigningKey(DestroySigningKeyRequest.getDefaultInstance()),
            "RestoreSigningKey",
            kexd -> kexd.restoreSigningKey(RestoreSigningKeyRequest.getDefaultInstance())));
  }

  static Stream<String> repeatable() {
    return CALLS.keySet().stream().filter(name -> !NEVER.contains(name));
  }

  /** A new method needs a decision. */
  @Test
  void everyMethodIsCovered() {
    assertEquals(FakeServer.methods().collect(Collectors.toSet()), CALLS.keySet());
  }

  @ParameterizedTest
  @MethodSource("repeatable")
  void isRepeatedUntilTheServerIsBack(String method) throws Exception {
    try (FakeServer server = unavailable(3);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      call(method, kexd);
      assertEquals(4, server.requests().size());
      assertEquals(1, Set.copyOf(server.requests()).size(), "every try is the same request");
    }
  }

  @ParameterizedTest
  @MethodSource("repeatable")
  void isGivenUpAfterFourTries(String method) throws Exception {
    try (FakeServer server = unavailable(Integer.MAX_VALUE);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      assertThrows(KexdException.class, () -> call(method, kexd));
      assertEquals(4, server.requests().size());
    }
  }

  @Test
  void nothingIsRepeatedWhileMostCallsFail() throws Exception {
    try (FakeServer server = unavailable(Integer.MAX_VALUE);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      for (int i = 0; i < 10; i++) {
        assertThrows(KexdException.class, () -> call("ListCurves", kexd));
      }
      assertTrue(server.requests().size() < 20, () -> server.requests().size() + " tries");
    }
  }

  static Set<String> never() {
    return NEVER;
  }

  @ParameterizedTest
  @MethodSource("never")
  void isNeverRepeated(String method) throws Exception {
    try (FakeServer server = unavailable(1);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      KexdException failure = assertThrows(KexdException.class, () -> call(method, kexd));
      assertEquals(Status.Code.UNAVAILABLE, failure.status());
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void nothingIsRepeatedWhenTurnedOff() throws Exception {
    try (FakeServer server = unavailable(1);
        KexdClient kexd = KexdClient.builder(server.target()).retry(false).build()) {
      assertThrows(KexdException.class, () -> call("ListCurves", kexd));
      assertEquals(1, server.requests().size());
    }
  }

  /** A message over the limit gets this status too, and will be over it for ever. */
  @Test
  void otherFailuresAreNotRepeated() throws Exception {
    try (FakeServer server = FakeServer.failing(1, Status.RESOURCE_EXHAUSTED.asRuntimeException());
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      assertThrows(KexdException.class, () -> call("Exchange", kexd));
      assertEquals(1, server.requests().size());
    }
  }

  @Test
  void repeatsKeepTheirRequestId() throws Exception {
    try (FakeServer server = unavailable(1);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      call("GenerateKeyPair", kexd);
      call("GenerateKeyPair", kexd);
      List<String> ids = server.requests().stream().map(RetryTest::requestId).toList();
      assertEquals(3, ids.size());
      assertEquals(ids.get(0), ids.get(1));
      assertFalse(ids.get(1).equals(ids.get(2)), "another call has another id");
      assertTrue(ids.stream().noneMatch(String::isEmpty));
    }
  }

  @Test
  void everyPairOfABatchHasARequestId() throws Exception {
    try (FakeServer server = unavailable(1);
        KexdClient kexd = KexdClient.builder(server.target()).build()) {
      call("BatchGenerateKeyPair", kexd);
      call("BatchGenerateKeyPair", kexd);
      assertEquals(server.requests().get(0), server.requests().get(1));
      Set<String> ids =
          Stream.of(1, 2)
              .map(i -> (BatchGenerateKeyPairRequest) server.requests().get(i))
              .flatMap(batch -> batch.getItemsList().stream())
              .map(item -> requestId(item.getRequest()))
              .collect(Collectors.toSet());
      assertEquals(4, ids.size());
      assertFalse(ids.contains(""));
    }
  }

  private static String requestId(Message request) {
    return ((GenerateKeyPairRequest) request).getRequestId();
  }

  private static FakeServer unavailable(int times) throws Exception {
    return FakeServer.failing(times, Status.UNAVAILABLE.asRuntimeException());
  }

  private static void call(String method, KexdClient kexd) {
    Objects.requireNonNull(CALLS.get(method)).accept(kexd);
  }
}
