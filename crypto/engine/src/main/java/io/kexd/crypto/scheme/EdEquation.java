package io.kexd.crypto.scheme;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.LaneByLane;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.model.PointCodec;
import java.util.Arrays;

/**
 * The equation of a signature, RFC 8032 sections 5.1.7 and 5.2.7: [S][h]B + [k]A + R is neutral,
 * where A and R are [-h] times the points that were sent, with the cofactor h. So all terms lie in
 * the subgroup of prime order, in which additions are complete on every curve. A group of lanes; a
 * workspace of one thread. Time: variable, all is public.
 */
final class EdEquation {
  /** Of the signatures, one for as many lanes as the order's field has; 0 where ill-formed. */
  final long[][] S;

  /** The challenges. */
  final long[][] k;

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
  private final byte[] encodedA;
  private final byte[] encodedR;
  private final byte[] encodedS;
  private final long[] all;

  /** The number of a lane, in each. */
  private final long[] laneOfA;

  private final long[] laneOfR;
  private final Point both;
  private final long[] mask;
  private final long[] below;

  EdEquation(Curve curve, EdRules rules, Group group) {
    Field f = curve.field();
    this.group = group;
    this.refusesSmallOrder = rules.refusesSmallOrder;
    this.order = new OrderField(LaneByLane.unwrap(curve.order()));
    this.codec = new PointCodec(curve, group);
    this.bytes = codec.bytes;
    this.challenge = new EdChallenge(bytes, order, rules.hash(bytes));
    this.encodedA = new byte[bytes * f.lanes];
    this.encodedR = new byte[bytes * f.lanes];
    this.encodedS = new byte[order.bytes * f.lanes];
    this.S = new long[f.lanes / order.f.lanes][];
    this.k = new long[S.length][];
    for (int i = 0; i < S.length; i++) {
      S[i] = order.f.element();
      k[i] = order.f.element();
    }
    this.A = group.point();
    this.R = group.point();
    this.all = f.mask();
    Arrays.fill(all, -1);
    this.laneOfA = f.mask();
    this.laneOfR = f.mask();
    Arrays.fill(laneOfR, 1);
    this.both = group.point();
    this.mask = f.mask();
    this.below = order.f.mask();
  }

  /**
   * Sets S, k, A and R for the operations from {@code first} on. wellFormed = -1 where the public
   * key is valid, R is canonical, and S is below l; 0 in lanes beyond the last message.
   */
  void read(
      long[] wellFormed, byte[] publicKeys, EdMessage[] messages, byte[] signatures, int first) {
    int count = Math.min(mask.length, messages.length - first);
    System.arraycopy(publicKeys, first * bytes, encodedA, 0, count * bytes);
    split(signatures, first, count);
    if (count == 1 && mask.length > 1) {
      readTogether(wellFormed);
    } else {
      readKey(wellFormed);
      decode(R, encodedR);
      Mask.and(wellFormed, mask);
    }
    Arrays.fill(wellFormed, count, mask.length, 0);
    readS(wellFormed);
    for (int i = 0; i < count; i += order.f.lanes) {
      challenge.compute(k[i / order.f.lanes], signatures, publicKeys, messages, first + i);
    }
  }

  /** One operation alone: its A and R are decoded in two lanes, and are the same in all lanes. */
  private void readTogether(long[] wellFormed) {
    System.arraycopy(encodedR, 0, encodedA, bytes, bytes);
    decode(both, encodedA);
    A.permute(group.f, both, laneOfA);
    R.permute(group.f, both, laneOfR);
    long valid = mask[0] & mask[1];
    if (refusesSmallOrder) {
      group.isNeutral(mask, A);
      valid &= ~mask[0];
    }
    wellFormed[0] = valid;
  }

  /** Whether one public key is the canonical encoding of a point whose order is allowed. */
  boolean isKey(byte[] publicKey) {
    System.arraycopy(publicKey, 0, encodedA, 0, bytes);
    long[] valid = new long[mask.length];
    readKey(valid);
    return valid[0] != 0;
  }

  /** Sets A. valid = -1 where the encoding is canonical, of a point whose order is allowed. */
  private void readKey(long[] valid) {
    decode(A, encodedA);
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

  /**
   * Splits the signatures; where the bytes of S beyond the order's size are not zero, makes it an
   * integer that is not below l.
   */
  private void split(byte[] signatures, int first, int count) {
    for (int lane = 0; lane < count; lane++) {
      int at = 2 * bytes * (first + lane);
      int unused = at + bytes + order.bytes;
      System.arraycopy(signatures, at, encodedR, lane * bytes, bytes);
      System.arraycopy(signatures, at + bytes, encodedS, lane * order.bytes, order.bytes);
      if (Mask.isZero(signatures, unused, bytes - order.bytes) == 0) {
        fillS(lane, -1);
      }
    }
  }

  private void fillS(int lane, int value) {
    Arrays.fill(encodedS, lane * order.bytes, (lane + 1) * order.bytes, (byte) value);
  }

  /** Sets S, and clears the mask where it is not below l. */
  private void readS(long[] wellFormed) {
    int n = order.f.lanes;
    for (int i = 0; i < mask.length; i += n) {
      order.isCanonical(below, encodedS, i * order.bytes);
      for (int j = 0; j < n; j++) {
        wellFormed[i + j] &= below[j];
        if (wellFormed[i + j] == 0) {
          fillS(i + j, 0);
        }
      }
      order.read(S[i / n], encodedS, i * order.bytes);
    }
  }
}
