package io.kexd.server;

import static io.kexd.server.Failure.assertInvalid;
import static io.kexd.server.Requests.agree;
import static io.kexd.server.Requests.exchange;
import static io.kexd.server.Requests.generate;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchAgreeResponse;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.BatchExchangeResponse;
import io.kexd.v1.BatchGenerateKeyPairRequest;
import io.kexd.v1.BatchGenerateKeyPairResponse;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.ItemError;
import io.kexd.v1.KeyEncoding;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.Raw;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many operations in a call: each item has its own outcome, the call as a whole only its limits.
 */
class BatchTest {
  private static final int MOST = 256;

  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    // However slow the machine is on which this runs.
    server = TestServer.start("limits.batchTime", "1h");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void oneBadItemOfAHundred() {
    List<Peer> peers = new ArrayList<>();
    BatchExchangeRequest.Builder request = BatchExchangeRequest.newBuilder();
    for (int i = 0; i < 100; i++) {
      peers.add(Peer.random());
      ExchangeRequest.Builder item = exchange(peers.get(i)).setRaw(Raw.getDefaultInstance());
      if (i == 41) {
        item.setPeerPublicKey(ByteString.copyFrom(new byte[32])); // Of small order.
      }
      request.addItems(
          BatchExchangeRequest.Item.newBuilder().setRef(ref(i)).setRequest(item).build());
    }
    double answered = counted("exchange", "OK");
    double refused = counted("exchange", "INVALID_PUBLIC_KEY");
    BatchExchangeResponse reply = server.keyExchange().batchExchange(request.build());
    assertEquals(100, reply.getItemsCount());
    for (int i = 0; i < 100; i++) {
      BatchExchangeResponse.Item item = reply.getItems(i);
      assertEquals(ref(i), item.getRef());
      if (i == 41) {
        assertError(
            ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY, "peer_public_key", item.getError());
      } else {
        assertSecret(peers.get(i), item);
      }
    }
    assertEquals(answered + 99, counted("exchange", "OK"));
    assertEquals(refused + 1, counted("exchange", "INVALID_PUBLIC_KEY"));
  }

  /** Of all kinds: none, what is no number, not of one byte a character, as long as may be. */
  private static String ref(int i) {
    return List.of("", "same", "ключ 🔑 " + i, "r".repeat(128), Integer.toString(i)).get(i % 5);
  }

  @Test
  void theLimitsOfABatch() {
    assertInvalid("items", () -> exchangeMany(0));
    assertEquals(MOST, exchangeMany(MOST).getItemsCount());
    assertInvalid("items", () -> exchangeMany(MOST + 1));
    assertInvalid(
        "items",
        () ->
            server
                .keyExchange()
                .batchAgree(
                    BatchAgreeRequest.newBuilder()
                        .addAllItems(
                            Collections.nCopies(
                                MOST + 1, BatchAgreeRequest.Item.getDefaultInstance()))
                        .build()));
    assertInvalid(
        "items",
        () ->
            server
                .keyExchange()
                .batchGenerateKeyPair(BatchGenerateKeyPairRequest.getDefaultInstance()));
    assertInvalid(
        "items[1].ref",
        () ->
            server
                .keyExchange()
                .batchExchange(
                    BatchExchangeRequest.newBuilder()
                        .addItems(item("r".repeat(128)))
                        .addItems(item("r".repeat(129)))
                        .build()));
  }

