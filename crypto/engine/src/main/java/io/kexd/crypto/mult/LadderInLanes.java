package io.kexd.crypto.mult;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.Mix;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;

/**
 * The Montgomery ladder of RFC 7748 section 5 for one scalar on a field of four lanes: the
 * independent multiplications of a step share a call, so that a step takes two multiplications and
 * a squaring instead of five and four. The state is one element: (X2 + Z2, X2 - Z2, X3 + Z3, X3 -
 * Z3). A workspace of one thread; constant time.
 */
public final class LadderInLanes {
  /** Lanes of its field. */
  public static final int LANES = Formulas.LANES;

  private static final long[] LANE_0 = {-1, 0, 0, 0};
  private static final long[] LANES_0_1 = {-1, -1, 0, 0};

  // Which lane each lane takes.
  private static final long[] FROM_0101 = {0, 1, 0, 1};
  private static final long[] FROM_1111 = {1, 1, 1, 1};
  private static final long[] FROM_2323 = {2, 3, 2, 3};
  private static final long[] FROM_3223 = {3, 2, 2, 3};

  private final Field f;
  private final int a24;
  private final long[] one;

  /** (X1, 1, -, -). */
  private final long[] factors;

  private final long[] V;
  private final long[] P;
  private final long[] X;
  private final long[] Y;
  private final long[] E;
  private final long[] swap;

  private final Mix first;
  private final Mix sums;
  private final Mix left;
  private final Mix right;
  private final Mix next;

  /** For a curve with a ladder on a field of four lanes. */
  public LadderInLanes(Curve curve) {
    this.f = curve.field();
    if (f.lanes != LANES) {
      throw new IllegalArgumentException("the field has " + f.lanes + " lanes, must have four");
    }
    this.a24 = Math.toIntExact((curve.ladder().orElseThrow().A() - 2) / 4);
    this.one = f.element();
    f.set(one, ONE);
    this.factors = f.element();
    this.V = f.element();
    this.P = f.element();
    this.X = f.element();
    this.Y = f.element();
    this.E = f.element();
    this.first = new Mix(f, 2, ". . 0 0", "1 1 1 -1");
    this.sums = new Mix(f, 2, "0 0 . .", "1 -1 . .", ". . 2 3");
    this.left = new Mix(f, 2, "1 0 2 2", ". . . -3");
    this.right = new Mix(f, 2, "0 1 . .", ". . 3 2", ". . . 3");
    this.next = new Mix(f, 2, "2 2 1 1", "3 -3 0 -0");
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
    f.select(factors, LANE_0, u, one);
    first.apply(V, factors, factors);
  }

  // spotless:off

  /** 2M + 1S + 1 small on all lanes. Lanes that nobody reads are dashes. */
  private void step() {
    f.permute(X, V, FROM_3223);                // (D, C, -, -)
    f.mul(P, X, V);                            // (D A, C B, -, -)
    f.permute(Y, V, FROM_0101);
    f.select(Y, swap, V, Y);                   // (-, -, A or C, B or D)
    sums.apply(X, P, P, Y);                    // (S = D A + C B, T = D A - C B, A or C, B or D)
    f.sqr(P, X);                               // (S^2, T^2, AA, BB)
    left.apply(X, P, P);                       // (T^2, S^2, AA, E = AA - BB)
    f.mulSmall(E, X, a24);
    right.apply(Y, factors, P, E);             // (X1, 1, BB, F = AA + a24 E)
    f.mul(P, X, Y);                            // (Z3, X3, X2, Z2)
    next.apply(V, P, P);                       // (X2 + Z2, X2 - Z2, X3 + Z3, X3 - Z3)
  }

  // spotless:on

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
    Wipe.wipe(factors, V, P, X, Y, E, swap);
  }
}
