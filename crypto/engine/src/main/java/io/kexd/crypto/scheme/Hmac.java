package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import java.security.DigestException;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * HMAC, RFC 2104, on a hash of the JDK, whose own one allocates and leaves copies of the key. A
 * workspace of one thread; constant time.
 */
final class Hmac {
  private static final byte INNER = 0x36;
  private static final byte OUTER = 0x5c;

  /** Bytes of a key and of a result. */
  final int size;

  private final MessageDigest digest;
  private final byte[] innerKey;
  private final byte[] outerKey;
  private final byte[] innerHash;

  Hmac(EcHash hash) {
    this.size = hash.bytes;
    this.digest = hash.newDigest();
    this.innerKey = new byte[hash.blockBytes];
    this.outerKey = new byte[hash.blockBytes];
    this.innerHash = new byte[size];
  }

  /** Takes a key of {@link #size} bytes, and begins with an input. */
  void start(byte[] key) {
    Arrays.fill(innerKey, INNER);
    Arrays.fill(outerKey, OUTER);
    for (int i = 0; i < size; i++) {
      innerKey[i] ^= key[i];
      outerKey[i] ^= key[i];
    }
    digest.update(innerKey);
  }

  void update(byte[] in, int offset, int count) {
    digest.update(in, offset, count);
  }

  void update(byte in) {
    digest.update(in);
  }

  /** Writes the result. */
  void finish(byte[] out) {
    try {
      digest.digest(innerHash, 0, size);
      digest.update(outerKey);
      digest.update(innerHash);
      digest.digest(out, 0, size);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Wipes what the last call left, in the hash too. */
  void wipe() {
    digest.reset();
    Wipe.wipe(innerKey);
    Wipe.wipe(outerKey);
    Wipe.wipe(innerHash);
  }
}
