package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static io.kexd.server.Requests.exchange;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.kexd.crypto.Curves;
import io.kexd.crypto.Scheme;
import io.kexd.v1.Curve;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.Hash;
import io.kexd.v1.KernelUse;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.ListCurvesResponse;
import io.kexd.v1.Operation;
import io.kexd.v1.Purpose;
import io.kexd.v1.SignatureAlgorithm;
import io.kexd.v1.SignatureEncoding;
import io.kexd.v1.VerifyRequest;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What ListCurves says, and that what it calls disabled is refused. */
class ListCurvesTest {
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
  void listCurvesSaysWhatThereIs() {
    ListCurvesResponse reply =
        server.keyExchange().listCurves(ListCurvesRequest.getDefaultInstance());
    Curve x25519 = curve(reply, "x25519");
    assertTrue(x25519.getEnabled());
    assertTrue(x25519.getDhkem());
    assertEquals(
        List.of(Operation.OPERATION_AGREE, Operation.OPERATION_EXCHANGE),
        x25519.getOperationsList());
    assertEquals(32, x25519.getPublicKeySize());
    assertEquals(32, x25519.getSecretSize());
    assertEquals(1, x25519.getReuse().getMaxUses());
    Curve ed25519 = curve(reply, "ed25519");
    assertEquals(List.of("ed25519", "ed25519ctx", "ed25519ph"), ed25519.getAlgorithmsList());
    assertEquals(64, ed25519.getSignatureSize());
    assertEquals(0, ed25519.getSecretSize());
    assertEquals(60, reply.getLimits().getDefaultTtl().getSeconds());
    assertEquals(600, reply.getLimits().getMaxTtl().getSeconds());
    assertEquals(10_000, reply.getLimits().getMaxHandlesPerCaller());
    assertEquals(1_000_000, reply.getLimits().getMaxHandles());
    assertEquals(60, reply.getLimits().getRequestIdWindow().getSeconds());
    assertEquals(1 << 20, reply.getLimits().getMaxMessageSize());
    assertEquals(4 << 20, reply.getLimits().getMaxRequestSize());
    assertEquals(1024, reply.getLimits().getMaxParameterSize());
  }

  @Test
  void listCurvesSaysWhatEachSchemeHas() {
    ListCurvesResponse reply =
        server.keyExchange().listCurves(ListCurvesRequest.getDefaultInstance());
    assertEquals(
        Curves.all().stream().map(Scheme::id).toList(),
        reply.getCurvesList().stream().map(Curve::getId).toList());
    for (Scheme scheme : Curves.all()) {
      Curve shown = curve(reply, scheme.id());
      assertEquals("STATUS_" + scheme.status(), shown.getStatus().name());
      assertEquals(scheme.status() == Scheme.Status.STANDARD, shown.getEnabled(), scheme.id());
      assertEquals(
          scheme.formats().stream().map(f -> "KEY_ENCODING_" + f).toList(),
          shown.getEncodingsList().stream().map(Enum::name).toList());
      assertEquals(scheme.publicKeySize(), shown.getPublicKeySize());
      boolean agrees = scheme.kind() == Scheme.Kind.AGREEMENT;
      assertEquals(agrees ? scheme.outputSize() : 0, shown.getSecretSize());
      assertEquals(agrees ? 0 : scheme.outputSize(), shown.getSignatureSize());
      assertEquals(scheme.kemId() != 0, shown.getDhkem());
      assertEquals(shown.getDhkem(), shown.getDhkemSecretSize() > 0);
      assertEquals(scheme.algorithms(), shown.getAlgorithmsList());
      assertEquals(
          scheme.algorithms(),
          shown.getSignatureAlgorithmsList().stream().map(SignatureAlgorithm::getId).toList());
      assertEquals(scheme.kernel(), shown.getKernel().getName());
    }
  }

