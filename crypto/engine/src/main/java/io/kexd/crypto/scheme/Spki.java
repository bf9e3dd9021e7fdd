package io.kexd.crypto.scheme;

import java.io.ByteArrayOutputStream;
import java.security.InvalidKeyException;
import java.util.Arrays;

/**
 * SubjectPublicKeyInfo of RFC 8410 section 4, strict DER: SEQUENCE { SEQUENCE { OID }, BIT STRING
 * }, no parameters. There is exactly one encoding of a key, so reading is comparing a prefix.
 */
public final class Spki {
  private static final int SEQUENCE = 0x30;
  private static final int BIT_STRING = 0x03;
  private static final int OBJECT_IDENTIFIER = 0x06;

  private final int keySize;
  private final byte[] prefix;

  /**
   * @param oid dotted, for example {@code 1.3.101.110}
   * @param keySize bytes of a raw key
   */
  public Spki(String oid, int keySize) {
    this.keySize = keySize;
    byte[] algorithm = tag(SEQUENCE, tag(OBJECT_IDENTIFIER, oidContent(oid)));
    byte[] bits = tag(BIT_STRING, new byte[1 + keySize]); // one byte: no unused bits
    byte[] content = Arrays.copyOf(algorithm, algorithm.length + bits.length);
    System.arraycopy(bits, 0, content, algorithm.length, bits.length);
    byte[] whole = tag(SEQUENCE, content);
    this.prefix = Arrays.copyOf(whole, whole.length - keySize);
  }

  private static byte[] oidContent(String oid) {
    String[] arcs = oid.split("\\.", -1);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(40 * Integer.parseInt(arcs[0]) + Integer.parseInt(arcs[1]));
    for (int i = 2; i < arcs.length; i++) {
      int arc = Integer.parseInt(arcs[i]);
      for (int shift = 28; shift > 0; shift -= 7) {
        if (arc >> shift != 0) {
          out.write(0x80 | ((arc >> shift) & 0x7f));
        }
      }
      out.write(arc & 0x7f);
    }
    return out.toByteArray();
  }

  private static byte[] tag(int tag, byte[] content) {
    if (content.length > 127) {
      throw new IllegalArgumentException("lengths above 127 are not needed here");
    }
    byte[] out = new byte[2 + content.length];
    out[0] = (byte) tag;
    out[1] = (byte) content.length;
    System.arraycopy(content, 0, out, 2, content.length);
    return out;
  }

  /** The DER encoding of a raw key. */
  public byte[] encode(byte[] key) {
    if (key.length != keySize) {
      throw new IllegalArgumentException("a raw public key has " + keySize + " bytes");
    }
    byte[] out = Arrays.copyOf(prefix, prefix.length + keySize);
    System.arraycopy(key, 0, out, prefix.length, keySize);
    return out;
  }

  /** The raw key of a DER encoding. */
  public byte[] decode(byte[] der) throws InvalidKeyException {
    int size = prefix.length + keySize;
    if (der.length != size) {
      throw new InvalidKeyException(
          "SubjectPublicKeyInfo has " + der.length + " bytes, must have " + size);
    }
    if (!Arrays.equals(der, 0, prefix.length, prefix, 0, prefix.length)) {
      throw new InvalidKeyException(
          "not a SubjectPublicKeyInfo of this curve in DER (RFC 8410): wrong tag, length or OID");
    }
    return Arrays.copyOfRange(der, prefix.length, size);
  }
}
