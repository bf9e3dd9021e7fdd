package io.kexd.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.kexd.v1.ErrorReason;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.function.Executable;

/**
 * How a call failed, as a client sees it. Reading one also checks what holds for every failure: a
 * known reason in our domain, and nothing of a stack trace.
 */
public record Failure(
    Status.Code code,
    ErrorReason reason,
    List<String> fields,
    Optional<Duration> retryAfter,
    String message) {
  private static final Pattern STACK = Pattern.compile("Exception|\\bat (io|java|com)\\.|\\.java:");

  /** The failure of a call that must fail. */
  public static Failure of(Executable call) {
    return of(assertThrows(StatusRuntimeException.class, call));
  }

  /** The failure behind an exception. */
  public static Failure of(StatusRuntimeException thrown) {
    com.google.rpc.Status status = Objects.requireNonNull(StatusProto.fromThrowable(thrown));
    assertFalse(STACK.matcher(status.toString()).find(), status.toString());
    String reason = "";
    List<String> fields = List.of();
    Optional<Duration> retry = Optional.empty();
    try {
      for (Any detail : status.getDetailsList()) {
        if (detail.is(ErrorInfo.class)) {
          assertEquals("kexd.io", detail.unpack(ErrorInfo.class).getDomain());
          reason = detail.unpack(ErrorInfo.class).getReason();
        } else if (detail.is(BadRequest.class)) {
          fields =
              detail.unpack(BadRequest.class).getFieldViolationsList().stream()
                  .map(BadRequest.FieldViolation::getField)
                  .toList();
        } else if (detail.is(RetryInfo.class)) {
          com.google.protobuf.Duration delay = detail.unpack(RetryInfo.class).getRetryDelay();
          retry = Optional.of(Duration.ofSeconds(delay.getSeconds(), delay.getNanos()));
        }
      }
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
    return new Failure(
        thrown.getStatus().getCode(),
        ErrorReason.valueOf("ERROR_REASON_" + reason),
        fields,
        retry,
        status.getMessage());
  }

  /** Asserts status, reason and the fields to blame. */
  public static void assertFails(
      Status.Code code, ErrorReason reason, List<String> fields, Executable call) {
    Failure failure = of(call);
    assertEquals(code, failure.code(), failure.toString());
    assertEquals(reason, failure.reason(), failure.toString());
    assertEquals(fields, failure.fields(), failure.toString());
  }

  /** Asserts INVALID_ARGUMENT, INVALID_REQUEST and the field. */
  public static void assertInvalid(String field, Executable call) {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        ErrorReason.ERROR_REASON_INVALID_REQUEST,
        List.of(field),
        call);
  }

  /** Asserts INVALID_ARGUMENT, INVALID_PUBLIC_KEY and the field. */
  public static void assertBadKey(String field, Executable call) {
    assertFails(
        Status.Code.INVALID_ARGUMENT,
        ErrorReason.ERROR_REASON_INVALID_PUBLIC_KEY,
        List.of(field),
        call);
  }

  /** Asserts a failure that no field is to blame for. */
  public static void assertFails(Status.Code code, ErrorReason reason, Executable call) {
    assertFails(code, reason, List.of(), call);
  }
}
