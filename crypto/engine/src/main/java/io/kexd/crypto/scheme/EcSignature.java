package io.kexd.crypto.scheme;

import java.util.Arrays;
import java.util.Optional;

/** ECDSA signatures: r || s of fixed size (P1363), and Ecdsa-Sig-Value in DER, RFC 3279 2.2.3. */
public final class EcSignature {
  private EcSignature() {}

  /** SEQUENCE { INTEGER r, INTEGER s } of r || s. */
  public static byte[] toDer(byte[] signature) {
    int half = signature.length / 2;
    return new Der.Writer()
        .integer(Arrays.copyOfRange(signature, half, signature.length))
        .integer(Arrays.copyOf(signature, half))
        .wrap(Der.SEQUENCE, 0)
        .finish();
  }

  /**
   * r || s of a signature in strict DER; empty for anything else, and for integers of more than
   * half of {@code signatureBytes}.
   */
  public static Optional<byte[]> fromDer(byte[] der, int signatureBytes) {
    int half = signatureBytes / 2;
    try {
      Der.Reader in = new Der.Reader(der);
      Der.Reader pair = in.read(Der.SEQUENCE, "signature");
      in.end("signature");
      byte[] signature = Arrays.copyOf(pair.readInteger(half, "r"), signatureBytes);
      System.arraycopy(pair.readInteger(half, "s"), 0, signature, half, half);
      pair.end("signature");
      return Optional.of(signature);
    } catch (Der.Malformed e) {
      return Optional.empty();
    }
  }
}
