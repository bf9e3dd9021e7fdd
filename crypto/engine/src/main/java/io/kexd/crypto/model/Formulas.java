package io.kexd.crypto.model;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import java.math.BigInteger;

/**
 * Points in some coordinates, and what a scalar multiplication does with them: odd multiples, runs
 * of doublings, additions. A {@link Group} is without exceptions; {@link Group#steps} may be
 * cheaper and have some. A workspace of one thread; constant time.
 */
public abstract class Formulas {
  /** In so many lanes {@link Group#stepsInLanes} computes one operation. */
  private static final int PARTS = 4;

  public final Field f;
  final long[] zero;
  final long[] one;
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
  Formulas(Field f, int elements, int affineElements) {
    this.f = f;
    this.zero = constant(ZERO);
    this.one = constant(ONE);
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

  /** Whether one operation can be computed in the lanes of a field that has so many. */
  public static boolean areParts(int lanes) {
    return lanes % PARTS == 0;
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

  /** Storage for an entry of {@link #oddMultiples}. */
  public final Operand operand() {
    return new Operand(f, elements, false);
  }

  /** Storage for an operand with Z = 1, as tables of fixed points hold it. */
  public final Operand affineOperand() {
    return new Operand(f, affineElements, true);
  }

  /** Storage for the odd multiples below 2^window of a point; the order is above that. */
  public abstract OddMultiples oddMultiples(int window);

  /** P = Q, with T if asked. */
  public abstract void set(Point P, Operand Q, boolean giveT);

  /** P = 2^count P, count above 0. Needs no T; gives one if asked. */
  public abstract void twice(Point P, int count, boolean giveT);

  /** P = P + Q. Needs T of P; gives one if asked. */
  public abstract void add(Point P, Operand Q, boolean giveT);

  /**
   * P = P + Q for any two points that the formulas have come to; P becomes a point of the group.
   * Needs T of P; gives none.
   */
  public abstract void addLast(Point P, Operand Q);

  /**
   * Makes P a point of the group. Where the mask becomes -1, an addition may have met an exception:
   * P is neutral, or wrong.
   */
  public abstract void finish(long[] doubtful, Point P);

  /** Makes an entry of a fixed table fit the odd multiples that were computed last. */
  public abstract void adapt(Operand Q);

  /** Q = -Q where the mask is set. */
  public abstract void negate(Operand Q, long[] where);

  /** Wipes what the last formula left. */
  public void wipe() {
    Wipe.wipe(A, B, C, D, E, F, G, H, mask);
  }
}
