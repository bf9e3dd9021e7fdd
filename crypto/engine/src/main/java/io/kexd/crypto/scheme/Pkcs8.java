package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.SecCodec;
import java.security.InvalidKeyException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Private keys as PKCS #8 in strict DER, OneAsymmetricKey of RFC 5958 section 2. Inside is
 * CurvePrivateKey for the curves of RFC 8410, section 7, and ECPrivateKey of RFC 5915 for named
 * curves. A public key that stands beside must be that of the private key.
 */
public final class Pkcs8 {
  private static final String NAME = "OneAsymmetricKey";
  private static final String EC_NAME = "ECPrivateKey";
  private static final int ATTRIBUTES = Der.constructed(0);
  private static final int PUBLIC_KEY = Der.primitive(1);
  private static final int EC_PARAMETERS = Der.constructed(0);
  private static final int EC_PUBLIC_KEY = Der.constructed(1);

  private final KeyAlgorithm algorithm;
  private final int keySize;
  private final UnaryOperator<byte[]> publicKeyOf;

  private Pkcs8(KeyAlgorithm algorithm, int keySize, UnaryOperator<byte[]> publicKeyOf) {
    this.algorithm = algorithm;
    this.keySize = keySize;
    this.publicKeyOf = publicKeyOf;
  }

  /**
   * Empty where the scheme has no OID: then its keys have no such encoding.
   *
   * @param keySize bytes of a raw private key
   * @param publicKeyOf the canonical public key of a private key; throws {@code
   *     IllegalArgumentException} for what is none
   */
  public static Optional<Pkcs8> of(
      Curve.SchemeSpec spec, int keySize, UnaryOperator<byte[]> publicKeyOf) {
    return KeyAlgorithm.of(spec).map(algorithm -> new Pkcs8(algorithm, keySize, publicKeyOf));
  }

  /**
   * The DER encoding of a raw private key, version 0; with the public key on named curves, as RFC
   * 5915 asks, without on the others. The caller wipes it.
   *
   * @throws IllegalArgumentException unless it is a private key
   */
  public byte[] encode(byte[] privateKey) {
    byte[] publicKey = publicKeyOf.apply(privateKey);
    Der.Writer out = new Der.Writer();
    if (algorithm.isNamedCurve) {
      out.bits(Der.BIT_STRING, publicKey).wrap(EC_PUBLIC_KEY, 0);
      out.element(Der.OCTET_STRING, privateKey).integer(new byte[] {1}).wrap(Der.SEQUENCE, 0);
    } else {
      out.element(Der.OCTET_STRING, privateKey);
    }
    out.wrap(Der.OCTET_STRING, 0);
    algorithm.write(out);
    return out.integer(new byte[] {0}).wrap(Der.SEQUENCE, 0).finish();
  }

  /**
   * The raw private key of a DER encoding, which the caller wipes. Attributes are not looked at.
   *
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decode(byte[] der) throws InvalidKeyException {
    try {
      return read(new Der.Reader(der));
    } catch (Der.Malformed e) {
      throw new InvalidKeyException(
          "not a PKCS #8 private key of this scheme in DER: " + e.getMessage(), e);
    }
  }

  private byte[] read(Der.Reader in) throws Der.Malformed {
    Der.Reader info = in.read(Der.SEQUENCE, NAME);
    in.end(NAME);
    int version = info.readInteger(1, "version")[0];
    algorithm.check(info);
    Der.Reader content = info.read(Der.OCTET_STRING, "privateKey");
    if (info.isNext(ATTRIBUTES)) {
      info.read(ATTRIBUTES, "attributes");
    }
    List<byte[]> publicKeys = new ArrayList<>();
    if (info.isNext(PUBLIC_KEY)) {
      publicKeys.add(info.readBits(PUBLIC_KEY, "publicKey").bytes());
    }
    info.end(NAME);
    if (version != publicKeys.size()) {
      throw new Der.Malformed("the version must be 1 with a public key and 0 without");
    }
    Der.Reader key =
        algorithm.isNamedCurve
            ? readEcPrivateKey(content, publicKeys)
            : content.read(Der.OCTET_STRING, "CurvePrivateKey");
    content.end("privateKey");
    return check(key, publicKeys);
  }

  /** RFC 5915 section 3. */
  private Der.Reader readEcPrivateKey(Der.Reader in, List<byte[]> publicKeys) throws Der.Malformed {
    Der.Reader info = in.read(Der.SEQUENCE, EC_NAME);
    if (info.readInteger(1, "version of " + EC_NAME)[0] != 1) {
      throw new Der.Malformed("the version of " + EC_NAME + " must be 1");
    }
    Der.Reader key = info.read(Der.OCTET_STRING, "privateKey of " + EC_NAME);
    if (info.isNext(EC_PARAMETERS)) {
      Der.Reader parameters = info.read(EC_PARAMETERS, "parameters");
      algorithm.checkNamedCurve(parameters);
      parameters.end("parameters");
    }
    if (info.isNext(EC_PUBLIC_KEY)) {
      Der.Reader outer = info.read(EC_PUBLIC_KEY, "publicKey of " + EC_NAME);
      publicKeys.add(outer.readBits(Der.BIT_STRING, "publicKey of " + EC_NAME).bytes());
      outer.end("publicKey of " + EC_NAME);
    }
    info.end(EC_NAME);
    return key;
  }

  /** A copy of the key, if it is one and those are its public keys. */
  private byte[] check(Der.Reader in, List<byte[]> publicKeys) throws Der.Malformed {
    if (in.size() != keySize) {
      throw new Der.Malformed("the key has " + in.size() + " bytes, must have " + keySize);
    }
    byte[] key = in.bytes();
    try {
      byte[] expected = publicKeyOf.apply(key);
      for (byte[] publicKey : publicKeys) {
        if (!isForm(expected, publicKey)) {
          throw new Der.Malformed("the public key is not that of the private key");
        }
      }
      return key;
    } catch (IllegalArgumentException | Der.Malformed e) {
      Wipe.wipe(key);
      throw new Der.Malformed(String.valueOf(e.getMessage()));
    }
  }

  /** Whether it is the public key, in canonical or in compressed form. */
  private boolean isForm(byte[] expected, byte[] publicKey) {
    return Arrays.equals(expected, publicKey)
        || (algorithm.isNamedCurve && Arrays.equals(SecCodec.compress(expected), publicKey));
  }
}
