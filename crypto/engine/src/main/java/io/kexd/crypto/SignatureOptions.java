package io.kexd.crypto;

import java.util.Optional;

/**
 * What may accompany a message. An option that the algorithm does not have is an {@code
 * IllegalArgumentException}, never ignored. Immutable as long as the context is.
 */
public final class SignatureOptions {
  private static final byte[] NO_CONTEXT = new byte[0];

  /** No context, no choices. */
  public static final SignatureOptions NONE = ofContext(NO_CONTEXT);

  private final byte[] context;
  private final Optional<EcdsaOptions> ecdsa;

  private SignatureOptions(byte[] context, Optional<EcdsaOptions> ecdsa) {
    this.context = context;
    this.ecdsa = ecdsa;
  }

  /** With the context of an EdDSA, which is not copied. */
  public static SignatureOptions ofContext(byte[] context) {
    return new SignatureOptions(context, Optional.empty());
  }

  /** With choices for ECDSA. */
  public static SignatureOptions of(EcdsaOptions ecdsa) {
    return new SignatureOptions(NO_CONTEXT, Optional.of(ecdsa));
  }

  byte[] context() {
    return context;
  }

  /** {@link EcdsaOptions#DEFAULT} is meant where it is empty. */
  Optional<EcdsaOptions> ecdsa() {
    return ecdsa;
  }
}
