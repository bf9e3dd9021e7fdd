package io.kexd.crypto;

import java.security.InvalidKeyException;
import org.jspecify.annotations.Nullable;

/** What became of one of many agreements: a secret, or the reason why there is none. */
public final class AgreementResult {
  private final byte @Nullable [] secret;
  private final @Nullable Exception refusal;

  private AgreementResult(byte @Nullable [] secret, @Nullable Exception refusal) {
    this.secret = secret;
    this.refusal = refusal;
  }

  static AgreementResult of(byte[] secret) {
    return new AgreementResult(secret, null);
  }

  static AgreementResult refused(Exception refusal) {
    return new AgreementResult(null, refusal);
  }

  /**
   * The shared secret, full length: the array itself, which the caller wipes.
   *
   * @throws InvalidKeyException when the peer's key is malformed or of small order
   * @throws IllegalStateException when the pair was closed
   * @throws IllegalArgumentException when the pair is for another scheme
   */
  public byte[] secret() throws InvalidKeyException {
    if (refusal instanceof InvalidKeyException e) {
      throw e;
    }
    if (refusal instanceof RuntimeException e) {
      throw e;
    }
    if (secret == null) {
      throw new IllegalStateException(refusal);
    }
    return secret;
  }

  /** What {@link #secret} throws; null where there is a secret. */
  public @Nullable Exception refusal() {
    return refusal;
  }

  /** Whether there is a secret, and nothing of it. */
  @Override
  public String toString() {
    return refusal == null ? "AgreementResult[secret]" : "AgreementResult[" + refusal + "]";
  }
}
