package io.kexd.client.load;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import io.kexd.v1.ItemError;

/**
 * What became of a call.
 *
 * @param name why not: a reason of kexd for a refusal, a status of gRPC for an error
 */
record Outcome(Kind kind, String name) {
  private static final String DOMAIN = "kexd.io";
  private static final String PREFIX = "ERROR_REASON_";

  enum Kind {
    OK,
    /** The server said no, with a reason. */
    REFUSED,
    /** Anything else that went wrong. */
    ERROR
  }

  static final Outcome OK = new Outcome(Kind.OK, "OK");

  /** A reply that contradicts the request. */
  static final Outcome WRONG = new Outcome(Kind.ERROR, "WRONG_ANSWER");

  /** Whether nobody answered in time. How long that took is at least known. */
  boolean late() {
    return name.equals(Status.Code.DEADLINE_EXCEEDED.name());
  }

  /** Of a call that failed. */
  static Outcome of(Status status, Metadata trailers) {
    com.google.rpc.Status details = StatusProto.fromStatusAndTrailers(status, trailers);
    for (Any detail : details.getDetailsList()) {
      if (detail.is(ErrorInfo.class)) {
        String reason = reason(detail);
        if (!reason.isEmpty()) {
          return new Outcome(Kind.REFUSED, reason);
        }
      }
    }
    return new Outcome(Kind.ERROR, status.getCode().name());
  }

  /** Of an item of a batch. */
  static Outcome of(ItemError error) {
    return new Outcome(Kind.REFUSED, error.getReason().name().replaceFirst(PREFIX, ""));
  }

  /** Empty when it is none of kexd's. */
  private static String reason(Any detail) {
    try {
      ErrorInfo info = detail.unpack(ErrorInfo.class);
      boolean ours = info.getDomain().equals(DOMAIN) && info.getReason().matches("[A-Z_]{1,50}");
      return ours ? info.getReason() : "";
    } catch (InvalidProtocolBufferException e) {
      return "";
    }
  }
}
