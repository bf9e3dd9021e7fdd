package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;

/**
 * The points of a curve with their formulas: what scalar multiplications are written on. A
 * workspace of one thread; constant time.
 *
 * <p>An addition takes any two points of the subgroup of prime order, equal, opposite and neutral
 * ones included. Points with a part of small order may be added on all curves but the twisted
 * Edwards ones whose a is no square: see {@link EdwardsMinusOne}.
 */
public abstract class Group {
  public final Field f;
  final long[] zero;
  final long[] one;
  private final BigInteger baseX;
  private final BigInteger baseY;
  private final int cofactor;
  private final int elements;
  private final int affineElements;

  /** Scratch space of the formulas. */
  final long[] A;

  final long[] B;
  final long[] C;
  final long[] D;
  final long[] E;
  final long[] F;
  final long[] G;
  final long[] H;
  final long[] mask;

  /**
   * @param elements of an operand
   * @param affineElements of an operand with Z = 1
   */
  Group(Curve curve, int elements, int affineElements) {
    this.f = curve.field();
    this.zero = constant(ZERO);
    this.one = constant(ONE);
    this.baseX = new BigInteger(curve.baseX(), 16);
    this.baseY = new BigInteger(curve.baseY(), 16);
    this.cofactor = curve.cofactor();
    this.elements = elements;
    this.affineElements = affineElements;
    this.A = f.element();
    this.B = f.element();
    this.C = f.element();
    this.D = f.element();
    this.E = f.element();
    this.F = f.element();
    this.G = f.element();
    this.H = f.element();
    this.mask = f.mask();
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

  final long[] constant(BigInteger value) {
    long[] element = f.element();
    f.set(element, value);
    return element;
  }

  /** Storage for a point. */
  public final Point point() {
    return new Point(f);
  }

  /** Storage for an operand with any Z. */
  public final Operand operand() {
    return new Operand(f, elements, false);
  }

  /** Storage for an operand with Z = 1, as tables of fixed points hold it. */
  public final Operand affineOperand() {
    return new Operand(f, affineElements, true);
  }

  /** P = the neutral point. */
  public abstract void setNeutral(Point P);

  /** P = the neutral point where the mask is set. */
  public final void setNeutral(Point P, long[] where, Point scratch) {
    setNeutral(scratch);
    f.select(P.X, where, scratch.X, P.X);
    f.select(P.Y, where, scratch.Y, P.Y);
    f.select(P.Z, where, scratch.Z, P.Z);
    f.select(P.T, where, scratch.T, P.T);
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

  /** P = P + Q. Needs T of P; gives one if asked. */
  public abstract void add(Point P, Operand Q, boolean giveT);

  /** Q = P. Q has any Z; needs T of P. */
  public abstract void toOperand(Operand Q, Point P);

  /** Q = (x, y), which are tight. Q is affine; its elements get tight. */
  public abstract void toAffineOperand(Operand Q, long[] x, long[] y);

  /** Q = -Q where the mask is set. */
  public abstract void negate(Operand Q, long[] where);

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

  /** P = in every lane the sum of the points of all lanes. Needs T. Allocates. */
  public final void sumLanes(Point P) {
    Point other = point();
    other.set(f, P);
    Operand operand = operand();
    for (int i = 1; i < f.lanes; i++) {
      other.rotate(f);
      toOperand(operand, other);
      add(P, operand, true);
    }
  }

  /** Wipes what the last formula left. */
  public final void wipe() {
    Wipe.wipe(A, B, C, D, E, F, G, H, mask);
  }
}
