package io.kexd.server.rpc;

import io.kexd.v1.AgreeRequest;
import io.kexd.v1.BatchAgreeRequest;
import io.kexd.v1.BatchExchangeRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.Hkdf;

/** How large the reply to a request may be, as far as the request chooses it. */
final class ReplySize {
  /** HKDF's most: 255 blocks of the longest hash. */
  private static final long LONGEST = 255 * 64;

  /** A secret of so many bytes is like a reply whose length is not chosen. */
  private static final long SHORT = 256;

  private ReplySize() {}

  /** Bytes of the secrets that are asked for; about 0 where their length is not chosen. */
  static long secrets(Object request) {
    if (request instanceof ExchangeRequest exchange) {
      return length(exchange.getHkdf());
    }
    if (request instanceof AgreeRequest agree) {
      return length(agree.getHkdf());
    }
    if (request instanceof BatchExchangeRequest batch) {
      return batch.getItemsList().stream()
          .mapToLong(item -> length(item.getRequest().getHkdf()))
          .sum();
    }
    if (request instanceof BatchAgreeRequest batch) {
      return batch.getItemsList().stream()
          .mapToLong(item -> length(item.getRequest().getHkdf()))
          .sum();
    }
    return 0;
  }

  private static long length(Hkdf hkdf) {
    return Math.max(0, Math.min(LONGEST, Integer.toUnsignedLong(hkdf.getLength())) - SHORT);
  }
}
