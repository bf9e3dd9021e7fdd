package io.kexd.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.BadRequest.FieldViolation;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.kexd.foreign.Daemon;
import io.kexd.v1.ErrorReason;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the library makes of failures. */
class KexdExceptionTest {

  @ParameterizedTest
  @EnumSource(
      value = ErrorReason.class,
      names = {"ERROR_REASON_UNSPECIFIED", "UNRECOGNIZED"},
      mode = Mode.EXCLUDE)
  void everyReasonArrives(ErrorReason reason) throws Exception {
    String name = reason.name().substring("ERROR_REASON_".length());
    KexdException failure =
        failure(status(Status.Code.INTERNAL, "what to do", info(name, "kexd.io")));
    assertEquals(reason, failure.reason());
    assertEquals(name + ": what to do", failure.getMessage());
  }

  @Test
  void detailsArrive() throws Exception {
    KexdException failure =
        failure(
            status(
                Status.Code.RESOURCE_EXHAUSTED,
                "later",
                info("OVERLOADED", "kexd.io"),
                RetryInfo.newBuilder()
                    .setRetryDelay(
                        com.google.protobuf.Duration.newBuilder().setSeconds(1).setNanos(500))
                    .build(),
                BadRequest.newBuilder()
                    .addFieldViolations(FieldViolation.newBuilder().setField("hkdf.salt"))
                    .build()));
    assertEquals(Status.Code.RESOURCE_EXHAUSTED, failure.status());
    assertEquals(Optional.of(Duration.ofSeconds(1, 500)), failure.retryDelay());
    assertEquals(Optional.of("hkdf.salt"), failure.field());
  }

  @Test
  void reasonOfAnotherDomainIsNotOurs() throws Exception {
    KexdException failure =
        failure(status(Status.Code.INTERNAL, "a proxy", info("OVERLOADED", "example.org")));
    assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, failure.reason());
    assertEquals("INTERNAL: a proxy", failure.getMessage());
  }

  @Test
  void reasonThatIsNewerThanThisClient() throws Exception {
    KexdException failure =
        failure(status(Status.Code.INTERNAL, "new", info("INVENTED_LATER", "kexd.io")));
    assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, failure.reason());
    assertEquals("INTERNAL: new", failure.getMessage());
  }

  @Test
  void proxyWithoutAServerBehindIt() throws Exception {
    KexdException failure = failure(Status.UNAVAILABLE.withDescription("no upstream\nat all"));
    assertTrue(failure.toString().endsWith(" says: no upstream"), failure.toString());
  }

  @Test
  void statusWithoutAWordIsOneWord() throws Exception {
    assertEquals("ABORTED", failure(Status.ABORTED).getMessage());
  }

  @Test
  void nobodyListens() throws Exception {
    String target = "127.0.0.1:" + Daemon.freePort();
    KexdException failure = failure(target, builder -> {});
    assertEquals(Status.Code.UNAVAILABLE, failure.status());
    assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, failure.reason());
    assertEquals(
        "UNAVAILABLE: no kexd server answers at " + target + ": connection refused",
        failure.getMessage());
  }

  @Test
  void noAnswerBeforeTheDeadline() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String target = "127.0.0.1:" + silent.getLocalPort();
      KexdException failure = failure(target, b -> b.deadline(Duration.ofMillis(300)));
      assertEquals(Status.Code.DEADLINE_EXCEEDED, failure.status());
      assertEquals(
          "DEADLINE_EXCEEDED: no answer from " + target + " before the deadline",
          failure.getMessage());
    }
  }

  @Test
  void serverWithoutTls() throws Exception {
    try (FakeServer server = FakeServer.failing(0, Status.INTERNAL.asRuntimeException())) {
      KexdException failure = failure(server.target(), KexdClientBuilder::tls);
      assertEquals(
          "UNAVAILABLE: the TLS handshake with "
              + server.target()
              + " failed: the server speaks no TLS",
          failure.getMessage());
    }
  }

  private static KexdException failure(Status status) throws Exception {
    try (FakeServer server = FakeServer.failing(9, status.asRuntimeException())) {
      return failure(server.target(), builder -> {});
    }
  }

  private static KexdException failure(StatusRuntimeException status) throws Exception {
    try (FakeServer server = FakeServer.failing(1, status)) {
      return failure(server.target(), builder -> {});
    }
  }

  private static KexdException failure(String target, Consumer<KexdClientBuilder> settings) {
    KexdClientBuilder builder = KexdClient.builder(target);
    settings.accept(builder);
    try (KexdClient kexd = builder.build()) {
      KexdException failure = assertThrows(KexdException.class, () -> kexd.sign("k", new byte[0]));
      for (Throwable t = failure; t != null; t = t.getCause()) {
        assertFalse(t instanceof StatusRuntimeException, t::toString);
      }
      return failure;
    }
  }

  private static ErrorInfo info(String reason, String domain) {
    return ErrorInfo.newBuilder().setReason(reason).setDomain(domain).build();
  }

  private static StatusRuntimeException status(
      Status.Code code, String message, Message... details) {
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder().setCode(code.value()).setMessage(message);
    for (Message detail : details) {
      status.addDetails(Any.pack(detail));
    }
    return StatusProto.toStatusRuntimeException(status.build());
  }
}
