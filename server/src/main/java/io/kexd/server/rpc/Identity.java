package io.kexd.server.rpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerTransportFilter;
import io.grpc.StatusRuntimeException;
import io.kexd.server.keys.Caller;
import io.kexd.server.service.Reason;
import io.kexd.server.service.Refusal;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who calls. A connection's identity is read once, when its handshake is done: the SPIFFE
 * id of the client's certificate, else its first DNS name; without a client certificate everyone is
 * {@link Caller#ANONYMOUS}. A certificate that names nobody is refused.
 */
final class Identity extends ServerTransportFilter implements ServerInterceptor {
  /** The caller of the call that is being handled. */
  static final Context.Key<Caller> CALLER = Context.key("caller");

  private static final Attributes.Key<Caller> ON_CONNECTION = Attributes.Key.create("caller");
  // Kinds of name in a certificate, RFC 5280 section 4.2.1.6.
  private static final int DNS_NAME = 2;
  private static final int URI = 6;

  @Override
  public Attributes transportReady(Attributes attributes) {
    Optional<Caller> caller = identify(attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION));
    return caller.isEmpty()
        ? attributes
        : attributes.toBuilder().set(ON_CONNECTION, caller.get()).build();
  }

  @Override
  public <Q, R> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
    Caller caller = call.getAttributes().get(ON_CONNECTION);
    if (caller == null) {
      StatusRuntimeException refusal =
          Statuses.of(
              Refusal.of(
                  Reason.UNAUTHENTICATED,
                  "the client certificate has neither one SPIFFE URI nor a DNS name"));
      call.close(refusal.getStatus(), trailers(refusal));
      return new ServerCall.Listener<>() {};
    }
    return Contexts.interceptCall(Context.current().withValue(CALLER, caller), call, headers, next);
  }

  /** The details of a refusal, for closing a call by hand. */
  static Metadata trailers(StatusRuntimeException refusal) {
    Metadata trailers = refusal.getTrailers();
    return trailers == null ? new Metadata() : trailers;
  }

  private static Optional<Caller> identify(@Nullable SSLSession session) {
    if (session == null) {
      return Optional.of(Caller.ANONYMOUS);
    }
    Certificate[] chain;
    try {
      chain = session.getPeerCertificates();
    } catch (SSLPeerUnverifiedException none) {
      return Optional.of(Caller.ANONYMOUS);
    }
    return chain.length > 0 && chain[0] instanceof X509Certificate certificate
        ? identify(certificate)
        : Optional.empty();
  }

  /**
   * Who a client certificate stands for; empty when it names nobody, or more than one SPIFFE id.
   */
  static Optional<Caller> identify(X509Certificate certificate) {
    List<String> spiffe =
        names(certificate, URI).stream()
            .filter(uri -> uri.regionMatches(true, 0, "spiffe://", 0, 9))
            .toList();
    if (spiffe.size() > 1) {
      return Optional.empty();
    }
    return spiffe.isEmpty()
        ? names(certificate, DNS_NAME).stream().findFirst().map(Caller::dns)
        : Optional.of(Caller.spiffe(spiffe.get(0)));
  }

  private static List<String> names(X509Certificate certificate, int kind) {
    List<String> found = new ArrayList<>();
    try {
      Collection<List<?>> names = certificate.getSubjectAlternativeNames();
      if (names != null) {
        for (List<?> name : names) {
          if (name.get(0).equals(kind) && name.get(1) instanceof String text && !text.isBlank()) {
            found.add(text);
          }
        }
      }
    } catch (CertificateParsingException unreadable) {
      return List.of();
    }
    return found;
  }
}
