package io.kexd.crypto.mult;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.Mix;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import java.util.Arrays;

/**
 * The Montgomery ladder of RFC 7748 section 5 for one scalar in four lanes of a field: the
 * independent multiplications of a step share a call, so that a step takes two multiplications and
 * a squaring instead of five and four. The state is one element: (X2 + Z2, X2 - Z2, X3 + Z3, X3 -
 * Z3). A workspace of one thread; constant time.
 */
public final class LadderInLanes {
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

  private final long[] lane0;

  // Which lane each lane takes.
  private final long[] from01;
  private final long[] from1;
  private final long[] from23;
  private final long[] from3223;

  private final Mix first;
  private final Mix sums;
  private final Mix left;
  private final Mix right;
  private final Mix next;

  /** For a curve with a ladder on a field of so many lanes that they {@link Formulas#areParts}. */
  public LadderInLanes(Curve curve) {
    this.f = curve.field();
    if (!Formulas.areParts(f.lanes)) {
      throw new IllegalArgumentException("lanes must be a multiple of four: " + f.lanes);
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
    this.lane0 = f.repeat(-1, 0, 0, 0);
    this.from01 = f.repeat(0, 1);
    this.from1 = f.repeat(1);
    this.from23 = f.repeat(2, 3);
    this.from3223 = f.repeat(3, 2, 2, 3);
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
    Arrays.fill(swap, mask);
  }

  /** V = (1, 1, u + 1, u - 1). */
  private void start(long[] u) {
    f.select(factors, lane0, u, one);
    first.apply(V, factors, factors);
  }

  // spotless:off

  /** 2M + 1S + 1 small on all lanes. Lanes that nobody reads are dashes. */
  private void step() {
    f.permute(X, V, from3223);                 // (D, C, -, -)
    f.mul(P, X, V);                            // (D A, C B, -, -)
    f.permute(Y, V, from01);
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
    f.permute(Y, V, from23);
    f.select(X, swap, Y, V);
    f.permute(Y, X, from1);
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
