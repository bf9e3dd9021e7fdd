package io.kexd.crypto;

/** What is signed: a message, or its digest, and the options for it. The bytes are not copied. */
public final class SignatureInput {
  final byte[] bytes;
  final boolean isDigest;
  final SignatureOptions options;

  private SignatureInput(byte[] bytes, boolean isDigest, SignatureOptions options) {
    this.bytes = bytes;
    this.isDigest = isDigest;
    this.options = options;
  }

  /** A message, which algorithms of digests hash first. */
  public static SignatureInput ofMessage(byte[] message, SignatureOptions options) {
    return new SignatureInput(message, false, options);
  }

  /** The digest of a message, for algorithms of digests. */
  public static SignatureInput ofDigest(byte[] digest, SignatureOptions options) {
    return new SignatureInput(digest, true, options);
  }
}
