package io.kexd.server;

import static io.kexd.server.Failure.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.kexd.v1.CreateSigningKeyRequest;
import io.kexd.v1.DestroyKeyPairRequest;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.GenerateKeyPairRequest;
import io.kexd.v1.GenerateKeyPairResponse;
import io.kexd.v1.GetSigningKeyRequest;
import io.kexd.v1.KeyExchangeServiceGrpc;
import io.kexd.v1.KeyExchangeServiceGrpc.KeyExchangeServiceBlockingStub;
import io.kexd.v1.ListCurvesRequest;
import io.kexd.v1.SignRequest;
import io.kexd.v1.SigningServiceGrpc;
import io.kexd.v1.SigningServiceGrpc.SigningServiceBlockingStub;
import io.kexd.v1.VerifyRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who a caller is, and that what belongs to one does not exist for another. */
class IdentityTest {
  @TempDir static Path folder;

  private static Certificates certificates;
  private static TestServer server;

  @BeforeAll
  static void start() throws StartException {
    certificates = new Certificates(folder);
    server = TestServer.mutual(certificates);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void aHandleBelongsToItsCaller() throws IOException {
    KeyExchangeServiceBlockingStub alice = keyExchange(spiffe("alice"));
    KeyExchangeServiceBlockingStub mallory = keyExchange(spiffe("mallory"));
    GenerateKeyPairResponse pair = generate(alice, "");
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> mallory.agree(HandleTest.agree(pair)));
    // A stranger's attempt to destroy it says nothing and does nothing.
    DestroyKeyPairRequest destroy =
        DestroyKeyPairRequest.newBuilder().setHandle(pair.getHandle()).build();
    assertTrue(mallory.destroyKeyPair(destroy).isInitialized());
    assertEquals(32, alice.agree(HandleTest.agree(pair)).getSecret().size());
    // Used, the stranger still sees no such handle.
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> mallory.agree(HandleTest.agree(pair)));
    assertFails(
        Status.Code.FAILED_PRECONDITION,
        ErrorReason.ERROR_REASON_KEY_ALREADY_USED,
        () -> alice.agree(HandleTest.agree(pair)));
  }

  @Test
  void anIdentityIsTheNameNotTheCertificate() throws IOException {
    String id = "spiffe://kexd.test/renewed";
    KeyExchangeServiceBlockingStub before = keyExchange(certificates.spiffe("renewed-1", id));
    KeyExchangeServiceBlockingStub after = keyExchange(certificates.spiffe("renewed-2", id));
    GenerateKeyPairResponse pair = generate(before, "");
    assertEquals(32, after.agree(HandleTest.agree(pair)).getSecret().size());
  }

  @Test
  void withoutASpiffeIdTheFirstDnsNameCounts() throws IOException {
    KeyExchangeServiceBlockingStub first =
        keyExchange(
            certificates.issue(
                "dns-1", Certificates.dns("One.example"), Certificates.dns("two.example")));
    KeyExchangeServiceBlockingStub same =
        keyExchange(certificates.issue("dns-2", Certificates.dns("one.example")));
    KeyExchangeServiceBlockingStub other =
        keyExchange(certificates.issue("dns-3", Certificates.dns("two.example")));
    GenerateKeyPairResponse pair = generate(first, "");
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> other.agree(HandleTest.agree(pair)));
    assertEquals(32, same.agree(HandleTest.agree(pair)).getSecret().size());
  }

  @Test
  void aDnsNameIsNoSpiffeId() throws IOException {
    KeyExchangeServiceBlockingStub spiffe = keyExchange(spiffe("twin"));
    KeyExchangeServiceBlockingStub dns =
        keyExchange(certificates.issue("twin", Certificates.dns("spiffe://kexd.test/twin")));
    GenerateKeyPairResponse pair = generate(spiffe, "");
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> dns.agree(HandleTest.agree(pair)));
  }

  @Test
  void aCertificateThatNamesNobodyIsRefused() throws IOException {
    for (Certificates.Pem pem :
        new Certificates.Pem[] {
          certificates.issue("nobody"),
          certificates.issue("web", Certificates.uri("https://kexd.test/client")),
          certificates.issue(
              "two", Certificates.uri("spiffe://a/b"), Certificates.uri("spiffe://c/d"))
        }) {
      KeyExchangeServiceBlockingStub stub = keyExchange(pem);
      assertFails(
          Status.Code.UNAUTHENTICATED,
          ErrorReason.ERROR_REASON_UNAUTHENTICATED,
          () -> stub.listCurves(ListCurvesRequest.getDefaultInstance()));
    }
  }

  @Test
  void aClientWithoutACertificateFailsTheHandshake() throws IOException {
    KeyExchangeServiceBlockingStub nobody =
        KeyExchangeServiceGrpc.newBlockingStub(
            server.tls(certificates.authority(), Optional.empty()));
    StatusRuntimeException thrown =
        assertThrows(
            StatusRuntimeException.class,
            () -> nobody.listCurves(ListCurvesRequest.getDefaultInstance()));
    assertEquals(Status.Code.UNAVAILABLE, thrown.getStatus().getCode());
  }

  @Test
  void aCertificateOfAnotherAuthorityFailsTheHandshake() throws IOException {
    Path other = folder.resolve("other");
    assertTrue(other.toFile().mkdir());
    Certificates.Pem pem = new Certificates(other).spiffe("alice", "spiffe://kexd.test/alice");
    StatusRuntimeException thrown =
        assertThrows(
            StatusRuntimeException.class,
            () -> keyExchange(pem).listCurves(ListCurvesRequest.getDefaultInstance()));
    assertEquals(Status.Code.UNAVAILABLE, thrown.getStatus().getCode());
  }

  @Test
  void signingKeysAreTheCallersOwn() throws IOException {
    SigningServiceBlockingStub alice = signing(spiffe("signer-a"));
    SigningServiceBlockingStub bob = signing(spiffe("signer-b"));
    CreateSigningKeyRequest create =
        CreateSigningKeyRequest.newBuilder().setName("same").setAlgorithm("ed25519").build();
    ByteString alicesKey = alice.createSigningKey(create).getKey().getVersions(0).getPublicKey();
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () -> bob.getSigningKey(GetSigningKeyRequest.newBuilder().setName("same").build()));
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () ->
            bob.sign(SignRequest.newBuilder().setKey("same").setMessage(ByteString.EMPTY).build()));
    assertFails(
        Status.Code.NOT_FOUND,
        ErrorReason.ERROR_REASON_KEY_NOT_FOUND,
        () ->
            bob.verify(
                VerifyRequest.newBuilder().setKey("same").setMessage(ByteString.EMPTY).build()));
    ByteString bobsKey = bob.createSigningKey(create).getKey().getVersions(0).getPublicKey();
    assertFalse(alicesKey.equals(bobsKey));
  }

  @Test
  void requestIdsAreTheCallersOwn() throws IOException {
    KeyExchangeServiceBlockingStub alice = keyExchange(spiffe("retry-a"));
    KeyExchangeServiceBlockingStub bob = keyExchange(spiffe("retry-b"));
    GenerateKeyPairResponse alices = generate(alice, "id");
    assertEquals(alices, generate(alice, "id"));
    assertFalse(alices.equals(generate(bob, "id")));
  }

  @Test
  void onlyTls13() throws Exception {
    assertEquals("TLSv1.3", handshake("TLSv1.3"));
    assertThrows(SSLException.class, () -> handshake("TLSv1.2"));
  }

  @Test
  void healthNeedsACertificateButNoName() throws IOException {
    ServingStatus status =
        HealthGrpc.newBlockingStub(
                server.tls(certificates.authority(), Optional.of(certificates.issue("prober"))))
            .check(HealthCheckRequest.getDefaultInstance())
            .getStatus();
    assertEquals(ServingStatus.SERVING, status);
  }

  @Test
  void withoutAClientAuthorityEveryCallerIsAnonymous() throws Exception {
    Certificates.Pem pem = certificates.server();
    try (TestServer open =
        TestServer.start(
            "tls.certificate", pem.certificate().toString(), "tls.key", pem.key().toString())) {
      KeyExchangeServiceBlockingStub one =
          KeyExchangeServiceGrpc.newBlockingStub(
              open.tls(certificates.authority(), Optional.empty()));
      KeyExchangeServiceBlockingStub two =
          KeyExchangeServiceGrpc.newBlockingStub(
              open.tls(certificates.authority(), Optional.of(spiffe("unasked"))));
      assertEquals(32, two.agree(HandleTest.agree(generate(one, ""))).getSecret().size());
    }
  }

  @Test
  void theCertificatesEndIsMeasured() {
    double expiry = server.metric("kexd_certificate_expiry_seconds");
    double now = System.currentTimeMillis() / 1000.0;
    assertTrue(expiry > now && expiry < now + 2 * 86_400, "expiry " + expiry);
  }

  private static String handshake(String protocol) throws Exception {
    TrustManager[] all = {new TrustsAll()};
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, all, null);
    try (SSLSocket socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.server().port())) {
      socket.setEnabledProtocols(new String[] {protocol});
      socket.startHandshake();
      return socket.getSession().getProtocol();
    }
  }

  private static final class TrustsAll implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  private static Certificates.Pem spiffe(String name) {
    return certificates.spiffe(name, "spiffe://kexd.test/" + name);
  }

  private static KeyExchangeServiceBlockingStub keyExchange(Certificates.Pem pem)
      throws IOException {
    return KeyExchangeServiceGrpc.newBlockingStub(
        server.tls(certificates.authority(), Optional.of(pem)));
  }

  private static SigningServiceBlockingStub signing(Certificates.Pem pem) throws IOException {
    return SigningServiceGrpc.newBlockingStub(
        server.tls(certificates.authority(), Optional.of(pem)));
  }

  private static GenerateKeyPairResponse generate(
      KeyExchangeServiceBlockingStub stub, String requestId) {
    return stub.generateKeyPair(
        GenerateKeyPairRequest.newBuilder().setCurve("x25519").setRequestId(requestId).build());
  }
}
