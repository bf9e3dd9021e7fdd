package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.AffinePoints;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.mult.DoubleScalarVartime;
import java.util.Arrays;

/**
 * ECDSA verification, FIPS 186-5 section 6.4.2: any number of operations a call, as many as there
 * are digests; keys and signatures lie one after the other. A public key is an uncompressed point,
 * a signature r || s as {@link EcDsa} writes it. The hash is the caller's business. Immutable; safe
 * for use by several threads. Time: variable, all is public.
 */
public final class EcVerifier {
  /** Bytes of a public key. */
  public final int publicKeyBytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations computed at once. */
  public final int lanes;

  /** Operations that share work. */
  public final int capacity;

  private final Curve curve;
  private final BaseMultiples base;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  public EcVerifier(Curve curve) {
    this.curve = curve;
    this.base = new BaseMultiples(curve);
    this.publicKeyBytes = 1 + 2 * curve.field().bytes;
    this.signatureBytes = 2 * curve.order().bytes;
    this.lanes = curve.field().lanes;
    this.capacity = Groups.MOST * lanes;
  }

  /**
   * valid = whether the signature of the digest is right, for each digest: the public key an
   * uncompressed point, r and s in 1 .. l - 1, s low where that is asked for, and r = x of [z/s]B +
   * [r/s]Q mod l.
   */
  public void verifyVartime(
      boolean[] valid, byte[] publicKeys, EcDigest[] digests, byte[] signatures) {
    Workspace w = pool.take();
    for (int first = 0; first < digests.length; first += capacity) {
      int count = Math.min(capacity, digests.length - first);
      w.verify(publicKeys, digests, signatures, first, count);
      for (int i = 0; i < count; i++) {
        valid[first + i] = w.valid[i / lanes][i % lanes] != 0;
      }
    }
    pool.giveBack(w);
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final SecCodec codec = new SecCodec(curve, group);
    private final EcScalars scalars = new EcScalars(curve);
    private final OrderField order = scalars.order;
    private final int bytes = order.bytes;
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);
    private final AffinePoints affine = new AffinePoints(group, Groups.MOST);
    private final BatchInverse inverse = new BatchInverse(order.f, Groups.MOST);
    private final Point Q = group.point();
    private final Point scratch = group.point();
    private final Point[] points = Groups.points(group);
    private final long[][] r = new long[Groups.MOST][];
    private final long[][] inverseOfS = new long[Groups.MOST][];
    private final long[] factor = order.f.element();
    private final byte[] key = new byte[publicKeyBytes * lanes];
    private final byte[] z = new byte[bytes * lanes];
    private final byte[] half = new byte[bytes * lanes];
    private final byte[] factorOfB = new byte[bytes * lanes];
    private final byte[] factorOfQ = new byte[bytes * lanes];
    private final byte[] encodedR = new byte[bytes * lanes];
    private final byte[] encodedX = new byte[bytes * lanes];
    private final long[][] valid = new long[Groups.MOST][lanes];
    private final long[] mask = curve.field().mask();

    Workspace() {
      for (int g = 0; g < Groups.MOST; g++) {
        r[g] = order.f.element();
        inverseOfS[g] = order.f.element();
      }
    }

    /** Sets valid for {@code count} operations from {@code first} on. */
    void verify(byte[] publicKeys, EcDigest[] digests, byte[] signatures, int first, int count) {
      int groups = Groups.of(count, lanes);
      for (int g = 0; g < groups; g++) {
        load(g, digests, signatures, first + g * lanes, lanesOf(g, count));
      }
      inverse.invert(inverseOfS, groups);
      for (int g = 0; g < groups; g++) {
        multiply(g, publicKeys, digests, first + g * lanes, lanesOf(g, count));
      }
      affine.compute(points, groups);
      for (int g = 0; g < groups; g++) {
        compare(g);
      }
    }

    private int lanesOf(int g, int count) {
      return Math.min(lanes, count - g * lanes);
    }

    /** r and s; valid = -1 where they are in range, and s is low if it is to be. */
    private void load(int g, EcDigest[] digests, byte[] signatures, int first, int count) {
      Arrays.fill(valid[g], -1);
      readHalf(r[g], g, signatures, first * signatureBytes, count);
      readHalf(inverseOfS[g], g, signatures, first * signatureBytes + bytes, count);
      scalars.isHigh(mask, inverseOfS[g]);
      for (int lane = 0; lane < count; lane++) {
        valid[g][lane] &= digests[first + lane].lowS ? ~mask[lane] : -1;
      }
    }

    /** Reads a half of each signature; 0 where it is not in range. */
    private void readHalf(long[] scalar, int g, byte[] signatures, int offset, int count) {
      for (int lane = 0; lane < count; lane++) {
        BigEndian.reverse(half, lane * bytes, signatures, offset + lane * signatureBytes, bytes);
      }
      scalars.isInRange(mask, half, 0);
      for (int lane = 0; lane < lanes; lane++) {
        if (mask[lane] == 0) {
          Arrays.fill(half, lane * bytes, (lane + 1) * bytes, (byte) 0);
        }
      }
      order.read(scalar, half, 0);
      Mask.and(valid[g], mask);
    }

    /** points[g] = [z/s]B + [r/s]Q; the neutral point stands for what is no key. */
    private void multiply(int g, byte[] publicKeys, EcDigest[] digests, int first, int count) {
      System.arraycopy(publicKeys, first * publicKeyBytes, key, 0, count * publicKeyBytes);
      codec.decode(mask, Q, key, 0);
      Mask.and(valid[g], mask);
      for (int lane = 0; lane < lanes; lane++) {
        mask[lane] = ~mask[lane];
      }
      group.setNeutral(Q, mask, scratch);
      for (int lane = 0; lane < count; lane++) {
        EcHash.leftmostBits(z, lane * bytes, order.f.bits, digests[first + lane].bytes);
      }
      order.read(factor, z, 0);
      order.f.mul(factor, factor, inverseOfS[g]);
      order.write(factorOfB, 0, factor);
      order.f.mul(factor, r[g], inverseOfS[g]);
      order.write(factorOfQ, 0, factor);
      multiplier.multiply(points[g], factorOfB, factorOfQ, bytes, Q);
    }

    /** Whether x mod l is r; x is 0 for the neutral point, and r is not. */
    private void compare(int g) {
      scalars.reduce(factor, affine.x(g));
      order.write(encodedX, 0, factor);
      order.write(encodedR, 0, r[g]);
      for (int lane = 0; lane < lanes; lane++) {
        int from = lane * bytes;
        int to = from + bytes;
        boolean isEqual = Arrays.equals(encodedR, from, to, encodedX, from, to);
        valid[g][lane] &= isEqual ? -1 : 0;
      }
    }
  }
}
