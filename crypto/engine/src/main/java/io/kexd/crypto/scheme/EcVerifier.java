package io.kexd.crypto.scheme;

import io.kexd.crypto.field.BigEndian;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.SecCodec;
import io.kexd.crypto.mult.DoubleScalarVartime;
import java.util.Arrays;

/**
 * ECDSA verification, FIPS 186-5 section 6.4.2: {@link #lanes} operations a call. A public key is
 * an uncompressed point, a signature r || s as {@link EcDsa} writes it. The hash is the caller's
 * business. Immutable; safe for use by several threads. Time: variable, all is public.
 */
public final class EcVerifier {
  /** Bytes of a public key. */
  public final int publicKeyBytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations a call. */
  public final int lanes;

  private final Curve curve;
  private final BaseMultiples base;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  public EcVerifier(Curve curve) {
    this.curve = curve;
    this.base = new BaseMultiples(curve);
    this.publicKeyBytes = 1 + 2 * curve.field().bytes;
    this.signatureBytes = 2 * curve.order().bytes;
    this.lanes = curve.field().lanes;
  }

  /**
   * valid = -1 where the signature of the digest is right: the public key an uncompressed point, r
   * and s in 1 .. l - 1, and r = x of [z/s]B + [r/s]Q mod l. One digest a lane.
   *
   * @param lowS whether s above (l - 1) / 2 is refused
   */
  public void verifyVartime(
      long[] valid, byte[] publicKeys, byte[][] digests, byte[] signatures, boolean lowS) {
    Workspace w = pool.take();
    w.verify(valid, publicKeys, digests, signatures, lowS);
    pool.giveBack(w);
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Group group = Group.of(curve);
    private final SecCodec codec = new SecCodec(curve, group);
    private final EcScalars scalars = new EcScalars(curve);
    private final int bytes = scalars.bytes;
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);
    private final Point Q = group.point();
    private final Point P = group.point();
    private final byte[] z = new byte[bytes * lanes];
    private final byte[] r = new byte[bytes * lanes];
    private final byte[] s = new byte[bytes * lanes];
    private final byte[] factorOfB = new byte[bytes * lanes];
    private final byte[] factorOfQ = new byte[bytes * lanes];
    private final byte[] x = new byte[bytes * lanes];
    private final long[] mask = curve.field().mask();

    void verify(
        long[] valid, byte[] publicKeys, byte[][] digests, byte[] signatures, boolean lowS) {
      load(digests, signatures);
      codec.decode(valid, Q, publicKeys);
      scalars.isInRange(mask, r);
      and(valid, 0);
      scalars.isInRange(mask, s);
      and(valid, 0);
      if (lowS) {
        scalars.isHigh(mask, s);
        and(valid, -1);
      }
      scalars.order.invert(s, s);
      scalars.mul(factorOfB, z, s);
      scalars.mul(factorOfQ, r, s);
      multiplier.multiply(P, factorOfB, factorOfQ, bytes, Q);
      scalars.xOf(x, group, P); // 0 for the neutral point, and r is not
      isEqual();
      and(valid, 0);
    }

    private void load(byte[][] digests, byte[] signatures) {
      for (int lane = 0; lane < lanes; lane++) {
        int at = lane * signatureBytes;
        EcHash.leftmostBits(z, lane * bytes, curve.order().bits, digests[lane]);
        BigEndian.reverse(r, lane * bytes, signatures, at, bytes);
        BigEndian.reverse(s, lane * bytes, signatures, at + bytes, bytes);
      }
    }

    private void isEqual() {
      for (int lane = 0; lane < lanes; lane++) {
        int from = lane * bytes;
        int to = from + bytes;
        mask[lane] = Arrays.equals(r, from, to, x, from, to) ? -1 : 0;
      }
    }

    /** valid and (mask xor flip). */
    private void and(long[] valid, long flip) {
      for (int lane = 0; lane < lanes; lane++) {
        valid[lane] &= mask[lane] ^ flip;
      }
    }
  }
}
