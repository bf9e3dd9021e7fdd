package io.kexd.server.rpc;

import com.google.protobuf.Any;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ItemError;

/**
 * The error contract: each reason's gRPC status, and the details that go with it. docs/errors.md is
 * the page for callers.
 */
final class Statuses {
  private static final String DOMAIN = "kexd.io";

  private Statuses() {}

  /** What a caller gets for a refusal. */
  static StatusRuntimeException of(Refusal refusal) {
    com.google.rpc.Status.Builder status =
        com.google.rpc.Status.newBuilder()
            .setCode(code(refusal.reason()).value())
            .setMessage(String.valueOf(refusal.getMessage()))
            .addDetails(
                Any.pack(
                    ErrorInfo.newBuilder()
                        .setReason(refusal.reason().name())
                        .setDomain(DOMAIN)
                        .build()));
    refusal.field().ifPresent(field -> status.addDetails(Any.pack(violation(field, refusal))));
    refusal.retryAfter().ifPresent(after -> status.addDetails(Any.pack(retry(after))));
    return StatusProto.toStatusRuntimeException(status.build());
  }

  /** What a caller gets for a fault of the server: nothing about it. */
  static StatusRuntimeException internal() {
    return of(fault());
  }

  /** The refusal for a fault of the server. */
  static Refusal fault() {
    return Refusal.of(Reason.INTERNAL, "internal error; the server has logged it");
  }

  /** What a caller gets for one item of several. */
  static ItemError itemError(Refusal refusal) {
    ItemError.Builder error =
        ItemError.newBuilder()
            .setCode(code(refusal.reason()).value())
            .setReason(ErrorReason.valueOf("ERROR_REASON_" + refusal.reason().name()))
            .setMessage(String.valueOf(refusal.getMessage()));
    refusal.field().ifPresent(error::setField);
    refusal.retryAfter().ifPresent(after -> error.setRetryDelay(Encode.duration(after)));
    return error.build();
  }

  static Status.Code code(Reason reason) {
    return switch (reason) {
      case OK -> Status.Code.OK;
      case INVALID_REQUEST, INVALID_PUBLIC_KEY, UNKNOWN_CURVE -> Status.Code.INVALID_ARGUMENT;
      case CURVE_DISABLED, KEY_ALREADY_USED, KEY_EXPIRED, KEY_DISABLED, KEY_PURPOSE ->
          Status.Code.FAILED_PRECONDITION;
      case KEY_NOT_FOUND -> Status.Code.NOT_FOUND;
      case REQUEST_ID_CONFLICT, KEY_EXISTS -> Status.Code.ALREADY_EXISTS;
      case OVERLOADED, TOO_MANY_HANDLES, TOO_MANY_SIGNING_KEYS -> Status.Code.RESOURCE_EXHAUSTED;
      case UNAUTHENTICATED -> Status.Code.UNAUTHENTICATED;
      case PERMISSION_DENIED -> Status.Code.PERMISSION_DENIED;
      case STORE_UNAVAILABLE, SHUTTING_DOWN -> Status.Code.UNAVAILABLE;
      case DEADLINE_EXCEEDED -> Status.Code.DEADLINE_EXCEEDED;
      case INTERNAL -> Status.Code.INTERNAL;
    };
  }

  private static BadRequest violation(String field, Refusal refusal) {
    return BadRequest.newBuilder()
        .addFieldViolations(
            BadRequest.FieldViolation.newBuilder()
                .setField(field)
                .setDescription(String.valueOf(refusal.getMessage()))
                .setReason(refusal.reason().name()))
        .build();
  }

  private static RetryInfo retry(java.time.Duration after) {
    return RetryInfo.newBuilder().setRetryDelay(Encode.duration(after)).build();
  }
}
