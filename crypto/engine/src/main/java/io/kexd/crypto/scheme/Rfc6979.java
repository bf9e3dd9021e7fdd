package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import java.io.Serial;
import java.security.InvalidKeyException;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Nonces from HMAC, RFC 6979 section 3.2: K and V of each lane are a generator that is seeded with
 * the private key and the digest, and, where nonces are hedged, with fresh random bytes after them
 * (section 3.6). Names and steps are the RFC's. A workspace of one thread; constant time.
 */
final class Rfc6979 implements EcNonces {
  private final Mac mac;
  private final int size;
  private final int bits;
  private final int bytes;
  private final byte[][] K;
  private final byte[][] V;

  /** Bytes enough for a candidate, in whole outputs of the HMAC. */
  private final byte[] T;

  private final boolean[] used;

  /**
   * @param bits of the order
   */
  Rfc6979(EcHash hash, int bits, int lanes) {
    this.mac = hash.hmac();
    this.size = hash.bytes;
    this.bits = bits;
    this.bytes = (bits + 7) / 8;
    this.K = new byte[lanes][size];
    this.V = new byte[lanes][size];
    this.T = new byte[(bytes + size - 1) / size * size];
    this.used = new boolean[lanes];
  }

  /**
   * Steps b to g of a lane.
   *
   * @param keys int2octets(x), in the order's bytes, lane after lane
   * @param digests bits2octets(h1), the same
   * @param random what hedges the nonce; empty where it is deterministic
   */
  void start(int lane, byte[] keys, byte[] digests, byte[] random) {
    Arrays.fill(V[lane], (byte) 1);
    Arrays.fill(K[lane], (byte) 0);
    used[lane] = false;
    for (byte round = 0; round < 2; round++) {
      loadKey(lane);
      mac.update(V[lane]);
      mac.update(round);
      mac.update(keys, lane * bytes, bytes);
      mac.update(digests, lane * bytes, bytes);
      mac.update(random);
      finish(K[lane]);
      loadKey(lane);
      step(lane);
    }
  }

  /** Step h. */
  @Override
  public void next(byte[] out, int offset, int lane) {
    loadKey(lane);
    if (used[lane]) {
      mac.update(V[lane]);
      mac.update((byte) 0);
      finish(K[lane]);
      loadKey(lane);
      step(lane);
    }
    used[lane] = true;
    for (int at = 0; at < T.length; at += size) {
      step(lane);
      System.arraycopy(V[lane], 0, T, at, size);
    }
    EcHash.leftmostBits(out, offset, bits, T);
  }

  /** V = HMAC_K(V). */
  private void step(int lane) {
    mac.update(V[lane]);
    finish(V[lane]);
  }

  /** {@code doFinal(out, 0)} would leave a copy that no one wipes. */
  private void finish(byte[] out) {
    byte[] m = mac.doFinal();
    System.arraycopy(m, 0, out, 0, size);
    Wipe.wipe(m);
  }

  private void loadKey(int lane) {
    try {
      mac.init(new HmacKey(K[lane]));
    } catch (InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Wipes what the last call left, in the HMAC too. */
  void wipe() {
    for (int lane = 0; lane < K.length; lane++) {
      Wipe.wipe(K[lane]);
      Wipe.wipe(V[lane]);
    }
    Wipe.wipe(T);
    loadKey(0);
  }

  /**
   * A key that keeps no copy of its bytes, as {@code SecretKeySpec} does; the HMAC wipes the one
   * that it is handed.
   */
  private static final class HmacKey implements SecretKey {
    @Serial private static final long serialVersionUID = 1;

    private final transient byte[] bytes;

    HmacKey(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public String getAlgorithm() {
      return "HMAC";
    }

    @Override
    public String getFormat() {
      return "RAW";
    }

    @Override
    public byte[] getEncoded() {
      return bytes.clone();
    }
  }
}
