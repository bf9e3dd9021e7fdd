package io.kexd.crypto.scheme;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The variants of Ed25519: RFC 8032 section 5.1. */
public enum EdVariant {
  /** Ed25519: no context. */
  PURE(0, 0, false),
  /** Ed25519ctx: a context of 1 to 255 bytes. */
  CTX(1, 255, false),
  /** Ed25519ph: signs the SHA-512 digest of the message; a context of up to 255 bytes. */
  PH(0, 255, true);

  private static final byte[] PREFIX =
      "SigEd25519 no Ed25519 collisions".getBytes(StandardCharsets.US_ASCII);

  private final int minContext;
  private final int maxContext;
  private final boolean prehashes;

  EdVariant(int minContext, int maxContext, boolean prehashes) {
    this.minContext = minContext;
    this.maxContext = maxContext;
    this.prehashes = prehashes;
  }

  /** The variant of an algorithm id: {@code ed25519}, {@code ed25519ctx}, {@code ed25519ph}. */
  public static EdVariant of(String algorithm) {
    if (algorithm.endsWith("ctx")) {
      return CTX;
    }
    return algorithm.endsWith("ph") ? PH : PURE;
  }

  public boolean acceptsContext(int size) {
    return size >= minContext && size <= maxContext;
  }

  /** dom2(F, C) of RFC 8032 section 2; empty for plain Ed25519. */
  private byte[] dom(byte[] context) {
    if (!acceptsContext(context.length)) {
      throw new IllegalArgumentException(
          maxContext == 0
              ? "this algorithm takes no context"
              : "the context must have " + minContext + " to " + maxContext + " bytes");
    }
    if (this == PURE) {
      return new byte[0];
    }
    byte[] dom = Arrays.copyOf(PREFIX, PREFIX.length + 2 + context.length);
    dom[PREFIX.length] = (byte) (prehashes ? 1 : 0);
    dom[PREFIX.length + 1] = (byte) context.length;
    System.arraycopy(context, 0, dom, PREFIX.length + 2, context.length);
    return dom;
  }

  /** What is hashed for a message; {@code IllegalArgumentException} for a context not allowed. */
  public EdMessage ofMessage(byte[] message, byte[] context) {
    return new EdMessage(dom(context), prehashes ? EdHash.create().digest(message) : message);
  }

  /** The same for a digest, which must be of {@link #digestAlgorithm}. */
  public EdMessage ofDigest(byte[] digest, byte[] context) {
    if (!prehashes) {
      throw new IllegalArgumentException("this algorithm signs messages, not digests");
    }
    if (digest.length != EdHash.SIZE) {
      throw new IllegalArgumentException(
          "the digest has " + digest.length + " bytes, must have " + EdHash.SIZE);
    }
    return new EdMessage(dom(context), digest);
  }

  /** The JCA name of the hash before signing; empty where there is none. */
  public String digestAlgorithm() {
    return prehashes ? EdHash.ALGORITHM : "";
  }
}
