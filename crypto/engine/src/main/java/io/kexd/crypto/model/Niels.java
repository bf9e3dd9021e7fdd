package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * A point prepared as the second operand of an addition: Y + X, Y - X, 2Z, 2dT. An affine one has Z
 * = 1 and stores no 2Z.
 */
public final class Niels {
  /** Elements of an affine point in a table: y + x, y - x, 2dxy. */
  static final int AFFINE_COORDINATES = 3;

  public final long[] yPlusX;
  public final long[] yMinusX;
  public final long[] z2;
  public final long[] t2d;
  final boolean affine;

  /** An affine point's elements one after the other, as a table holds them. */
  final long[] entry;

  private Niels(Field f, boolean affine) {
    this.yPlusX = f.element();
    this.yMinusX = f.element();
    this.z2 = affine ? new long[0] : f.element();
    this.t2d = f.element();
    this.affine = affine;
    this.entry = new long[affine ? AFFINE_COORDINATES * f.limbs * f.lanes : 0];
  }

  /** Storage for a point with Z = 1, as tables hold it. */
  public static Niels affine(Field f) {
    return new Niels(f, true);
  }

  /** Storage for a point with any Z. */
  public static Niels projective(Field f) {
    return new Niels(f, false);
  }

  /** Takes the coordinates from the entry. */
  void unpack(Field f) {
    int size = f.limbs * f.lanes;
    System.arraycopy(entry, 0, yPlusX, 0, size);
    System.arraycopy(entry, size, yMinusX, 0, size);
    System.arraycopy(entry, 2 * size, t2d, 0, size);
  }

  /** Replaces the point by its negative where the mask is set. Time: constant. */
  public void negate(Field f, long[] mask) {
    f.swap(mask, yPlusX, yMinusX);
    f.negate(t2d, mask, t2d);
  }

  public void wipe() {
    Wipe.wipe(yPlusX, yMinusX, z2, t2d, entry);
  }
}
