package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;

import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;
import java.util.Arrays;

/**
 * The points of a curve with formulas for any two of them. A workspace of one thread; constant
 * time.
 *
 * <p>An addition takes any two points of the subgroup of prime order, equal, opposite and neutral
 * ones included. Points with a part of small order may be added on all curves but the twisted
 * Edwards ones whose a is no square: see {@link EdwardsMinusOne}.
 */
public abstract class Group extends Formulas {
  private final BigInteger baseX;
  private final BigInteger baseY;
  private final int cofactor;
  private final long[][] rotations;

  /**
   * @param elements of an operand
   * @param affineElements of an operand with Z = 1
   */
  Group(Curve curve, int elements, int affineElements) {
    super(curve.field(), elements, affineElements);
    this.baseX = new BigInteger(curve.baseX(), 16);
    this.baseY = new BigInteger(curve.baseY(), 16);
    this.cofactor = curve.cofactor();
    this.rotations = rotations(f.lanes);
  }

  /** The group of a curve; {@code IllegalArgumentException} for an a that no formula is for. */
  public static Group of(Curve curve) {
    BigInteger a = new BigInteger(curve.a(), 16);
    BigInteger p = curve.field().modulus;
    boolean edwards = curve.model() == Curve.Model.EDWARDS;
    if (edwards && a.equals(ONE)) {
      return new EdwardsOne(curve);
    }
    if (edwards && a.add(ONE).equals(p)) {
      return new EdwardsMinusOne(curve);
    }
    if (!edwards && a.add(BigInteger.valueOf(3)).equals(p)) {
      return new Weierstrass(curve);
    }
    throw new IllegalArgumentException("no formulas for a = " + a + " on " + curve.id());
  }

  /**
   * The cheapest formulas for the steps of a scalar multiplication: new ones that have exceptions,
   * or this group where there are no cheaper ones.
   */
  public Formulas steps() {
    return this;
  }

  /** The same for one operation alone, where the lanes {@link #areParts}. */
  public abstract Formulas stepsInLanes();

  @Override
  public final OddMultiples oddMultiples(int window) {
    return new GroupMultiples(this, window);
  }

  @Override
  public final void twice(Point P, int count, boolean giveT) {
    for (int i = count; i > 0; i--) {
      twice(P, giveT && i == 1);
    }
  }

  @Override
  public final void addLast(Point P, Operand Q) {
    add(P, Q, false);
  }

  /** Nothing is doubtful. */
  @Override
  public final void finish(long[] doubtful, Point P) {
    Arrays.fill(doubtful, 0);
  }

  /** Nothing to do. */
  @Override
  public final void adapt(Operand Q) {}

  /** P = the neutral point. */
  public abstract void setNeutral(Point P);

  /** P = the neutral point where the mask is set. */
  public final void setNeutral(Point P, long[] where, Point scratch) {
    setNeutral(scratch);
    P.select(f, where, scratch);
  }

  /** P = (x, y), with T, from affine coordinates that are tight. */
  public abstract void setAffine(Point P, long[] x, long[] y);

  /** P = the base point, with T. */
  public final void setBase(Point P) {
    f.set(A, baseX);
    f.set(B, baseY);
    setAffine(P, A, B);
  }

  /** P = 2 P. Needs no T; gives one if asked. */
  public abstract void twice(Point P, boolean giveT);

  /** Q = P. Q has any Z; needs T of P. */
  public abstract void toOperand(Operand Q, Point P);

  /** Q = (x, y), which are tight. Q is affine; its elements get tight. */
  public abstract void toAffineOperand(Operand Q, long[] x, long[] y);

  /** P = -P where the mask is set. */
  public abstract void negate(Point P, long[] where);

  /** neutral = -1 where P is the neutral point. */
  public abstract void isNeutral(long[] neutral, Point P);

  /** (x, y) = P; (0, 0) for a point without affine coordinates. One inversion. Out: T. */
  public final void toAffine(long[] x, long[] y, Point P, FieldRoots roots) {
    roots.invert(A, P.Z);
    toAffine(x, y, P, A);
  }

  /** The same from 1/Z, which is 0 for a point without affine coordinates. */
  final void toAffine(long[] x, long[] y, Point P, long[] inverseOfZ) {
    f.mul(x, P.X, inverseOfZ);
    f.mul(y, P.Y, inverseOfZ);
  }

  /** P = [cofactor]P, with T. */
  public final void multiplyByCofactor(Point P) {
    for (int c = cofactor; c > 1; c >>= 1) {
      twice(P, c == 2);
    }
  }

  /**
   * P = in every lane the sum of the points of all lanes, whose number is a power of two. Needs T.
   * The others are scratch.
   */
  public final void sumLanes(Point P, Point other, Operand operand) {
    for (long[] rotation : rotations) {
      other.permute(f, P, rotation);
      toOperand(operand, other);
      add(P, operand, true);
    }
  }

  /** By one lane, two, four, ... */
  private static long[][] rotations(int lanes) {
    int steps = Integer.numberOfTrailingZeros(lanes);
    long[][] rotations = new long[steps][lanes];
    for (int i = 0; i < steps; i++) {
      int by = 1 << i;
      for (int lane = 0; lane < lanes; lane++) {
        int from = (lane + by) % lanes;
        rotations[i][lane] = from;
      }
    }
    return rotations;
  }
}
