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
 * @param batchItems operations of a batch, or of one message of a stream
 * @param batchTime what a batch may be estimated to take
 * @param streamItems operations of one stream that may wait before more are read
 */
public record Limits(
    Duration defaultTtl,
    Duration maxTtl,
    int handlesPerCaller,
    int handles,
    Duration requestIdWindow,
    int parameterSize,
    int messageSize,
    int requestSize,
    int batchItems,
    Duration batchTime,
    int streamItems) {

  /** Characters of a request id. */
  static final int REQUEST_ID_LENGTH = 128;

  /** Characters of the name that an item has. */
  private static final int REF_LENGTH = 128;

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

  /** Refuses a batch that is empty or has too many items. */
  public void checkItems(int count) {
    if (count == 0) {
      throw Refusal.invalid("items", "is empty");
    }
    if (count > batchItems) {
      throw Refusal.invalid("items", "may be at most " + batchItems);
    }
  }

  /** Refuses the name of an item that is too long to be echoed. */
  public static void checkRef(int item, String ref) {
    if (ref.length() > REF_LENGTH) {
      throw Refusal.invalid(
          "items[" + item + "].ref", "may have at most " + REF_LENGTH + " characters");
    }
  }
}
