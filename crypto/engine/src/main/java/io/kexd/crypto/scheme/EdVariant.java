package io.kexd.crypto.scheme;

import io.kexd.crypto.model.Curve;
import java.util.Arrays;

/** One algorithm of an EdDSA: what is hashed for a message and a context. Immutable. */
public final class EdVariant {
  private static final int MAX_CONTEXT = 255;

  /** Bytes of a digest: those of SHA-512 and of SHAKE256-512. */
  private static final int DIGEST_BYTES = 64;

  private final EdRules rules;
  private final int minContext;
  private final int maxContext;
  private final boolean prehashes;

  private EdVariant(EdRules rules, int minContext, int maxContext, boolean prehashes) {
    this.rules = rules;
    this.minContext = minContext;
    this.maxContext = maxContext;
    this.prehashes = prehashes;
  }

  /**
   * A variant of a scheme.
   *
   * <ul>
   *   <li>{@code pure} signs the message; a context of up to 255 bytes, none for Ed25519.
   *   <li>{@code ctx}, of Ed25519 only, has a context of 1 to 255 bytes.
   *   <li>{@code ph} signs a digest of the message; a context of up to 255 bytes.
   * </ul>
   *
   * @throws IllegalArgumentException for a variant or rules that do not exist
   */
  public static EdVariant of(Curve.SchemeSpec spec, String variant) {
    EdRules rules = EdRules.of(spec);
    if (variant.equals("pure")) {
      return new EdVariant(rules, 0, rules.contextIsVariant ? 0 : MAX_CONTEXT, false);
    }
    if (variant.equals("ctx") && rules.contextIsVariant) {
      return new EdVariant(rules, 1, MAX_CONTEXT, false);
    }
    if (variant.equals("ph")) {
      return new EdVariant(rules, 0, MAX_CONTEXT, true);
    }
    throw new IllegalArgumentException(spec.id() + " has no variant '" + variant + "'");
  }

  public boolean acceptsContext(int size) {
    return size >= minContext && size <= maxContext;
  }

  /**
   * dom of RFC 8032 section 2: prefix, 1 for ph or else 0, size of the context, context. Empty for
   * plain Ed25519.
   */
  private byte[] dom(byte[] context) {
    if (!acceptsContext(context.length)) {
      throw new IllegalArgumentException(
          maxContext == 0
              ? "this algorithm takes no context"
              : "the context must have " + minContext + " to " + maxContext + " bytes");
    }
    if (maxContext == 0) {
      return new byte[0];
    }
    int at = rules.domPrefix.length;
    byte[] dom = Arrays.copyOf(rules.domPrefix, at + 2 + context.length);
    dom[at] = (byte) (prehashes ? 1 : 0);
    dom[at + 1] = (byte) context.length;
    System.arraycopy(context, 0, dom, at + 2, context.length);
    return dom;
  }

  /** What is hashed for a message; {@code IllegalArgumentException} for a context not allowed. */
  public EdMessage ofMessage(byte[] message, byte[] context) {
    byte[] dom = dom(context);
    return new EdMessage(
        dom, prehashes ? EdHash.digest(rules.digestAlgorithm).digest(message) : message);
  }

  /** The same for a digest, which must be of {@link #digestAlgorithm}. */
  public EdMessage ofDigest(byte[] digest, byte[] context) {
    if (!prehashes) {
      throw new IllegalArgumentException("this algorithm signs messages, not digests");
    }
    if (digest.length != DIGEST_BYTES) {
      throw new IllegalArgumentException(
          "the digest has " + digest.length + " bytes, must have " + DIGEST_BYTES);
    }
    return new EdMessage(dom(context), digest);
  }

  /**
   * The JCA name of the hash before signing: {@code SHA-512}, or {@code SHAKE256-512}, which is
   * SHAKE256 with 64 bytes of output. Empty where there is none.
   */
  public String digestAlgorithm() {
    return prehashes ? rules.digestAlgorithm : "";
  }

  /** Bytes of a digest; 0 where there is none. */
  public int digestSize() {
    return prehashes ? DIGEST_BYTES : 0;
  }
}
