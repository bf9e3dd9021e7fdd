package io.kexd.server.service;

/**
 * How a call ends: {@link #OK}, or one of the reasons of kexd.v1.ErrorReason, name for name. Also
 * the closed set of values of the metrics' label {@code reason}.
 */
public enum Reason {
  OK,
  INVALID_REQUEST,
  INVALID_PUBLIC_KEY,
  UNKNOWN_CURVE,
  CURVE_DISABLED,
  KEY_ALREADY_USED,
  KEY_EXPIRED,
  KEY_NOT_FOUND,
  REQUEST_ID_CONFLICT,
  KEY_EXISTS,
  KEY_DISABLED,
  KEY_PURPOSE,
  OVERLOADED,
  TOO_MANY_HANDLES,
  UNAUTHENTICATED,
  PERMISSION_DENIED,
  STORE_UNAVAILABLE,
  SHUTTING_DOWN,
  DEADLINE_EXCEEDED,
  INTERNAL,
  TOO_MANY_SIGNING_KEYS
}
