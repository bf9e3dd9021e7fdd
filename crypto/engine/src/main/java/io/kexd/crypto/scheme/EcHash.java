package io.kexd.crypto.scheme;

import io.kexd.crypto.field.BigEndian;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The hashes of ECDSA, from the JDK. */
public enum EcHash {
  SHA256("SHA-256", 32, 64),
  SHA384("SHA-384", 48, 128),
  SHA512("SHA-512", 64, 128);

  /** Bytes of a digest. */
  public final int bytes;

  /** Bytes that the hash takes in at once. */
  final int blockBytes;

  private static final Map<EcHash, Pool<MessageDigest>> IDLE = new EnumMap<>(EcHash.class);

  static {
    for (EcHash hash : values()) {
      IDLE.put(hash, new Pool<>(hash::newDigest));
    }
  }

  private final String algorithm;

  EcHash(String algorithm, int bytes, int blockBytes) {
    this.algorithm = algorithm;
    this.bytes = bytes;
    this.blockBytes = blockBytes;
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
    Pool<MessageDigest> pool = Objects.requireNonNull(IDLE.get(this));
    MessageDigest workspace = pool.take();
    byte[] digest = workspace.digest(message);
    workspace.reset(); // wipes what it had buffered
    pool.giveBack(workspace);
    return digest;
  }

  /** A new workspace of the hash. */
  MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + algorithm, e);
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
