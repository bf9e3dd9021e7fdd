package io.kexd.crypto.scheme;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import io.kexd.crypto.mult.DoubleScalarVartime;
import java.util.Arrays;

/**
 * Ed25519 verification by one rule: A and R canonical encodings of points, S below l, and [h]([S]B
 * - [k]A - R) neutral with the cofactor h (RFC 8032 section 5.1.7). f.lanes operations a call.
 * Immutable; safe for use by several threads. Time: variable, all is public.
 */
public final class EdVerifier {
  /** Bytes of a public key. */
  public final int bytes;

  /** Bytes of a signature. */
  public final int signatureBytes;

  /** Operations a call. */
  public final int lanes;

  private final Curve curve;
  private final BaseMultiples base;
  private final Pool<Workspace> pool = new Pool<>(Workspace::new);

  public EdVerifier(Curve curve) {
    this.curve = curve;
    this.base = new BaseMultiples(curve);
    this.bytes = curve.field().bits / 8 + 1;
    this.signatureBytes = 2 * bytes;
    this.lanes = curve.field().lanes;
  }

  /** valid = -1 where the public key is the canonical encoding of a point. */
  public void validateVartime(long[] valid, byte[] publicKeys) {
    Workspace w = pool.take();
    w.codec.decode(valid, w.A, publicKeys);
    pool.giveBack(w);
  }

  /** valid = -1 where the signature is right, one message a lane. */
  public void verifyVartime(
      long[] valid, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
    Workspace w = pool.take();
    w.verify(valid, publicKeys, messages, signatures);
    pool.giveBack(w);
  }

  /** Batch verification on this curve. */
  public EdBatch batch() {
    return new EdBatch(curve, this);
  }

  /** Everything that an operation writes to. */
  private final class Workspace {
    private final Field f = curve.field();
    private final OrderField order = new OrderField(curve.order());
    private final Group group = Group.of(curve);
    private final PointCodec codec = new PointCodec(curve, group);
    private final DoubleScalarVartime multiplier = new DoubleScalarVartime(curve, group, base);
    private final EdChallenge challenge = new EdChallenge(lanes, bytes, order);
    private final Point A = group.point();
    private final Point R = group.point();
    private final Point P = group.point();
    private final Operand negativeR = group.operand();
    private final long[] all = f.mask();
    private final long[] mask = f.mask();

    Workspace() {
      Arrays.fill(all, -1);
    }

    void verify(long[] valid, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
      challenge.read(publicKeys, messages, signatures);
      order.isCanonical(valid, challenge.S);
      codec.decode(mask, A, publicKeys);
      and(valid, mask);
      codec.decode(mask, R, challenge.R);
      and(valid, mask);
      group.negate(A, all);
      multiplier.multiply(P, challenge.S, challenge.k, order.bytes, A);
      group.toOperand(negativeR, R);
      group.negate(negativeR, all);
      group.add(P, negativeR, false);
      group.multiplyByCofactor(P);
      group.isNeutral(mask, P);
      and(valid, mask);
    }
  }

  private static void and(long[] mask, long[] other) {
    for (int lane = 0; lane < mask.length; lane++) {
      mask[lane] &= other[lane];
    }
  }
}
