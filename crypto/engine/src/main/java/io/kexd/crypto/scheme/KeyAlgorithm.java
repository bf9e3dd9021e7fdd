package io.kexd.crypto.scheme;

import io.kexd.crypto.model.Curve;
import java.util.Optional;

/**
 * The AlgorithmIdentifier of a key: an OID of its own for the curves of RFC 8410, {@code
 * id-ecPublicKey} with the OID of a named curve for those of RFC 5480.
 */
final class KeyAlgorithm {
  /** id-ecPublicKey. */
  private static final byte[] EC_PUBLIC_KEY = Der.oid("1.2.840.10045.2.1");

  /** Whether it is a named curve of RFC 5480. */
  final boolean isNamedCurve;

  /** Of the named curve or of the algorithm. */
  final byte[] oid;

  private KeyAlgorithm(boolean isNamedCurve, byte[] oid) {
    this.isNamedCurve = isNamedCurve;
    this.oid = oid;
  }

  /** Empty where the scheme has no OID. */
  static Optional<KeyAlgorithm> of(Curve.SchemeSpec spec) {
    return spec.oid().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KeyAlgorithm(
                spec.kind().equals("ecdh") || spec.kind().equals("ecdsa"), Der.oid(spec.oid())));
  }

  void write(Der.Writer out) {
    int mark = out.mark();
    out.element(Der.OID, oid);
    if (isNamedCurve) {
      out.element(Der.OID, EC_PUBLIC_KEY);
    }
    out.wrap(Der.SEQUENCE, mark);
  }

  /** Reads the next element, which must be this algorithm. */
  void check(Der.Reader in) throws Der.Malformed {
    Der.Reader content = in.read(Der.SEQUENCE, "AlgorithmIdentifier");
    Der.Reader algorithm = content.read(Der.OID, "algorithm");
    if (!algorithm.isEqual(isNamedCurve ? EC_PUBLIC_KEY : oid)) {
      throw new Der.Malformed("the key is for another algorithm");
    }
    if (isNamedCurve) {
      checkNamedCurve(content);
    }
    content.end("AlgorithmIdentifier");
  }

  /** Reads the next element, which must be the named curve. */
  void checkNamedCurve(Der.Reader in) throws Der.Malformed {
    if (in.isNext(Der.SEQUENCE)) {
      throw new Der.Malformed(
          "the curve is given by explicit parameters: name it by its OID (RFC 5480 section 2.1.1)");
    }
    if (!in.read(Der.OID, "named curve").isEqual(oid)) {
      throw new Der.Malformed("the key is for another curve");
    }
  }
}