  /** Without a warm-up one lane serves whatever waits. */
  @Test
  void listCurvesSaysWhatComputes() {
    ListCurvesResponse reply =
        server.keyExchange().listCurves(ListCurvesRequest.getDefaultInstance());
    List<KernelUse> uses = curve(reply, "x25519").getKernelsList();
    assertEquals(
        List.of("agree 1", "agree 2", "agree 4", "agree 8"),
        uses.subList(0, 4).stream().map(u -> u.getOperation() + " " + u.getWaiting()).toList());
    assertEquals(8, uses.size());
    for (KernelUse use : uses) {
      assertEquals(curve(reply, "x25519").getKernel(), use.getKernel());
      assertEquals("F25519", use.getKernel().getName());
      assertEquals(1, use.getKernel().getLanes());
      assertFalse(use.getKernel().getVector());
      assertFalse(use.hasTime());
    }
    assertEquals(List.of(), curve(reply, "numsp256d1").getKernelsList());
  }

  @Test
  void listCurvesSaysWhatAnAlgorithmTakes() {
    ListCurvesResponse reply =
        server.keyExchange().listCurves(ListCurvesRequest.getDefaultInstance());
    assertEquals(
        SignatureAlgorithm.newBuilder()
            .setId("ed25519ctx")
            .setMinContextSize(1)
            .setMaxContextSize(255)
            .build(),
        curve(reply, "ed25519").getSignatureAlgorithms(1));
    assertEquals(
        SignatureAlgorithm.newBuilder()
            .setId("ed448ph")
            .setDigestHash(Hash.HASH_SHAKE256)
            .setMaxContextSize(255)
            .build(),
        curve(reply, "ed448").getSignatureAlgorithms(1));
    assertEquals(
        SignatureAlgorithm.newBuilder()
            .setId("ecdsa-p256-sha256")
            .setDigestHash(Hash.HASH_SHA256)
            .addEncodings(SignatureEncoding.SIGNATURE_ENCODING_DER)
            .addEncodings(SignatureEncoding.SIGNATURE_ENCODING_P1363)
            .build(),
        curve(reply, "ecdsa-p256").getSignatureAlgorithms(0));
  }

  @Test
  void whatIsNotEnabledIsRefused() {
    for (Scheme scheme : Curves.all()) {
      if (scheme.status() == Scheme.Status.STANDARD) {
        continue;
      }
      if (scheme.kind() == Scheme.Kind.AGREEMENT) {
        assertDisabled(() -> server.keyExchange().exchange(unlikely(scheme.id())));
        assertDisabled(
            () ->
                server
                    .keyExchange()
                    .generateKeyPair(
                        GenerateKeyPairRequest.newBuilder().setCurve(scheme.id()).build()));
      }
      for (String algorithm : scheme.algorithms()) {
        assertDisabled(() -> Requests.newKey(server, algorithm, Purpose.PURPOSE_SIGN_DATA));
        assertDisabled(
            () ->
                server
                    .signing()
                    .verify(
                        VerifyRequest.newBuilder()
                            .setAlgorithm(algorithm)
                            .setPublicKey(ByteString.copyFrom(new byte[1]))
                            .setMessage(ByteString.EMPTY)
                            .build()));
      }
    }
  }

  private static ExchangeRequest unlikely(String curve) {
    return ExchangeRequest.newBuilder()
        .setCurve(curve)
        .setPeerPublicKey(ByteString.copyFrom(new byte[1]))
        .build();
  }

  private static void assertDisabled(Executable call) {
    assertFails(Status.Code.FAILED_PRECONDITION, ErrorReason.ERROR_REASON_CURVE_DISABLED, call);
  }

  @Test
  void aCurveThatIsNotEnabledIsListedAndRefused() throws StartException {
    try (TestServer other = TestServer.start("curves", "ed25519")) {
      List<String> enabled =
          other
              .keyExchange()
              .listCurves(ListCurvesRequest.getDefaultInstance())
              .getCurvesList()
              .stream()
              .filter(Curve::getEnabled)
              .map(Curve::getId)
              .toList();
      assertEquals(List.of("ed25519"), enabled);
      ExchangeRequest request = exchange(Peer.random()).build();
      assertFails(
          Status.Code.FAILED_PRECONDITION,
          ErrorReason.ERROR_REASON_CURVE_DISABLED,
          () -> other.keyExchange().exchange(request));
    }
  }

  private static Curve curve(ListCurvesResponse reply, String id) {
    return reply.getCurvesList().stream()
        .filter(curve -> curve.getId().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
