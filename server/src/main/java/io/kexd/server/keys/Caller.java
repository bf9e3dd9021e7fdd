package io.kexd.server.keys;

import java.util.Locale;

/**
 * Who calls. Handles, signing keys and request ids belong to a caller, so equality is what keeps
 * them apart: a DNS name never equals a SPIFFE id or the anonymous caller.
 *
 * @param kind where the name comes from
 * @param name the SPIFFE id as it stands in the certificate, or the DNS name in lower case
 */
public record Caller(Kind kind, String name) {
  /** Everyone without a client certificate shares this identity. */
  public static final Caller ANONYMOUS = new Caller(Kind.ANONYMOUS, "anonymous");

  /** Where a caller's name comes from. */
  public enum Kind {
    ANONYMOUS,
    SPIFFE,
    DNS
  }

  /** Whom a setting names: a SPIFFE id, {@code anonymous}, or else a DNS name. */
  public static Caller named(String name) {
    if (name.equals(ANONYMOUS.name())) {
      return ANONYMOUS;
    }
    return name.startsWith("spiffe://") ? spiffe(name) : dns(name);
  }

  /** A workload named by its SPIFFE id. */
  public static Caller spiffe(String id) {
    return new Caller(Kind.SPIFFE, id);
  }

  /** A client named by a DNS name, in any case. */
  public static Caller dns(String name) {
    return new Caller(Kind.DNS, name.toLowerCase(Locale.ROOT));
  }
}
