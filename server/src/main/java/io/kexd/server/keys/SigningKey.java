package io.kexd.server.keys;

import io.kexd.crypto.KeyPair;
import java.time.Instant;

/**
 * A named signing key with its one version.
 *
 * @param name its name among its owner's keys
 * @param algorithm its algorithm id
 * @param purpose what it may be used for
 * @param pair the private half stays inside
 * @param createdAt when it was made
 */
public record SigningKey(
    String name, String algorithm, Purpose purpose, KeyPair pair, Instant createdAt) {
  /** The number of the only version. */
  public static final int VERSION = 1;

  /** What a key may be used for; fixed when it is made. */
  public enum Purpose {
    /** For signing data that callers send. */
    SIGN_DATA,
    /** For signing exchange transcripts that the server makes, and nothing else. */
    SIGN_EXCHANGE
  }

  /** Never shows the pair. */
  @Override
  public String toString() {
    return "SigningKey[" + algorithm + ", " + purpose + "]";
  }
}