  @Test
  void whatIsWrongWithAnItemIsItsOwn() {
    Peer peer = Peer.random();
    BatchExchangeResponse reply =
        exchangeAll(
            server.keyExchange(),
            List.of(
                exchange(peer).setCurve("x25518").build(),
                exchange(peer).setCurve("e521").build(),
                ExchangeRequest.getDefaultInstance(),
                exchange(peer).setEncodingValue(99).build(),
                exchange(peer).setAllowReuse(true).build(),
                exchange(peer).setRaw(Raw.getDefaultInstance()).build()));
    List<ItemError> errors =
        reply.getItemsList().stream().map(BatchExchangeResponse.Item::getError).toList();
    assertError(ErrorReason.ERROR_REASON_UNKNOWN_CURVE, "curve", errors.get(0));
    assertError(ErrorReason.ERROR_REASON_CURVE_DISABLED, "", errors.get(1));
    assertEquals(Status.Code.FAILED_PRECONDITION.value(), errors.get(1).getCode());
    assertError(ErrorReason.ERROR_REASON_INVALID_REQUEST, "curve", errors.get(2));
    assertError(ErrorReason.ERROR_REASON_INVALID_REQUEST, "encoding", errors.get(3));
    assertError(ErrorReason.ERROR_REASON_INVALID_REQUEST, "allow_reuse", errors.get(4));
    assertSecret(peer, reply.getItems(5));
  }

  @Test
  void aBatchThatCostsTooMuchSaysHowManyFit() throws StartException {
    // Before anything is measured an operation is taken for 0.1 ms.
    try (TestServer own = TestServer.start("limits.batchTime", "2ms")) {
      List<ExchangeRequest> many = Collections.nCopies(21, exchange(Peer.random()).build());
      Failure failure = Failure.of(() -> exchangeAll(own.keyExchange(), many));
      assertEquals(ErrorReason.ERROR_REASON_INVALID_REQUEST, failure.reason());
      assertEquals(List.of("items"), failure.fields());
      assertTrue(failure.message().contains("about 20 of this kind"), failure.message());
      assertEquals(20, exchangeAll(own.keyExchange(), many.subList(0, 20)).getItemsCount());
      assertEquals(
          1,
          own.metric(
              "kexd_requests_total{curve=\"none\",operation=\"exchange\",reason=\"INVALID_REQUEST\"}"));
      assertEquals(0, own.metric("kexd_permits_in_use"));
    }
  }

  @Test
  void everyPairIsItsOwn() {
    BatchGenerateKeyPairResponse reply =
        generateAll(server.keyExchange(), Collections.nCopies(MOST, pair("")));
    Set<ByteString> keys =
        reply.getItemsList().stream()
            .map(item -> item.getResponse().getPublicKey())
            .collect(Collectors.toSet());
    assertEquals(MOST, keys.size());
    Peer peer = Peer.random();
    BatchAgreeResponse agreed =
        agreeAll(
            server.keyExchange(),
            reply.getItemsList().stream()
                .map(item -> agree(item.getResponse(), peer).setRaw(Raw.getDefaultInstance()))
                .map(AgreeRequest.Builder::build)
                .toList());
    for (int i = 0; i < MOST; i++) {
      assertArrayEquals(
          peer.agree(reply.getItems(i).getResponse().getPublicKey().toByteArray()),
          agreed.getItems(i).getResponse().getSecret().toByteArray());
    }
  }

  @Test
  void anItemsRequestIdMakesItsRepeatSafe() {
    List<GenerateKeyPairRequest> items =
        List.of(pair("one"), pair("two"), pair("one"), spki("two"), pair(""));
    BatchGenerateKeyPairResponse first = generateAll(server.keyExchange(), items);
    assertEquals(handle(first, 0), handle(first, 2));
    assertError(ErrorReason.ERROR_REASON_REQUEST_ID_CONFLICT, "", first.getItems(3).getError());
    assertEquals(3, handles(first).size());
    BatchGenerateKeyPairResponse second = generateAll(server.keyExchange(), items);
    assertEquals(handle(first, 0), handle(second, 0));
    assertEquals(handle(first, 1), handle(second, 1));
    assertFalse(handle(first, 4).equals(handle(second, 4)));
    // A call of its own is the same request.
    assertEquals(handle(first, 1), server.keyExchange().generateKeyPair(pair("two")).getHandle());
  }

