package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * ECDSA with one hash, FIPS 186-5 section 6.4.1: {@link #lanes} operations a call, keys and
 * signatures lane after lane. A private key is a big-endian integer in 1 .. l - 1, a public key an
 * uncompressed point, a signature r || s, big-endian, each in the order's bytes. Nonces are those
 * of RFC 6979. Immutable; safe for use by several threads; constant time.
 */
public final class EcDsa {
  private static final byte[] NONE = new byte[0];

  /** Operations a call. */
  public final int lanes;

  /** Bytes of a private key. */
  public final int privateKeyBytes;

  /** Bytes of a public key. */
  public final int publicKeyBytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  private final Curve curve;
  private final CombTable table;
  private final EcHash hash;
  private final SecKeys keys;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** With the curve's own fixed-base table. */
  public EcDsa(Curve curve, CombTable table, EcHash hash) {
    this.curve = curve;
    this.table = table;
    this.hash = hash;
    this.keys = new SecKeys(curve, table);
    this.lanes = curve.field().lanes;
    this.privateKeyBytes = keys.scalars.bytes;
    this.publicKeyBytes = keys.publicKeyBytes;
    this.signatureBytes = 2 * privateKeyBytes;
  }

  /** The hash that digests are made with. */
  public EcHash hash() {
    return hash;
  }

  /** One uniform private key. */
  public byte[] generate(SecureRandom random) {
    return keys.generate(random);
  }

  /** Throws {@code IllegalArgumentException} unless it is a private key. */
  public void checkPrivateKey(byte[] privateKey) {
    keys.checkPrivateKey(privateKey);
  }

  /**
   * Validates one public key, uncompressed or compressed, on its public bytes.
   *
   * @return the uncompressed form, a copy
   * @throws InvalidKeyException says what is wrong, without echoing the key
   */
  public byte[] decodeVartime(byte[] publicKey) throws InvalidKeyException {
    return keys.decodeVartime(publicKey);
  }

  /** out = the public keys. */
  public void publicKeys(byte[] out, byte[] privateKeys) {
    keys.publicKeys(out, privateKeys);
  }

  /**
   * out = the signatures of one digest a lane, with nonces that depend on key, digest and fresh
   * random bytes: RFC 6979 section 3.6. A bad generator makes them deterministic, never equal for
   * two digests.
   *
   * @param lowS whether s is to be at most (l - 1) / 2
   */
  public void sign(
      byte[] out, byte[] privateKeys, byte[][] digests, SecureRandom random, boolean lowS) {
    byte[] fresh = new byte[privateKeyBytes * lanes];
    random.nextBytes(fresh);
    try {
      sign(out, privateKeys, digests, fresh, lowS);
    } finally {
      Wipe.wipe(fresh);
    }
  }

  /** The same with deterministic nonces: RFC 6979 section 3.2. */
  public void signDeterministic(byte[] out, byte[] privateKeys, byte[][] digests, boolean lowS) {
    sign(out, privateKeys, digests, NONE, lowS);
  }

  private void sign(byte[] out, byte[] privateKeys, byte[][] digests, byte[] fresh, boolean lowS) {
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests);
      w.startNonces(privateKeys, fresh);
      w.sign(out, w.generator, lowS);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** The same with given nonces, for known answers. */
  void sign(byte[] out, byte[] privateKeys, byte[][] digests, EcNonces nonces, boolean lowS) {
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests);
      w.sign(out, nonces, lowS);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final EcScalars scalars = new EcScalars(curve);
    private final int bytes = scalars.bytes;
    private final SignedComb comb = new SignedComb(curve, group, table);
    private final Rfc6979 generator = new Rfc6979(hash, curve.order().bits, lanes);
    private final Point P = group.point();
    private final byte[] d = new byte[bytes * lanes];
    private final byte[] z = new byte[bytes * lanes];
    private final byte[] k = new byte[bytes * lanes];
    private final byte[] r = new byte[bytes * lanes];
    private final byte[] s = new byte[bytes * lanes];
    private final byte[] digestOctets = new byte[bytes * lanes];
    private final long[] good = curve.field().mask();
    private final long[] mask = curve.field().mask();
    private final boolean[] done = new boolean[lanes];

    /** d = the private keys, z = the digests mod l. */
    void load(byte[] privateKeys, byte[][] digests) {
      keys.scalars.toScalars(d, privateKeys);
      for (int lane = 0; lane < lanes; lane++) {
        EcHash.leftmostBits(z, lane * bytes, curve.order().bits, digests[lane]);
      }
      scalars.order.reduce(z, z, bytes);
    }

    void startNonces(byte[] privateKeys, byte[] fresh) {
      int size = fresh.length / lanes;
      for (int lane = 0; lane < lanes; lane++) {
        BigEndian.reverse(digestOctets, lane * bytes, z, lane * bytes, bytes);
        byte[] random = Arrays.copyOfRange(fresh, lane * size, (lane + 1) * size);
        generator.start(lane, privateKeys, digestOctets, random);
        Wipe.wipe(random);
      }
    }

    void sign(byte[] out, EcNonces nonces, boolean lowS) {
      Arrays.fill(done, false);
      boolean all = false;
      while (!all) {
        for (int lane = 0; lane < lanes; lane++) {
          if (!done[lane]) {
            nonces.next(k, lane * bytes, lane);
          }
        }
        compute(lowS);
        all = collect(out);
      }
    }

    /** r = x of [k]B mod l, s = (z + r d) / k; good = -1 where k, r and s are in 1 .. l - 1. */
    private void compute(boolean lowS) {
      scalars.isInRange(good, k);
      comb.multiply(P, k, bytes);
      scalars.xOf(r, group, P);
      scalars.order.mulAdd(s, r, d, z);
      scalars.order.invert(k, k);
      scalars.mul(s, s, k);
      if (lowS) {
        scalars.makeLow(s, mask);
      }
      and(r);
      and(s);
    }

    private void and(byte[] integers) {
      scalars.isInRange(mask, integers);
      for (int lane = 0; lane < lanes; lane++) {
        good[lane] &= mask[lane];
      }
    }

    /** Takes the signatures that are good; whether all are. That one was not is public. */
    private boolean collect(byte[] out) {
      boolean all = true;
      for (int lane = 0; lane < lanes; lane++) {
        if (!done[lane] && good[lane] != 0) {
          int at = lane * signatureBytes;
          BigEndian.reverse(out, at, r, lane * bytes, bytes);
          BigEndian.reverse(out, at + bytes, s, lane * bytes, bytes);
          done[lane] = true;
        }
        all &= done[lane];
      }
      return all;
    }

    void wipe() {
      group.wipe();
      scalars.wipe();
      comb.wipe();
      generator.wipe();
      P.wipe();
      Wipe.wipe(d);
      Wipe.wipe(z);
      Wipe.wipe(k);
      Wipe.wipe(r);
      Wipe.wipe(s);
      Wipe.wipe(digestOctets);
      Wipe.wipe(good, mask);
    }
  }
}
