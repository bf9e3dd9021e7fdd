package io.kexd.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.protobuf.StatusProto;
import io.kexd.v1.ErrorReason;
import io.kexd.v1.ItemError;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Turns gRPC's exceptions into {@link KexdException}. */
final class Failures {
  private static final String DOMAIN = "kexd.io";
  private static final String PREFIX = "ERROR_REASON_";

  /** What gRPC says when the other side hangs up without a word. */
  private static final String CLOSED = "Network closed";

  /** The same from the system, when the other side did not read all that was sent. */
  private static final String RESET = "Connection reset";

  private static final Map<String, String> PLAIN =
      Map.of(
          "Connection refused",
          "connection refused",
          "unable to find valid certification path",
          "no trusted authority issued the server's certificate",
          "CERTIFICATE_REQUIRED",
          "the server requires a client certificate",
          "KEY_VALUES_MISMATCH",
          "the client's certificate and private key do not belong together",
          "not an SSL/TLS record",
          "the server speaks no TLS");

  private Failures() {}

  static KexdException of(StatusRuntimeException e, String target) {
    com.google.rpc.Status details = StatusProto.fromThrowable(e);
    ErrorReason reason = detail(details, ErrorInfo.class).map(Failures::reason).orElse(null);
    if (reason == null) {
      return ofTransport(e, target);
    }
    String field =
        detail(details, BadRequest.class)
            .filter(bad -> bad.getFieldViolationsCount() > 0)
            .map(bad -> bad.getFieldViolations(0).getField())
            .orElse(null);
    Duration delay =
        detail(details, RetryInfo.class).map(info -> delay(info.getRetryDelay())).orElse(null);
    String message = name(reason) + ": " + e.getStatus().getDescription();
    return new KexdException(
        e.getStatus().getCode(), reason, field, delay, message, e.getStatus().getCause());
  }

  /** Why one item of several has no answer. */
  static KexdException of(ItemError error) {
    ErrorReason reason =
        error.getReason() == ErrorReason.UNRECOGNIZED // Newer than this client.
            ? ErrorReason.ERROR_REASON_UNSPECIFIED
            : error.getReason();
    return new KexdException(
        Status.fromCodeValue(error.getCode()).getCode(),
        reason,
        error.getField().isEmpty() ? null : error.getField(),
        error.hasRetryDelay() ? delay(error.getRetryDelay()) : null,
        name(reason) + ": " + error.getMessage(),
        null);
  }

  /** A failure that no kexd server explained. */
  private static KexdException ofTransport(StatusRuntimeException e, String target) {
    Status status = e.getStatus();
    String text =
        switch (status.getCode()) {
          case UNAVAILABLE -> unreachable(status, target);
          case DEADLINE_EXCEEDED -> "no answer from " + target + " before the deadline";
          case UNIMPLEMENTED -> "the server at " + target + " does not know this call";
          default -> firstLine(status.getDescription());
        };
    return new KexdException(
        status.getCode(),
        ErrorReason.ERROR_REASON_UNSPECIFIED,
        null,
        null,
        text.isEmpty() ? status.getCode().name() : status.getCode() + ": " + text,
        status.getCause());
  }

  private static String unreachable(Status status, String target) {
    boolean tls = false;
    Throwable root = null;
    for (Throwable t = status.getCause(); t != null; t = t.getCause()) {
      tls |= t instanceof SSLException;
      root = t;
    }
    String said = firstLine(status.getDescription());
    if (root == null && !said.isEmpty() && !said.contains(CLOSED)) {
      return target + " says: " + said;
    }
    if (root == null || (!tls && firstLine(root.getMessage()).contains(RESET))) {
      return target + " closed the connection: does it want TLS, or none?";
    }
    return tls
        ? "the TLS handshake with " + target + " failed: " + plainly(root)
        : "no kexd server answers at " + target + ": " + plainly(root);
  }

  /** In one line, without the libraries' own words where they say little. */
  private static String plainly(Throwable t) {
    if (t instanceof UnknownHostException) {
      return "unknown host";
    }
    String message = firstLine(t.getMessage());
    return PLAIN.entrySet().stream()
        .filter(words -> message.contains(words.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(message);
  }

  private static String firstLine(@Nullable String text) {
    return text == null ? "" : text.lines().findFirst().orElse("");
  }

  private static String name(ErrorReason reason) {
    return reason.name().substring(PREFIX.length());
  }

  /** Null for another domain's error and for a reason that is newer than this client. */
  private static @Nullable ErrorReason reason(ErrorInfo info) {
    if (!info.getDomain().equals(DOMAIN)) {
      return null;
    }
    try {
      return ErrorReason.valueOf(PREFIX + info.getReason());
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Duration delay(com.google.protobuf.Duration delay) {
    return Duration.ofSeconds(delay.getSeconds(), delay.getNanos());
  }

  private static <M extends Message> Optional<M> detail(
      com.google.rpc.@Nullable Status status, Class<M> type) {
    if (status == null) {
      return Optional.empty();
    }
    for (Any any : status.getDetailsList()) {
      if (any.is(type)) {
        try {
          return Optional.of(any.unpack(type));
        } catch (InvalidProtocolBufferException e) {
          return Optional.empty();
        }
      }
    }
    return Optional.empty();
  }
}
