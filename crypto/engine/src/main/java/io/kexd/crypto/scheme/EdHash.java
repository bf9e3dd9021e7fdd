package io.kexd.crypto.scheme;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-512 from the JDK for EdDSA: a workspace of one thread. */
final class EdHash {
  static final String ALGORITHM = "SHA-512";

  /** Bytes of a hash. */
  static final int SIZE = 64;

  private final MessageDigest digest = create();

  static MessageDigest create() {
    try {
      return MessageDigest.getInstance(ALGORITHM);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no SHA-512", e);
    }
  }

  EdHash update(byte[] in) {
    digest.update(in);
    return this;
  }

  EdHash update(byte[] in, int offset, int size) {
    digest.update(in, offset, size);
    return this;
  }

  /** Writes the hash and clears what the digest buffered. */
  void finish(byte[] out, int offset) {
    try {
      digest.digest(out, offset, SIZE);
    } catch (DigestException e) {
      throw new IllegalStateException(e);
    }
    wipe();
  }

  /** Clears what the digest buffered, also of an input that was never finished. */
  void wipe() {
    digest.reset();
  }
}
