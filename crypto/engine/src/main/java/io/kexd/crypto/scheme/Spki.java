package io.kexd.crypto.scheme;

import io.kexd.crypto.model.Curve;
import java.security.InvalidKeyException;
import java.util.Optional;

/**
 * SubjectPublicKeyInfo in strict DER: SEQUENCE { AlgorithmIdentifier, BIT STRING } of RFC 8410
 * section 4, or of RFC 5480 section 2 with a named curve. It wraps a key and judges it not.
 */
public final class Spki {
  private static final String NAME = "SubjectPublicKeyInfo";

  private final KeyAlgorithm algorithm;
  private final int keySize;

  private Spki(KeyAlgorithm algorithm, int keySize) {
    this.algorithm = algorithm;
    this.keySize = keySize;
  }

  /**
   * Empty where the scheme has no OID: then its keys have no such encoding.
   *
   * @param keySize bytes of a raw key in canonical form
   */
  public static Optional<Spki> of(Curve.SchemeSpec spec, int keySize) {
    return KeyAlgorithm.of(spec).map(algorithm -> new Spki(algorithm, keySize));
  }

  /** The DER encoding of a raw key in canonical form. */
  public byte[] encode(byte[] key) {
    if (key.length != keySize) {
      throw new IllegalArgumentException("a raw public key has " + keySize + " bytes");
    }
    Der.Writer out = new Der.Writer().bits(Der.BIT_STRING, key);
    algorithm.write(out);
    return out.wrap(Der.SEQUENCE, 0).finish();
  }

  /**
   * The raw key of a DER encoding, not validated; on Weierstrass curves the point may be
   * compressed.
   *
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decode(byte[] der) throws InvalidKeyException {
    try {
      Der.Reader in = new Der.Reader(der);
      Der.Reader info = in.read(Der.SEQUENCE, NAME);
      in.end(NAME);
      algorithm.check(info);
      Der.Reader key = info.readBits(Der.BIT_STRING, "subjectPublicKey");
      info.end(NAME);
      if (!algorithm.isNamedCurve && key.size() != keySize) {
        throw new Der.Malformed("the key has " + key.size() + " bytes, must have " + keySize);
      }
      return key.bytes();
    } catch (Der.Malformed e) {
      throw new InvalidKeyException(
          "not a " + NAME + " of this scheme in DER: " + e.getMessage(), e);
    }
  }
}
