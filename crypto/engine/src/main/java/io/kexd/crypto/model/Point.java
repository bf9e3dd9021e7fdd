package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * A point of a {@link Group} in projective coordinates, x = X/Z and y = Y/Z; inside a scalar
 * multiplication in those of its {@link Formulas}. Plain storage.
 */
public final class Point {
  public final long[] X;
  public final long[] Y;
  public final long[] Z;

  /**
   * XY/Z, on Edwards curves only (eprint 2008/522 section 3). Valid only after a formula that was
   * asked for it.
   */
  public final long[] T;

  public Point(Field f) {
    this.X = f.element();
    this.Y = f.element();
    this.Z = f.element();
    this.T = f.element();
  }

  /** This point = Q. */
  public void set(Field f, Point Q) {
    f.copy(X, Q.X);
    f.copy(Y, Q.Y);
    f.copy(Z, Q.Z);
    f.copy(T, Q.T);
  }

  /** This point = Q where the mask is set. */
  public void select(Field f, long[] where, Point Q) {
    f.select(X, where, Q.X, X);
    f.select(Y, where, Q.Y, Y);
    f.select(Z, where, Q.Z, Z);
    f.select(T, where, Q.T, T);
  }

  /** This point = in each lane that lane of Q, which is another point. */
  public void permute(Field f, Point Q, long[] from) {
    f.permute(X, Q.X, from);
    f.permute(Y, Q.Y, from);
    f.permute(Z, Q.Z, from);
    f.permute(T, Q.T, from);
  }

  public void wipe() {
    Wipe.wipe(X, Y, Z, T);
  }
}
