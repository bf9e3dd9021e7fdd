package io.kexd.crypto.scheme;

import io.kexd.crypto.field.BigEndian;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Locale;
import javax.crypto.Mac;

/** The hashes of ECDSA, from the JDK. */
public enum EcHash {
  SHA256("SHA-256", "HmacSHA256", 32),
  SHA384("SHA-384", "HmacSHA384", 48),
  SHA512("SHA-512", "HmacSHA512", 64);

  /** Bytes of a digest. */
  public final int bytes;

  private final String algorithm;
  private final String hmac;

  EcHash(String algorithm, String hmac, int bytes) {
    this.algorithm = algorithm;
    this.hmac = hmac;
    this.bytes = bytes;
  }

  /** The hash that a card names, for example {@code sha256}. */
  public static EcHash of(String variant) {
    return valueOf(variant.toUpperCase(Locale.ROOT));
  }

  /** Its JCA name. */
  public String algorithm() {
    return algorithm;
  }

  /** The digest of a message. */
  public byte[] digest(byte[] message) {
    try {
      return MessageDigest.getInstance(algorithm).digest(message);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + algorithm, e);
    }
  }

  /** HMAC with this hash. */
  Mac hmac() {
    try {
      return Mac.getInstance(hmac);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + hmac, e);
    }
  }

  /**
   * The leftmost bits of a string, at most {@code bits}, as an integer: FIPS 186-5 section 6.4.1
   * step 2, bits2int of RFC 6979 section 2.3.2. Written little-endian, in (bits+7)/8 bytes. Time:
   * the sizes only.
   */
  static void leftmostBits(byte[] out, int offset, int bits, byte[] in) {
    int bytes = (bits + 7) / 8;
    int used = Math.min(bytes, in.length);
    int shift = Math.max(0, 8 * used - bits);
    BigEndian.reverse(out, offset, in, 0, used);
    Arrays.fill(out, offset + used, offset + bytes, (byte) 0);
    for (int i = offset; i < offset + used; i++) {
      int next = i + 1 < offset + used ? out[i + 1] & 0xff : 0;
      out[i] = (byte) (((out[i] & 0xff) | (next << 8)) >> shift);
    }
  }
}