  @Test
  void aBatchThatIsRefusedLeavesNoTrace() throws StartException {
    try (TestServer own = TestServer.start("limits.batchTime", "1ms")) {
      List<GenerateKeyPairRequest> many = new ArrayList<>(Collections.nCopies(30, pair("twice")));
      for (int i = 0; i < 30; i++) {
        many.add(pair("id " + i));
      }
      assertInvalid("items", () -> generateAll(own.keyExchange(), many));
      assertEquals(0, own.metric("kexd_handles_live{curve=\"x25519\"}"));
      // Another payload under the same id is no conflict, because there was no such request.
      assertEquals(44, own.keyExchange().generateKeyPair(spki("twice")).getPublicKey().size());
    }
  }

  @Test
  void aLimitOfHandlesIsAnItemsRefusal() throws StartException {
    try (TestServer own = TestServer.start("handles.maxPerCaller", "3")) {
      BatchGenerateKeyPairResponse reply =
          generateAll(own.keyExchange(), Collections.nCopies(5, pair("")));
      assertEquals(3, handles(reply).size());
      List<ItemError> errors =
          reply.getItemsList().stream()
              .filter(BatchGenerateKeyPairResponse.Item::hasError)
              .map(BatchGenerateKeyPairResponse.Item::getError)
              .toList();
      assertEquals(2, errors.size());
      for (ItemError error : errors) {
        assertError(ErrorReason.ERROR_REASON_TOO_MANY_HANDLES, "", error);
        assertEquals(Status.Code.RESOURCE_EXHAUSTED.value(), error.getCode());
        assertEquals(1, error.getRetryDelay().getSeconds());
      }
    }
  }

  @Test
  void ofTheItemsOfOneHandleOneIsAnswered() {
    GenerateKeyPairResponse pair = generate(server);
    GenerateKeyPairResponse other = generate(server);
    Peer peer = Peer.random();
    List<AgreeRequest> items = new ArrayList<>(Collections.nCopies(20, agree(pair, peer).build()));
    items.add(agree(other, peer).setPeerPublicKey(ByteString.copyFrom(new byte[31])).build());
    items.add(agree(other, peer).setRaw(Raw.getDefaultInstance()).build());
    items.add(agree(other, peer).setHandle("invented").build());
    BatchAgreeResponse reply = agreeAll(server.keyExchange(), items);
    List<BatchAgreeResponse.Item> same = reply.getItemsList().subList(0, 20);
    assertEquals(1, same.stream().filter(BatchAgreeResponse.Item::hasResponse).count());
    same.stream()
        .filter(BatchAgreeResponse.Item::hasError)
        .forEach(
            item -> assertError(ErrorReason.ERROR_REASON_KEY_ALREADY_USED, "", item.getError()));
    assertArrayEquals(
        peer.agree(other.getPublicKey().toByteArray()),
        reply.getItems(21).getResponse().getSecret().toByteArray());
    assertError(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
        "peer_public_key",
        reply.getItems(20).getError());
    assertError(ErrorReason.ERROR_REASON_KEY_NOT_FOUND, "", reply.getItems(22).getError());
  }

  @Test
  void aBadPeerKeyInABatchLeavesTheHandle() {
    GenerateKeyPairResponse pair = generate(server);
    AgreeRequest bad =
        agree(pair, Peer.random()).setPeerPublicKey(ByteString.copyFrom(new byte[32])).build();
    BatchAgreeResponse reply = agreeAll(server.keyExchange(), List.of(bad, bad));
    assertError(
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
        "peer_public_key",
        reply.getItems(1).getError());
    assertEquals(
        32, server.keyExchange().agree(agree(pair, Peer.random()).build()).getSecret().size());
  }

  @Test
  void aStrangersHandleDoesNotExistInABatchEither(@TempDir Path folder) throws Exception {
    Certificates certificates = new Certificates(folder);
    try (TestServer own = TestServer.mutual(certificates)) {
      KeyExchangeServiceBlockingStub alice = as(own, certificates, "alice");
      KeyExchangeServiceBlockingStub mallory = as(own, certificates, "mallory");
      GenerateKeyPairResponse pair =
          generateAll(alice, List.of(pair(""))).getItems(0).getResponse();
      List<AgreeRequest> items = List.of(agree(pair, Peer.random()).build());
      assertError(
          ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
          "",
          agreeAll(mallory, items).getItems(0).getError());
      assertEquals(32, agreeAll(alice, items).getItems(0).getResponse().getSecret().size());
    }
  }

