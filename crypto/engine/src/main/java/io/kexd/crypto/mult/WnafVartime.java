package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import java.util.Arrays;

/**
 * [k]P for public scalars in the non-adjacent form of width {@value #WIDTH}: odd digits below
 * 2^({@value #WIDTH}-1) in absolute value, at least {@value #WIDTH}-1 zeros after each. In lanes a
 * position is skipped only where all lanes have a zero. A workspace of one thread. Time: variable.
 */
public final class WnafVartime {
  private static final int WIDTH = 6;

  private final Group group;
  private final Field f;
  private final OddMultiples table;
  private final Operand entry;
  private final long[] index;
  private final long[] negative;

  /** Position i of lane l at i * lanes + l. */
  private final byte[] digits;

  private final int positions;

  public WnafVartime(Curve curve, Group group) {
    this.group = group;
    this.f = group.f;
    this.table = new OddMultiples(group, WIDTH - 1);
    this.entry = group.operand();
    this.index = f.mask();
    this.negative = f.mask();
    this.positions = curve.order().bits + 1; // the last digit may carry out
    this.digits = new byte[positions * f.lanes];
  }

  /**
   * R = [k]P, with T.
   *
   * @param scalars k below the order, little-endian, {@code size} bytes a lane
   * @param P of prime order or neutral, with its T
   */
  public void multiply(Point R, byte[] scalars, int size, Point P) {
    for (int lane = 0; lane < f.lanes; lane++) {
      recode(Arrays.copyOfRange(scalars, lane * size, (lane + 1) * size), lane);
    }
    table.compute(P);
    group.setNeutral(R);
    boolean started = false;
    for (int i = positions - 1; i >= 0; i--) {
      boolean adds = load(i);
      if (started) {
        group.twice(R, adds || i == 0);
      }
      if (adds) {
        started = true;
        table.pickVartime(entry, index);
        group.negate(entry, negative);
        group.add(R, entry, i == 0);
      }
    }
  }

  /** Guide to Elliptic Curve Cryptography, algorithm 3.35, on bits that are carried, not stored. */
  private void recode(byte[] k, int lane) {
    int carry = 0;
    int next = 0;
    for (int i = 0; i < positions; i++) {
      int digit = 0;
      if (i >= next && (bits(k, i, 1) ^ carry) == 1) {
        digit = bits(k, i, WIDTH) + carry;
        carry = digit >> (WIDTH - 1);
        digit -= carry << WIDTH;
        next = i + WIDTH;
      }
      digits[i * f.lanes + lane] = (byte) digit;
    }
  }

  private static int bits(byte[] k, int from, int count) {
    int value = 0;
    for (int i = from; i < from + count && i < 8 * k.length; i++) {
      value |= (k[i >> 3] >> (i & 7) & 1) << (i - from);
    }
    return value;
  }

  /** Index and sign of the digits of a position; whether one is not zero. */
  private boolean load(int i) {
    boolean any = false;
    for (int lane = 0; lane < f.lanes; lane++) {
      int digit = digits[i * f.lanes + lane];
      any |= digit != 0;
      negative[lane] = digit < 0 ? -1 : 0;
      index[lane] = digit == 0 ? table.neutral() : Math.abs(digit) >> 1;
    }
    return any;
  }
}
