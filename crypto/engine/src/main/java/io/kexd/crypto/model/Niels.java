package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * A point prepared as the second operand of an addition: Y + X, Y - X, 2Z, 2dT. An affine one has Z
 * = 1 and stores no 2Z.
 */
public final class Niels {
  public final long[] yPlusX;
  public final long[] yMinusX;
  public final long[] z2;
  public final long[] t2d;
  final boolean affine;

  private Niels(Field f, boolean affine) {
    this.yPlusX = f.element();
    this.yMinusX = f.element();
    this.z2 = affine ? new long[0] : f.element();
    this.t2d = f.element();
    this.affine = affine;
  }

  /** Storage for a point with Z = 1, as tables hold it. */
  public static Niels affine(Field f) {
    return new Niels(f, true);
  }

  /** Storage for a point with any Z. */
  public static Niels projective(Field f) {
    return new Niels(f, false);
  }

  /** Replaces the point by its negative where the mask is set. Time: constant. */
  public void negate(Field f, long[] mask) {
    f.swap(mask, yPlusX, yMinusX);
    f.negate(t2d, mask, t2d);
  }

  public void wipe() {
    Wipe.wipe(yPlusX, yMinusX, z2, t2d);
  }
}
