package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/**
 * Nonces from HMAC, RFC 6979 section 3.2: K and V of each operation are a generator that is seeded
 * with the private key and the digest, and, where nonces are hedged, with fresh random bytes after
 * them (section 3.6). Names and steps are the RFC's. A workspace of one thread; constant time.
 */
final class Rfc6979 implements EcNonces {
  private final Map<EcHash, Hmac> hmacs = new EnumMap<>(EcHash.class);
  private final int bits;
  private final int bytes;
  private final byte[][] K;
  private final byte[][] V;

  /** Room for a candidate in whole outputs of the HMAC. */
  private final byte[] T;

  /** The HMAC of each operation. */
  private final Hmac[] chosen;

  private final boolean[] used;

  /**
   * @param bits of the order
   * @param capacity operations
   */
  Rfc6979(int bits, int capacity) {
    int most = 0;
    for (EcHash hash : EcHash.values()) {
      hmacs.put(hash, new Hmac(hash));
      most = Math.max(most, hash.bytes);
    }
    this.bits = bits;
    this.bytes = (bits + 7) / 8;
    this.K = new byte[capacity][most];
    this.V = new byte[capacity][most];
    this.T = new byte[bytes + most];
    this.chosen = new Hmac[capacity];
    Arrays.fill(chosen, Objects.requireNonNull(hmacs.get(EcHash.SHA256)));
    this.used = new boolean[capacity];
  }

  /**
   * Steps b to g of operation i, with that hash.
   *
   * @param keys int2octets(x), in the order's bytes, one after the other
   * @param digests bits2octets(h1), the same
   * @param random what hedges the nonce
   * @param randomBytes how many bytes of it are taken; none where the nonce is deterministic
   */
  void start(int i, EcHash hash, byte[] keys, byte[] digests, byte[] random, int randomBytes) {
    Hmac hmac = Objects.requireNonNull(hmacs.get(hash));
    chosen[i] = hmac;
    Arrays.fill(V[i], (byte) 1);
    Arrays.fill(K[i], (byte) 0);
    used[i] = false;
    for (byte round = 0; round < 2; round++) {
      hmac.start(K[i]);
      hmac.update(V[i], 0, hmac.size);
      hmac.update(round);
      hmac.update(keys, i * bytes, bytes);
      hmac.update(digests, i * bytes, bytes);
      hmac.update(random, 0, randomBytes);
      hmac.finish(K[i]);
      step(i);
    }
  }

  /** Step h. */
  @Override
  public void next(byte[] out, int offset, int i) {
    Hmac hmac = chosen[i];
    if (used[i]) {
      hmac.start(K[i]);
      hmac.update(V[i], 0, hmac.size);
      hmac.update((byte) 0);
      hmac.finish(K[i]);
      step(i);
    }
    used[i] = true;
    for (int at = 0; at < bytes; at += hmac.size) {
      step(i);
      System.arraycopy(V[i], 0, T, at, hmac.size);
    }
    EcHash.leftmostBits(out, offset, bits, T);
  }

  /** V = HMAC_K(V). */
  private void step(int i) {
    Hmac hmac = chosen[i];
    hmac.start(K[i]);
    hmac.update(V[i], 0, hmac.size);
    hmac.finish(V[i]);
  }

  /** Wipes what the last call left, in the HMAC too. */
  void wipe() {
    hmacs.values().forEach(Hmac::wipe);
    Wipe.wipe(K);
    Wipe.wipe(V);
    Wipe.wipe(T);
  }
}
