package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * A point in extended coordinates: x = X/Z, y = Y/Z, T = XY/Z (eprint 2008/522 section 3). Plain
 * storage; {@link Edwards} has the formulas.
 */
public final class EdwardsPoint {
  public final long[] X;
  public final long[] Y;
  public final long[] Z;

  /** Valid only after a formula that was asked for it. */
  public final long[] T;

  public EdwardsPoint(Field f) {
    this.X = f.element();
    this.Y = f.element();
    this.Z = f.element();
    this.T = f.element();
  }

  /** This point = Q. */
  public void set(Field f, EdwardsPoint Q) {
    f.copy(X, Q.X);
    f.copy(Y, Q.Y);
    f.copy(Z, Q.Z);
    f.copy(T, Q.T);
  }

  public void wipe() {
    Wipe.wipe(X, Y, Z, T);
  }
}