  private static KeyExchangeServiceBlockingStub as(
      TestServer own, Certificates certificates, String name) throws Exception {
    return KeyExchangeServiceGrpc.newBlockingStub(
        own.tls(
            certificates.authority(),
            Optional.of(certificates.spiffe(name, "spiffe://kexd.test/" + name))));
  }

  @Test
  void aBatchNeverExceedsWhatMayBeAdmitted() throws StartException {
    try (TestServer own = TestServer.start("limits.inFlight", "20")) {
      assertEquals(9, exchangeAll(own.keyExchange(), many(9)).getItemsCount());
      assertInvalid("items", () -> exchangeAll(own.keyExchange(), many(10)));
    }
  }

  private static List<ExchangeRequest> many(int count) {
    return Collections.nCopies(count, exchange(Peer.random()).build());
  }

  private static BatchExchangeResponse exchangeMany(int count) {
    return exchangeAll(server.keyExchange(), many(count));
  }

  private static BatchExchangeRequest.Item item(String ref) {
    return BatchExchangeRequest.Item.newBuilder()
        .setRef(ref)
        .setRequest(exchange(Peer.random()))
        .build();
  }

  static BatchExchangeResponse exchangeAll(
      KeyExchangeServiceBlockingStub stub, List<ExchangeRequest> requests) {
    BatchExchangeRequest.Builder batch = BatchExchangeRequest.newBuilder();
    requests.forEach(r -> batch.addItems(BatchExchangeRequest.Item.newBuilder().setRequest(r)));
    return stub.batchExchange(batch.build());
  }

  static BatchGenerateKeyPairResponse generateAll(
      KeyExchangeServiceBlockingStub stub, List<GenerateKeyPairRequest> requests) {
    BatchGenerateKeyPairRequest.Builder batch = BatchGenerateKeyPairRequest.newBuilder();
    requests.forEach(
        r -> batch.addItems(BatchGenerateKeyPairRequest.Item.newBuilder().setRequest(r)));
    return stub.batchGenerateKeyPair(batch.build());
  }

  static BatchAgreeResponse agreeAll(
      KeyExchangeServiceBlockingStub stub, List<AgreeRequest> requests) {
    BatchAgreeRequest.Builder batch = BatchAgreeRequest.newBuilder();
    requests.forEach(r -> batch.addItems(BatchAgreeRequest.Item.newBuilder().setRequest(r)));
    return stub.batchAgree(batch.build());
  }

  private static GenerateKeyPairRequest pair(String requestId) {
    return GenerateKeyPairRequest.newBuilder().setCurve("x25519").setRequestId(requestId).build();
  }

  private static GenerateKeyPairRequest spki(String requestId) {
    return pair(requestId).toBuilder().setEncoding(KeyEncoding.KEY_ENCODING_SPKI).build();
  }

  private static String handle(BatchGenerateKeyPairResponse reply, int item) {
    return reply.getItems(item).getResponse().getHandle();
  }

  private static Set<String> handles(BatchGenerateKeyPairResponse reply) {
    return reply.getItemsList().stream()
        .filter(BatchGenerateKeyPairResponse.Item::hasResponse)
        .map(item -> item.getResponse().getHandle())
        .collect(Collectors.toSet());
  }

  private static double counted(String operation, String reason) {
    return server.metric(
        "kexd_requests_total{curve=\"x25519\",operation=\"%s\",reason=\"%s\"}"
            .formatted(operation, reason));
  }

  private static void assertSecret(Peer peer, BatchExchangeResponse.Item item) {
    assertArrayEquals(
        peer.agree(item.getResponse().getPublicKey().toByteArray()),
        item.getResponse().getSecret().toByteArray());
  }

  private static void assertError(ErrorReason reason, String field, ItemError error) {
    assertEquals(reason, error.getReason(), error.toString());
    assertEquals(field, error.getField(), error.toString());
    assertFalse(error.getMessage().isEmpty());
    assertTrue(error.getCode() > 0);
  }
}
