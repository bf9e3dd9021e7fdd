package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.CombTable;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.SignedComb;
import java.security.InvalidKeyException;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * ECDSA, FIPS 186-5 section 6.4.1: 1 to {@link #capacity} operations a call, as many as there are
 * digests; keys and signatures lie one after the other. A private key is a big-endian integer in 1
 * .. l - 1, a public key an uncompressed point, a signature r || s, big-endian, each in the order's
 * bytes. Nonces are those of RFC 6979. Immutable; safe for use by several threads; constant time.
 */
public final class EcDsa {
  /** Operations computed at once. */
  public final int lanes;

  /** The most operations a call. */
  public final int capacity;

  /** Bytes of a private key. */
  public final int privateKeyBytes;

  /** Bytes of a public key. */
  public final int publicKeyBytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  private final Curve curve;
  private final CombTable table;
  private final SecKeys keys;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  /** With the curve's own fixed-base table. */
  public EcDsa(Curve curve, CombTable table) {
    this.curve = curve;
    this.table = table;
    this.keys = new SecKeys(curve, table);
    this.lanes = curve.field().lanes;
    this.capacity = Groups.MOST * lanes;
    this.privateKeyBytes = keys.scalars.bytes;
    this.publicKeyBytes = keys.publicKeyBytes;
    this.signatureBytes = 2 * privateKeyBytes;
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
   * out = the signatures of the digests. Nonces that are not to be deterministic (RFC 6979 section
   * 3.2) depend on key, digest and fresh random bytes (section 3.6): a bad generator makes them
   * deterministic, never equal for two digests.
   */
  public void sign(byte[] out, byte[] privateKeys, EcDigest[] digests, SecureRandom random) {
    int groups = Groups.of(digests.length, lanes);
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests, groups);
      w.startNonces(privateKeys, digests, random);
      w.sign(w.generator, digests.length, groups);
      System.arraycopy(w.signatures, 0, out, 0, digests.length * signatureBytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** The same with given nonces, for known answers. */
  void sign(byte[] out, byte[] privateKeys, EcDigest[] digests, EcNonces nonces) {
    int groups = Groups.of(digests.length, lanes);
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests, groups);
      w.sign(nonces, digests.length, groups);
      System.arraycopy(w.signatures, 0, out, 0, digests.length * signatureBytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to: zeros before it. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final EcScalars scalars = new EcScalars(curve);
    private final OrderField order = scalars.order;
    private final int bytes = order.bytes;
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final BatchInverse inverse = new BatchInverse(order.f, Groups.MOST);
    private final Rfc6979 generator = new Rfc6979(order.f.bits, capacity);
    private final Point[] points = Groups.points(group);
    private final long[][] d = new long[Groups.MOST][];
    private final long[][] z = new long[Groups.MOST][];
    private final long[][] inverseOfK = new long[Groups.MOST][];
    private final long[] r = order.f.element();
    private final long[] s = order.f.element();
    private final byte[] k = new byte[bytes * capacity];
    private final byte[] littleEndian = new byte[bytes * lanes];
    private final byte[] octets = new byte[bytes * capacity];
    private final byte[] fresh = new byte[bytes * capacity];
    private final byte[] signatures = new byte[signatureBytes * capacity];
    private final long[][] lowS = new long[Groups.MOST][lanes];
    private final long[][] good = new long[Groups.MOST][lanes];
    private final boolean[] done = new boolean[capacity];

    Workspace() {
      for (int i = 0; i < Groups.MOST; i++) {
        d[i] = order.f.element();
        z[i] = order.f.element();
        inverseOfK[i] = order.f.element();
      }
    }

    /** d = the private keys, z = the digests mod l, octets = bits2octets of the digests. */
    void load(byte[] privateKeys, EcDigest[] digests, int groups) {
      for (int g = 0; g < groups; g++) {
        int first = g * lanes;
        int count = Math.min(lanes, digests.length - first);
        Wipe.wipe(littleEndian);
        for (int i = 0; i < count; i++) {
          BigEndian.reverse(littleEndian, i * bytes, privateKeys, (first + i) * bytes, bytes);
        }
        order.read(d[g], littleEndian, 0);
        for (int i = 0; i < count; i++) {
          EcDigest digest = digests[first + i];
          EcHash.leftmostBits(littleEndian, i * bytes, order.f.bits, digest.bytes);
          lowS[g][i] = digest.lowS ? -1 : 0;
        }
        order.read(z[g], littleEndian, 0);
        order.write(littleEndian, 0, z[g]);
        for (int i = 0; i < count; i++) {
          BigEndian.reverse(octets, (first + i) * bytes, littleEndian, i * bytes, bytes);
        }
      }
    }

    void startNonces(byte[] privateKeys, EcDigest[] digests, SecureRandom random) {
      random.nextBytes(fresh);
      for (int i = 0; i < digests.length; i++) {
        EcDigest digest = digests[i];
        int randomBytes = digest.deterministic ? 0 : bytes;
        generator.start(i, digest.hash, privateKeys, octets, fresh, randomBytes);
      }
    }

    /** Signatures of all operations, in as many rounds as there are candidates in vain. */
    void sign(EcNonces nonces, int count, int groups) {
      Arrays.fill(done, false);
      int left = count;
      while (left > 0) {
        for (int i = 0; i < count; i++) {
          if (!done[i]) {
            nonces.next(k, i * bytes, i);
          }
        }
        compute(groups);
        left -= collect(count);
      }
    }

    /** The points [k]B and 1/k, then each group. */
    private void compute(int groups) {
      comb.multiply(points, groups, k, bytes);
      affine.compute(points, groups);
      for (int g = 0; g < groups; g++) {
        order.read(inverseOfK[g], k, g * lanes * bytes);
      }
      inverse.invert(inverseOfK, groups);
      for (int g = 0; g < groups; g++) {
        finish(g);
      }
    }

    /** r = x of [k]B mod l, s = (z + r d) / k; good = -1 where k, r and s are in 1 .. l - 1. */
    private void finish(int g) {
      scalars.isInRange(good[g], k, g * lanes * bytes);
      scalars.reduce(r, affine.x(g));
      order.mulAdd(s, r, d[g], z[g]);
      order.f.mul(s, s, inverseOfK[g]);
      scalars.makeLow(s, lowS[g]);
      write(r, g, 0);
      write(s, g, bytes);
    }

    /** Writes a half of the signatures that are not done. */
    private void write(long[] half, int g, int offset) {
      order.write(littleEndian, 0, half);
      for (int lane = 0; lane < lanes; lane++) {
        int i = g * lanes + lane;
        if (!done[i]) {
          good[g][lane] &= ~Mask.isZero(littleEndian, lane * bytes, bytes);
          BigEndian.reverse(
              signatures, i * signatureBytes + offset, littleEndian, lane * bytes, bytes);
        }
      }
    }

    /** Marks what got good as done, and counts it. That a candidate was not is public. */
    private int collect(int count) {
      int collected = 0;
      for (int i = 0; i < count; i++) {
        if (!done[i] && good[i / lanes][i % lanes] != 0) {
          done[i] = true;
          collected++;
        }
      }
      return collected;
    }

    void wipe() {
      group.wipe();
      scalars.wipe();
      comb.wipe();
      affine.wipe();
      inverse.wipe();
      generator.wipe();
      Groups.wipe(points);
      Wipe.wipe(d);
      Wipe.wipe(z);
      Wipe.wipe(inverseOfK);
      Wipe.wipe(r, s);
      Wipe.wipe(k);
      Wipe.wipe(littleEndian);
      Wipe.wipe(octets);
      Wipe.wipe(fresh);
      Wipe.wipe(signatures);
      Wipe.wipe(lowS);
      Wipe.wipe(good);
    }
  }
}
