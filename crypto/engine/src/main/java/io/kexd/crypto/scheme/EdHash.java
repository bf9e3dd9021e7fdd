package io.kexd.crypto.scheme;

import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash H of an EdDSA: a workspace of one thread. Its input may be secret. */
abstract class EdHash {
  /** Bytes of a hash. */
  final int size;

  private EdHash(int size) {
    this.size = size;
  }

  abstract EdHash update(byte[] in, int offset, int size);

  final EdHash update(byte[] in) {
    return update(in, 0, in.length);
  }

  /** Writes the hash and clears what was buffered. */
  abstract void finish(byte[] out, int offset);

  /** Clears what was buffered, also of an input that was never finished. */
  abstract void wipe();

  static EdHash sha512() {
    return new Sha512();
  }

  /** SHAKE256 with so many bytes of output. */
  static EdHash shake256(int size) {
    return new Shake(size);
  }

  /** A hash of the JDK, by its JCA name. */
  static MessageDigest digest(String algorithm) {
    try {
      return MessageDigest.getInstance(algorithm);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + algorithm, e);
    }
  }

  private static final class Sha512 extends EdHash {
    private final MessageDigest digest = digest("SHA-512");

    Sha512() {
      super(64);
    }

    @Override
    EdHash update(byte[] in, int offset, int size) {
      digest.update(in, offset, size);
      return this;
    }

    @Override
    void finish(byte[] out, int offset) {
      try {
        digest.digest(out, offset, size);
      } catch (DigestException e) {
        throw new IllegalStateException(e);
      }
      wipe();
    }

    @Override
    void wipe() {
      digest.reset();
    }
  }

  private static final class Shake extends EdHash {
    private final Shake256 sponge = new Shake256();

    Shake(int size) {
      super(size);
    }

    @Override
    EdHash update(byte[] in, int offset, int size) {
      sponge.absorb(in, offset, size);
      return this;
    }

    @Override
    void finish(byte[] out, int offset) {
      sponge.squeeze(out, offset, size);
      wipe();
    }

    @Override
    void wipe() {
      sponge.wipe();
    }
  }
}
