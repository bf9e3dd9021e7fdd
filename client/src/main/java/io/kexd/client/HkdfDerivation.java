package io.kexd.client;

import com.google.protobuf.ByteString;
import io.kexd.v1.AgreeRequest;
import io.kexd.v1.ExchangeRequest;
import io.kexd.v1.Hash;
import io.kexd.v1.Hkdf;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.regex.Pattern;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/**
 * HKDF (RFC 5869), extract and expand, bound to the curve and to both public keys.
 *
 * <p>Made by {@link Derivation#hkdf()}; each method returns a changed copy:
 *
 * <pre>{@code
 * HkdfDerivation derivation = Derivation.hkdf().hash(Hash.HASH_SHA384).info(info).length(48);
 * }</pre>
 *
 * <p>A peer that does not use kexd for its side computes the same bytes with {@link #derive}.
 */
public final class HkdfDerivation implements Derivation {
  static final HkdfDerivation DEFAULT =
      new HkdfDerivation(Hkdf.newBuilder().setHash(Hash.HASH_SHA256).setLength(32).build());

  private static final byte[] LABEL = "kexd-v1".getBytes(StandardCharsets.US_ASCII);

  /** The curves whose keys are SEC 1 points. */
  private static final Pattern SEC1 = Pattern.compile("p[0-9]+|numsp[0-9]+d1");

  private static final byte UNCOMPRESSED = 4;

  private final Hkdf parameters;

  private HkdfDerivation(Hkdf parameters) {
    this.parameters = parameters;
  }

  /** With another hash: SHA-256, SHA-384 or SHA-512. */
  public HkdfDerivation hash(Hash hash) {
    jcaName(hash);
    return new HkdfDerivation(parameters.toBuilder().setHash(hash).build());
  }

  /** With a salt of up to 1024 bytes. */
  public HkdfDerivation salt(byte[] salt) {
    return new HkdfDerivation(parameters.toBuilder().setSalt(ByteString.copyFrom(salt)).build());
  }

  /** With the purpose of the secret, up to 1024 bytes. */
  public HkdfDerivation info(byte[] info) {
    return new HkdfDerivation(parameters.toBuilder().setInfo(ByteString.copyFrom(info)).build());
  }

  /** With another size of the secret: 1 to 255 times the hash's size, in bytes. */
  public HkdfDerivation length(int length) {
    if (length < 1) {
      throw new IllegalArgumentException("the length of a secret must be positive, not " + length);
    }
    return new HkdfDerivation(parameters.toBuilder().setLength(length).build());
  }

  /**
   * With HKDF's info exactly as {@link #info} says, without label, curve and keys: for protocols
   * that bind the keys themselves.
   */
  public HkdfDerivation omitPublicKeys() {
    return new HkdfDerivation(parameters.toBuilder().setOmitPublicKeys(true).build());
  }

  /**
   * Computes here what the server computes: for the end of the exchange that holds its own private
   * key.
   *
   * @param curve the curve id, for example {@code x25519}
   * @param sharedSecret the result of the Diffie-Hellman function, full length
   * @param initiatorKey public key of the side that sent its key first, in canonical form: a SEC 1
   *     point (p256 and its like) uncompressed, any other key raw, exactly as sent
   * @param responderKey public key of the side that answered, in canonical form
   * @return the secret, of the length that was set
   * @throws IllegalArgumentException when a parameter is too long or a key is not canonical
   */
  public byte[] derive(
      String curve, byte[] sharedSecret, byte[] initiatorKey, byte[] responderKey) {
    HKDFParameterSpec.Builder extract = HKDFParameterSpec.ofExtract().addIKM(sharedSecret);
    if (!parameters.getSalt().isEmpty()) {
      extract.addSalt(parameters.getSalt().toByteArray());
    }
    byte[] info = boundInfo(curve, initiatorKey, responderKey);
    try {
      return KDF.getInstance("HKDF-" + jcaName(parameters.getHash()))
          .deriveData(extract.thenExpand(info, parameters.getLength()));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("HKDF refuses these parameters: " + e.getMessage(), e);
    }
  }

  /** The layout is part of the service's contract: see the message Hkdf in common.proto. */
  private byte[] boundInfo(String curve, byte[] initiatorKey, byte[] responderKey) {
    byte[] info = parameters.getInfo().toByteArray();
    if (parameters.getOmitPublicKeys()) {
      return info;
    }
    if (initiatorKey.length != responderKey.length) {
      throw new IllegalArgumentException(
          "the public keys differ in size: of SEC 1 points, the uncompressed form is wanted");
    }
    if (SEC1.matcher(curve).matches()) {
      requireUncompressed(initiatorKey);
      requireUncompressed(responderKey);
    }
    byte[] id = curve.getBytes(StandardCharsets.US_ASCII);
    if (id.length > 0xff) {
      throw new IllegalArgumentException("a curve id has at most 255 characters");
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(LABEL);
    out.write(id.length);
    out.writeBytes(id);
    for (byte[] part : List.of(info, initiatorKey, responderKey)) {
      if (part.length > 0xffff) {
        throw new IllegalArgumentException("info and public keys have at most 65535 bytes each");
      }
      out.write(part.length >> 8);
      out.write(part.length);
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  private static void requireUncompressed(byte[] key) {
    if (key.length == 0 || key[0] != UNCOMPRESSED) {
      throw new IllegalArgumentException(
          "a public key of this curve must be an uncompressed SEC 1 point, which begins with 04");
    }
  }

  private static String jcaName(Hash hash) {
    return switch (hash) {
      case HASH_SHA256 -> "SHA256";
      case HASH_SHA384 -> "SHA384";
      case HASH_SHA512 -> "SHA512";
      case HASH_SHAKE256, HASH_UNSPECIFIED, UNRECOGNIZED ->
          throw new IllegalArgumentException("HKDF needs SHA-256, SHA-384 or SHA-512");
    };
  }

  @Override
  public void applyTo(AgreeRequest.Builder request) {
    request.setHkdf(parameters);
  }

  @Override
  public void applyTo(ExchangeRequest.Builder request) {
    request.setHkdf(parameters);
  }
}
