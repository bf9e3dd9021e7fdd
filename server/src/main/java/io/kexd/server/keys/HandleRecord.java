package io.kexd.server.keys;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.kexd.crypto.Curves;
import io.kexd.crypto.KeyPair;
import io.kexd.crypto.Scheme;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/**
 * A pair as it lies in a store outside of the process: the time when it expires, in milliseconds
 * since 1970 (8 bytes, big-endian), then private and public key, sealed for one handle, owner,
 * curve and time.
 */
final class HandleRecord {
  private static final byte[] LABEL = "kexd-handle-v1".getBytes(US_ASCII);
  private static final int TIME_BYTES = Long.BYTES;

  private final String id;
  private final String curve;
  private final byte[] owner;

  /**
   * @param owner see {@link #tag}
   */
  HandleRecord(String id, String curve, byte[] owner) {
    this.id = id;
    this.curve = curve;
    this.owner = owner;
  }

  /** A caller's name, for a store to compare: of one length, and of no use to who reads it. */
  static byte[] tag(Caller caller) {
    try {
      String name = caller.kind().name() + ' ' + caller.name();
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return Base64.getUrlEncoder().withoutPadding().encode(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Seals a pair. */
  byte[] seal(Sealing sealing, KeyPair pair, Instant expiry) {
    long time = expiry.toEpochMilli();
    byte[] privateKey = pair.privateKey();
    byte[] publicKey = pair.publicKey();
    byte[] plain = new byte[privateKey.length + publicKey.length];
    try {
      System.arraycopy(privateKey, 0, plain, 0, privateKey.length);
      System.arraycopy(publicKey, 0, plain, privateKey.length, publicKey.length);
      byte[] sealed = sealing.seal(plain, place(time));
      return ByteBuffer.allocate(TIME_BYTES + sealed.length).putLong(time).put(sealed).array();
    } finally {
      Arrays.fill(privateKey, (byte) 0);
      Arrays.fill(plain, (byte) 0);
    }
  }

  /**
   * The pair of a record.
   *
   * @throws HandleFailure when its time is over
   * @throws GeneralSecurityException when it is not what was sealed
   */
  KeyPair open(Sealing sealing, byte[] record) throws GeneralSecurityException {
    if (record.length < TIME_BYTES) {
      throw new GeneralSecurityException("a stored pair is too short");
    }
    long time = ByteBuffer.wrap(record).getLong();
    byte[] plain = sealing.open(Arrays.copyOfRange(record, TIME_BYTES, record.length), place(time));
    try {
      if (System.currentTimeMillis() >= time) {
        throw new HandleFailure(HandleFailure.Why.EXPIRED);
      }
      return restore(plain);
    } finally {
      Arrays.fill(plain, (byte) 0);
    }
  }

  private KeyPair restore(byte[] plain) {
    Scheme scheme = Curves.find(curve).orElseThrow();
    byte[] privateKey = Arrays.copyOf(plain, scheme.privateKeySize());
    try {
      return KeyPair.restore(
          curve, privateKey, Arrays.copyOfRange(plain, privateKey.length, plain.length));
    } finally {
      Arrays.fill(privateKey, (byte) 0);
    }
  }

  /** What the seal is bound to; every part has its length before it, or a fixed one. */
  private byte[] place(long time) {
    byte[] handle = id.getBytes(US_ASCII);
    byte[] on = curve.getBytes(US_ASCII);
    return ByteBuffer.allocate(
            LABEL.length + 3 * Short.BYTES + handle.length + owner.length + on.length + TIME_BYTES)
        .put(LABEL)
        .putShort((short) handle.length)
        .put(handle)
        .putShort((short) owner.length)
        .put(owner)
        .putShort((short) on.length)
        .put(on)
        .putLong(time)
        .array();
  }
}
