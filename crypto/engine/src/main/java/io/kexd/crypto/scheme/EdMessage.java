package io.kexd.crypto.scheme;

/** What is signed: the hashed inputs are {@code dom || ... || bytes}. Holds the arrays as given. */
public final class EdMessage {
  /** dom of RFC 8032 section 2, empty for plain Ed25519. */
  final byte[] dom;

  /** The message, or its digest for the ph variant. */
  final byte[] bytes;

  EdMessage(byte[] dom, byte[] bytes) {
    this.dom = dom;
    this.bytes = bytes;
  }
}
