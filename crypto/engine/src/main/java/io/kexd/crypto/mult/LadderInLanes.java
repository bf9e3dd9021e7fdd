package io.kexd.crypto.mult;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;

/**
 * The Montgomery ladder of RFC 7748 section 5 for one scalar on a field of four lanes: the
 * independent multiplications of a step share a call, so that a step takes two multiplications and
 * a squaring instead of five and four. The state is one element: (X2 + Z2, X2 - Z2, X3 + Z3, X3 -
 * Z3). A workspace of one thread; constant time.
 */
public final class LadderInLanes {
  /** Lanes of its field. */
  public static final int LANES = 4;

  private static final long[] LANE_1 = {0, -1, 0, 0};
  private static final long[] LANE_2 = {0, 0, -1, 0};
  private static final long[] LANE_3 = {0, 0, 0, -1};
  private static final long[] LANES_0_1 = {-1, -1, 0, 0};
  private static final long[] LANES_1_3 = {0, -1, 0, -1};

  // Which lane each lane takes.
  private static final long[] FROM_0000 = {0, 0, 0, 0};
  private static final long[] FROM_0101 = {0, 1, 0, 1};
  private static final long[] FROM_1022 = {1, 0, 2, 2};
  private static final long[] FROM_1111 = {1, 1, 1, 1};
  private static final long[] FROM_2211 = {2, 2, 1, 1};
  private static final long[] FROM_2323 = {2, 3, 2, 3};
  private static final long[] FROM_3223 = {3, 2, 2, 3};
  private static final long[] FROM_3300 = {3, 3, 0, 0};
  private static final long[] FROM_3333 = {3, 3, 3, 3};

  private final Field f;
  private final int a24;
  private final long[] zero;
  private final long[] one;

  /** (X1, 1, -, -). */
  private final long[] factors;

  private final long[] V;
  private final long[] P;
  private final long[] Q;
  private final long[] X;
  private final long[] Y;
  private final long[] E;
  private final long[] F;
  private final long[] swap;

  /** For a curve with a ladder on a field of four lanes. */
  public LadderInLanes(Curve curve) {
    this.f = curve.field();
    if (f.lanes != LANES) {
      throw new IllegalArgumentException("the field has " + f.lanes + " lanes, must have four");
    }
    this.a24 = Math.toIntExact((curve.ladder().orElseThrow().A() - 2) / 4);
    this.zero = f.element();
    this.one = f.element();
    f.set(one, ONE);
    this.factors = f.element();
    this.V = f.element();
    this.P = f.element();
    this.Q = f.element();
    this.X = f.element();
    this.Y = f.element();
    this.E = f.element();
    this.F = f.element();
    this.swap = f.mask();
  }

  /**
   * numerator / denominator = u of [k]P, in lane 0; the denominator is 0 where that is the neutral
   * element. Out: T.
   *
   * @param scalars k from that offset on, little-endian; bits from {@code f.bits} up are not read
   * @param u tight, the same in all lanes
   */
  public void multiply(long[] numerator, long[] denominator, byte[] scalars, int offset, long[] u) {
    start(u);
    long bit = 0;
    for (int i = f.bits - 1; i >= 0; i--) {
      long next = Mask.ofBit(scalars[offset + (i >> 3)] >> (i & 7));
      setSwap(bit ^ next);
      step();
      bit = next;
    }
    setSwap(bit);
    finish(numerator, denominator);
  }

  private void setSwap(long mask) {
    for (int lane = 0; lane < LANES; lane++) {
      swap[lane] = mask;
    }
  }

  /** V = (1, 1, u + 1, u - 1). */
  private void start(long[] u) {
    f.select(factors, LANE_1, one, u);
    f.select(X, LANES_0_1, one, u);
    f.select(Y, LANES_0_1, zero, one);
    sum(V);
  }

  // spotless:off

  /** 2M + 1S + 1 small on all lanes. Lanes that nobody reads are dashes. */
  private void step() {
    f.permute(X, V, FROM_3223);                // (D, C, -, -)
    f.mul(P, X, V);                            // (D A, C B, -, -)
    f.permute(X, P, FROM_0000);
    f.permute(Y, P, FROM_1111);
    sum(X);                                    // (S, T, -, -)
    f.permute(Y, V, FROM_0101);                // (-, -, A, B)
    f.select(Q, swap, V, Y);                   // (-, -, A or C, B or D)
    f.select(Q, LANES_0_1, X, Q);
    f.sqr(P, Q);                               // (S^2, T^2, AA, BB)
    f.permute(X, P, FROM_1022);                // (T^2, S^2, AA, AA)
    f.permute(Y, P, FROM_3333);                // (-, -, BB, BB)
    f.sub(E, X, Y);      f.fit(E, 2);          // (-, -, -, E = AA - BB)
    f.mulSmall(F, E, a24);
    f.add(F, F, X);      f.fit(F, 2);          // (-, -, -, F = AA + a24 E)
    f.select(X, LANE_3, E, X);                 // (T^2, S^2, AA, E)
    f.select(Y, LANE_2, Y, factors);
    f.select(Y, LANE_3, F, Y);                 // (X1, 1, BB, F)
    f.mul(P, X, Y);                            // (Z3, X3, X2, Z2)
    f.permute(X, P, FROM_2211);
    f.permute(Y, P, FROM_3300);
    sum(V);                                    // (X2 + Z2, X2 - Z2, X3 + Z3, X3 - Z3)
  }

  // spotless:on

  /** r = X + Y in lanes 0 and 2, X - Y in lanes 1 and 3. */
  private void sum(long[] r) {
    f.negate(Y, LANES_1_3, Y);
    f.add(r, X, Y);
    f.fit(r, 2);
  }

  private void finish(long[] numerator, long[] denominator) {
    f.permute(Y, V, FROM_2323);
    f.select(X, swap, Y, V);
    f.permute(Y, X, FROM_1111);
    f.add(numerator, X, Y);
    f.carry(numerator, numerator);
    f.sub(denominator, X, Y);
    f.carry(denominator, denominator);
  }

  /** Wipes what the last call left. */
  public void wipe() {
    Wipe.wipe(factors, V, P, Q, X, Y, E, F, swap);
  }
}
