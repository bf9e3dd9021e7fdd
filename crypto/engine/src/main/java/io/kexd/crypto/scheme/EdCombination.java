package io.kexd.crypto.scheme;

import static java.math.BigInteger.ZERO;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.OrderField;
import io.kexd.crypto.model.BaseMultiples;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;
import io.kexd.crypto.mult.MultiScalarVartime;
import java.security.SecureRandom;

/**
 * The random combination of many {@link EdEquation}s. Each lane sums up the items of its own; the
 * lanes are added at the end. A workspace of one thread. Time: variable, all is public.
 */
final class EdCombination {
  /**
   * Items that share doublings. More would gain 5 % a doubling of their number at most, and the
   * tables of so many just fit the second cache.
   */
  private static final int MOST = 64;

  /** The random z(i) = 2r + 1 with r of 128 bits: odd, so that they have odd digits as they are. */
  private static final int RANDOM_BYTES = 16;

  private static final int SCALE_BITS = 8 * RANDOM_BYTES + 1;

  /** The most items a call. */
  final int capacity;

  private final Field f;
  private final Group group;
  private final EdEquation equation;
  private final OrderField order;
  private final MultiScalarVartime sum;
  private final int cofactor;
  private final Point P;
  private final Point other;
  private final Operand operand;
  private final long[] valid;
  private final long[] illFormed;
  private final byte[] drawn;
  private final byte[] scales;
  private final byte[] scalars;
  private final long[] z;
  private final long[] k;
  private final long[][] factorsOfB;
  private final long[] zero;

  EdCombination(Curve curve, EdRules rules, BaseMultiples base) {
    this.f = curve.field();
    this.group = Group.of(curve);
    this.equation = new EdEquation(curve, rules, group);
    this.order = equation.order;
    int groups = Math.max(1, MOST / f.lanes);
    this.capacity = groups * f.lanes;
    this.sum = new MultiScalarVartime(curve, group, base, groups, SCALE_BITS);
    this.cofactor = curve.cofactor();
    this.P = group.point();
    this.other = group.point();
    this.operand = group.operand();
    this.valid = f.mask();
    this.illFormed = f.mask();
    this.drawn = new byte[RANDOM_BYTES * f.lanes];
    this.scales = new byte[order.bytes * f.lanes];
    this.scalars = new byte[order.bytes * f.lanes];
    this.z = order.f.element();
    this.k = order.f.element();
    this.factorsOfB = new long[equation.S.length][];
    for (int i = 0; i < factorsOfB.length; i++) {
      factorsOfB[i] = order.f.element();
    }
    this.zero = order.f.element();
    order.f.set(zero, ZERO);
  }

  /**
   * Whether the equation holds for all well-formed items of the next {@link #capacity} from {@code
   * first} on, which are marked.
   */
  boolean holds(
      boolean[] wellFormed,
      byte[] publicKeys,
      EdMessage[] messages,
      byte[] signatures,
      int first,
      SecureRandom random) {
    int end = Math.min(messages.length, first + capacity);
    sum.clear();
    for (long[] factor : factorsOfB) {
      order.f.copy(factor, zero);
    }
    for (int start = first; start < end; start += f.lanes) {
      equation.read(valid, publicKeys, messages, signatures, start);
      random.nextBytes(drawn);
      addGroup();
      for (int i = start; i < Math.min(end, start + f.lanes); i++) {
        wellFormed[i] = valid[i - start] != 0;
      }
    }
    for (int i = 0; i < factorsOfB.length; i++) {
      order.f.mulSmall(factorsOfB[i], factorsOfB[i], cofactor);
      order.write(scalars, i * order.f.lanes * order.bytes, factorsOfB[i]);
    }
    sum.sum(P, scalars, order.bytes);
    group.sumLanes(P, other, operand);
    group.isNeutral(valid, P);
    return valid[0] != 0;
  }

  /** Adds z ([k]A + R) in the lanes of a group, and z S to the factor of [h]B. */
  private void addGroup() {
    leaveOutIllFormed();
    loadScales();
    for (int i = 0; i < factorsOfB.length; i++) {
      int at = i * order.f.lanes * order.bytes;
      order.read(z, scales, at);
      order.toFactor(z, z);
      order.f.mul(k, equation.k[i], z);
      order.write(scalars, at, k);
      order.mulAdd(factorsOfB[i], equation.S[i], z, factorsOfB[i]);
    }
    sum.add(equation.A, scalars, order.bytes);
    sum.addShort(equation.R, scales, order.bytes);
  }

  /** Replaces ill-formed items by 0 = 0; their S is 0 already. */
  private void leaveOutIllFormed() {
    for (int lane = 0; lane < f.lanes; lane++) {
      illFormed[lane] = ~valid[lane];
    }
    group.setNeutral(equation.A, illFormed, P);
    group.setNeutral(equation.R, illFormed, P);
  }

  /** Moves the low bit of 128 random bits to the top and sets it. */
  private void loadScales() {
    for (int lane = 0; lane < f.lanes; lane++) {
      int from = lane * RANDOM_BYTES;
      int at = lane * order.bytes;
      System.arraycopy(drawn, from, scales, at, RANDOM_BYTES);
      scales[at + RANDOM_BYTES] = (byte) (drawn[from] & 1);
      scales[at] |= 1;
    }
  }
}
