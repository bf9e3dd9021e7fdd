package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import java.util.Arrays;

/**
 * The equation of a signature, RFC 8032 sections 5.1.7 and 5.2.7: [S][h]B + [k]A + R is neutral,
 * where A and R are [-h] times the points that were sent, with the cofactor h. So all terms lie in
 * the subgroup of prime order, in which additions are complete on every curve. Lane after lane; a
 * workspace of one thread. Time: variable, all is public.
 */
final class EdEquation {
  /** {@code order.bytes} bytes a lane. */
  final byte[] S;

  /** The challenge k, of the same size. */
  final byte[] k;

  /** [-h] times the point of the public key, with T. */
  final Point A;

  /** [-h] times the point of the signature, with T. */
  final Point R;

  final OrderField order;
  private final int bytes;
  private final boolean refusesSmallOrder;
  private final Group group;
  private final PointCodec codec;
  private final EdChallenge challenge;
  private final byte[] encodedR;
  private final long[] all;
  private final long[] mask;

  EdEquation(Curve curve, EdRules rules, Group group) {
    Field f = curve.field();
    this.group = group;
    this.refusesSmallOrder = rules.refusesSmallOrder;
    this.order = new OrderField(curve.order());
    this.codec = new PointCodec(curve, group);
    this.bytes = codec.bytes;
    this.challenge = new EdChallenge(bytes, order, rules.hash(bytes));
    this.encodedR = new byte[bytes * f.lanes];
    this.S = new byte[order.bytes * f.lanes];
    this.k = new byte[order.bytes * f.lanes];
    this.A = group.point();
    this.R = group.point();
    this.all = f.mask();
    Arrays.fill(all, -1);
    this.mask = f.mask();
  }

  /**
   * Sets S, k, A and R. wellFormed = -1 where the public key is valid, R is canonical, and S is
   * below l.
   */
  void read(long[] wellFormed, byte[] publicKeys, EdMessage[] messages, byte[] signatures) {
    readKey(wellFormed, publicKeys);
    split(mask, signatures);
    Mask.and(wellFormed, mask);
    decode(R, encodedR);
    Mask.and(wellFormed, mask);
    order.isCanonical(mask, S);
    Mask.and(wellFormed, mask);
    challenge.compute(k, encodedR, publicKeys, messages);
  }

  /** Sets A. valid = -1 where the encoding is canonical, of a point whose order is allowed. */
  void readKey(long[] valid, byte[] publicKeys) {
    decode(A, publicKeys);
    System.arraycopy(mask, 0, valid, 0, mask.length);
    if (refusesSmallOrder) {
      group.isNeutral(mask, A);
      for (int lane = 0; lane < mask.length; lane++) {
        valid[lane] &= ~mask[lane];
      }
    }
  }

  /** P = [-h] times the decoded point, and the mask -1 where there is one. */
  private void decode(Point P, byte[] encoded) {
    codec.decode(mask, P, encoded);
    group.negate(P, all);
    group.multiplyByCofactor(P);
  }

  /** Splits the signatures; clear = -1 where the bytes of S beyond the order's size are zero. */
  private void split(long[] clear, byte[] signatures) {
    int unused = bytes - order.bytes;
    for (int lane = 0; lane < clear.length; lane++) {
      int at = 2 * bytes * lane;
      System.arraycopy(signatures, at, encodedR, lane * bytes, bytes);
      System.arraycopy(signatures, at + bytes, S, lane * order.bytes, order.bytes);
      clear[lane] = Mask.isZero(signatures, at + bytes + order.bytes, unused);
    }
  }
}
