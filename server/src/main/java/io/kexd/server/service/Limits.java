package io.kexd.server.service;

import java.time.Duration;

/**
 * The limits in force, as ListCurves shows them.
 *
 * @param defaultTtl a pair's lifetime when the request names none
 * @param maxTtl the longest lifetime that a request may ask for
 * @param handlesPerCaller live handles of one caller
 * @param handles live handles in all
 * @param requestIdWindow how long a request id is remembered
 * @param parameterSize bytes of salt, info and context, each
 * @param messageSize bytes of a message to sign or to verify
 * @param requestSize bytes of a whole request on the wire
 */
public record Limits(
    Duration defaultTtl,
    Duration maxTtl,
    int handlesPerCaller,
    int handles,
    Duration requestIdWindow,
    int parameterSize,
    int messageSize,
    int requestSize) {

  /** Characters of a request id. */
  static final int REQUEST_ID_LENGTH = 128;

  void checkParameter(String field, byte[] value) {
    if (value.length > parameterSize) {
      throw Refusal.invalid(field, "may have at most " + parameterSize + " bytes");
    }
  }

  void checkMessage(String field, byte[] message) {
    if (message.length > messageSize) {
      throw Refusal.invalid(field, "may have at most " + messageSize + " bytes");
    }
  }

  static void checkRequestId(String requestId) {
    if (requestId.length() > REQUEST_ID_LENGTH) {
      throw Refusal.invalid("request_id", "may have at most " + REQUEST_ID_LENGTH + " characters");
    }
  }
}
