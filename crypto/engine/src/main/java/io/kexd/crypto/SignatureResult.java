package io.kexd.crypto;

import org.jspecify.annotations.Nullable;

/** What became of one of many signatures to make: the signature, or why there is none. */
public final class SignatureResult {
  private final byte @Nullable [] signature;
  private final @Nullable RuntimeException refusal;

  private SignatureResult(byte @Nullable [] signature, @Nullable RuntimeException refusal) {
    this.signature = signature;
    this.refusal = refusal;
  }

  static SignatureResult of(byte[] signature) {
    return new SignatureResult(signature, null);
  }

  static SignatureResult refused(RuntimeException refusal) {
    return new SignatureResult(null, refusal);
  }

  /**
   * The signature: the array itself.
   *
   * @throws IllegalArgumentException when the input is not one for the algorithm, or the pair is
   *     for another scheme
   * @throws IllegalStateException when the pair was closed, or {@link FaultCheck} found the
   *     signature wrong
   */
  public byte[] signature() {
    if (refusal != null) {
      throw refusal;
    }
    if (signature == null) {
      throw new IllegalStateException("neither a signature nor a refusal");
    }
    return signature;
  }

  /** What {@link #signature} throws; null where there is a signature. */
  public @Nullable RuntimeException refusal() {
    return refusal;
  }

  @Override
  public String toString() {
    return refusal == null ? "SignatureResult[signature]" : "SignatureResult[" + refusal + "]";
  }
}
