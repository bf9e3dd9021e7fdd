package io.kexd.server.service;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.KDF;
import javax.crypto.spec.HKDFParameterSpec;

/** HKDF (RFC 5869) by the JDK, and the info parameter that kexd gives it. */
final class Hkdf {
  private static final byte[] LABEL = "kexd-v1".getBytes(StandardCharsets.US_ASCII);

  private Hkdf() {}

  /**
   * Extract and expand.
   *
   * @param salt empty means hash-length zeros
   * @param length 1 to 255 times the hash's size
   */
  static byte[] derive(HashName hash, byte[] secret, byte[] salt, byte[] info, int length) {
    HKDFParameterSpec parameters =
        HKDFParameterSpec.ofExtract().addIKM(secret).addSalt(salt).thenExpand(info, length);
    try {
      return KDF.getInstance(hash.hkdf()).deriveData(parameters);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this JDK cannot do " + hash.hkdf(), e);
    }
  }

  /**
   * {@code "kexd-v1" || len8(curve) || curve || len16(info) || info || len16(pkI) || pkI ||
   * len16(pkR) || pkR}, lengths big-endian, keys in canonical form: both sides get the same bytes
   * only when they saw the same curve, the same info and the same two keys.
   */
  static byte[] boundInfo(String curve, byte[] info, byte[] initiator, byte[] responder) {
    byte[] id = curve.getBytes(StandardCharsets.US_ASCII);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(LABEL);
    out.write(id.length);
    out.writeBytes(id);
    for (byte[] part : new byte[][] {info, initiator, responder}) {
      out.write(part.length >>> 8);
      out.write(part.length);
      out.writeBytes(part);
    }
    return out.toByteArray();
  }
}
