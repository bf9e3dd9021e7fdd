package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.Field;
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
    Groups.of(digests.length, lanes);
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests);
      w.startNonces(privateKeys, digests, random);
      w.sign(w.generator, digests);
      System.arraycopy(w.signatures, 0, out, 0, digests.length * signatureBytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** The same with given nonces, for known answers. */
  void sign(byte[] out, byte[] privateKeys, EcDigest[] digests, EcNonces nonces) {
    Groups.of(digests.length, lanes);
    Workspace w = pool.take();
    try {
      w.load(privateKeys, digests);
      w.sign(nonces, digests);
      System.arraycopy(w.signatures, 0, out, 0, digests.length * signatureBytes);
    } finally {
      w.wipe();
      pool.giveBack(w);
    }
  }

  /** Everything that an operation writes to: zeros before it. */
  private final class Workspace {
    private final Field f = curve.field();
    private final Group group = Group.of(curve);
    private final EcScalars scalars = new EcScalars(curve);
    private final OrderField order = scalars.order;
    private final int bytes = order.bytes;

    /** Scalars in an element of the order's field, and such elements of all operations. */
    private final int width = order.f.lanes;

    private final int elements = capacity / width;
    private final SignedComb comb = new SignedComb(curve, group, table, Groups.MOST);
    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final BatchInverse inverse = new BatchInverse(order.f, elements);
    private final Rfc6979 generator = new Rfc6979(order.f.bits, capacity);
    private final Point[] points = Groups.points(group);
    private final long[] scratch = f.element();
    private final long[][] d = new long[elements][];
    private final long[][] z = new long[elements][];
    private final long[][] inverseOfK = new long[elements][];
    private final long[] r = order.f.element();
    private final long[] s = order.f.element();
    private final byte[] k = new byte[bytes * capacity];
    private final byte[] x = new byte[f.bytes * capacity];
    private final byte[] littleEndian = new byte[bytes * width];
    private final byte[] octets = new byte[bytes * capacity];
    private final byte[] fresh = new byte[bytes];
    private final byte[] signatures = new byte[signatureBytes * capacity];
    private final long[] lowS = order.f.mask();
    private final long[] good = order.f.mask();
    private final boolean[] done = new boolean[capacity];

    Workspace() {
      for (int i = 0; i < elements; i++) {
        d[i] = order.f.element();
        z[i] = order.f.element();
        inverseOfK[i] = order.f.element();
      }
    }

    /**
     * d = the private keys as factors, z = the digests mod l, octets = bits2octets of the digests.
     */
    void load(byte[] privateKeys, EcDigest[] digests) {
      for (int first = 0; first < digests.length; first += width) {
        int e = first / width;
        int count = Math.min(width, digests.length - first);
        Wipe.wipe(littleEndian);
        for (int i = 0; i < count; i++) {
          BigEndian.reverse(littleEndian, i * bytes, privateKeys, (first + i) * bytes, bytes);
        }
        order.read(d[e], littleEndian, 0);
        order.toFactor(d[e], d[e]);
        for (int i = 0; i < count; i++) {
          byte[] digest = digests[first + i].bytes;
          EcHash.leftmostBits(littleEndian, i * bytes, order.f.bits, digest);
        }
        order.read(z[e], littleEndian, 0);
        order.write(littleEndian, 0, z[e]);
        for (int i = 0; i < count; i++) {
          BigEndian.reverse(octets, (first + i) * bytes, littleEndian, i * bytes, bytes);
        }
      }
    }

    void startNonces(byte[] privateKeys, EcDigest[] digests, SecureRandom random) {
      for (int i = 0; i < digests.length; i++) {
        EcDigest digest = digests[i];
        if (!digest.deterministic) {
          random.nextBytes(fresh);
        }
        int randomBytes = digest.deterministic ? 0 : bytes;
        generator.start(i, digest.hash, privateKeys, octets, fresh, randomBytes);
      }
    }

    /** Signatures of all operations, in as many rounds as there are candidates in vain. */
    void sign(EcNonces nonces, EcDigest[] digests) {
      Arrays.fill(done, false);
      int left = digests.length;
      while (left > 0) {
        for (int i = 0; i < digests.length; i++) {
          if (!done[i]) {
            nonces.next(k, i * bytes, i);
          }
        }
        multiply(digests.length);
        for (int first = 0; first < digests.length; first += width) {
          left -= finish(digests, first);
        }
      }
    }

    /** x of the points [k]B, and 1/k as factors. */
    private void multiply(int count) {
      int groups = Groups.of(count, lanes);
      comb.multiply(points, groups, k, bytes);
      affine.compute(points, groups);
      for (int g = 0; g < groups; g++) {
        f.encode(x, g * lanes * f.bytes, affine.x(g), scratch);
      }
      int inverses = (count + width - 1) / width;
      for (int e = 0; e < inverses; e++) {
        order.read(inverseOfK[e], k, e * width * bytes);
        order.toFactor(inverseOfK[e], inverseOfK[e]);
      }
      inverse.invert(inverseOfK, inverses);
    }

    /**
     * r = x of [k]B mod l, s = (z + r d) / k for the operations of an element; good = -1 where k, r
     * and s are in 1 .. l - 1. Returns how many got done.
     */
    private int finish(EcDigest[] digests, int first) {
      int e = first / width;
      int count = Math.min(width, digests.length - first);
      for (int i = 0; i < count; i++) {
        lowS[i] = digests[first + i].lowS ? -1 : 0;
      }
      scalars.isInRange(good, k, first * bytes);
      order.reduce(r, x, first * f.bytes, f.bytes);
      order.mulAdd(s, r, d[e], z[e]);
      order.f.mul(s, s, inverseOfK[e]);
      scalars.makeLow(s, lowS);
      write(r, first, 0);
      write(s, first, bytes);
      return collect(first, count);
    }

    /** Writes a half of the signatures that are not done. */
    private void write(long[] half, int first, int offset) {
      order.write(littleEndian, 0, half);
      for (int i = 0; i < width; i++) {
        if (!done[first + i]) {
          good[i] &= ~Mask.isZero(littleEndian, i * bytes, bytes);
          int at = (first + i) * signatureBytes + offset;
          BigEndian.reverse(signatures, at, littleEndian, i * bytes, bytes);
        }
      }
    }

    /** Marks what got good as done, and counts it. That a candidate was not is public. */
    private int collect(int first, int count) {
      int collected = 0;
      for (int i = 0; i < count; i++) {
        if (!done[first + i] && good[i] != 0) {
          done[first + i] = true;
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
      Wipe.wipe(scratch, r, s, lowS, good);
      Wipe.wipe(k);
      Wipe.wipe(x);
      Wipe.wipe(littleEndian);
      Wipe.wipe(octets);
      Wipe.wipe(fresh);
      Wipe.wipe(signatures);
    }
  }
}
