package io.kexd.crypto.model;

import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;

/**
 * B, 3B, 5B, ... (2^{@value #WINDOW} - 1)B for public scalars, affine: wider than a window of the
 * comb, since one entry is read and not all. Computed when it is made, with one inversion.
 * Immutable.
 */
public final class BaseMultiples {
  /** Bits of a window. */
  public static final int WINDOW = 8;

  private static final int ENTRIES = 1 << (WINDOW - 1);

  private final Field f;
  private final int size;
  private final long[] longs;

  public BaseMultiples(Curve curve) {
    this.f = curve.field();
    this.size = Niels.AFFINE_COORDINATES * f.limbs;
    this.longs = new long[ENTRIES * size];
    long[][] x = new long[ENTRIES][];
    long[][] y = new long[ENTRIES][];
    long[][] z = new long[ENTRIES][];
    multiples(curve, x, y, z);
    new BatchInverse(f, new FieldRoots(f), ENTRIES).invert(z, ENTRIES);
    long[] d2 = f.element();
    f.set(d2, new BigInteger(curve.d(), 16).shiftLeft(1));
    for (int i = 0; i < ENTRIES; i++) {
      f.mul(x[i], x[i], z[i]);
      f.mul(y[i], y[i], z[i]);
      store(i, x[i], y[i], d2);
    }
  }

  private void multiples(Curve curve, long[][] x, long[][] y, long[][] z) {
    Edwards edwards = new Edwards(curve);
    EdwardsPoint multiple = new EdwardsPoint(f);
    Niels twice = Niels.projective(f);
    edwards.setBase(multiple);
    edwards.twice(multiple, true);
    edwards.toNiels(twice, multiple);
    edwards.setBase(multiple);
    for (int i = 0; i < ENTRIES; i++) {
      x[i] = multiple.X.clone();
      y[i] = multiple.Y.clone();
      z[i] = multiple.Z.clone();
      edwards.add(multiple, twice, true);
    }
  }

  /** Entry i = y + x, y - x, 2dxy. */
  private void store(int i, long[] x, long[] y, long[] d2) {
    long[] r = f.element();
    f.add(r, y, x);
    f.carry(r, r);
    store(i * size, r);
    f.sub(r, y, x);
    f.carry(r, r);
    store(i * size + f.limbs, r);
    f.mul(r, x, y);
    f.mul(r, r, d2);
    store(i * size + 2 * f.limbs, r);
  }

  /** All lanes are equal: the first one is stored. */
  private void store(int at, long[] element) {
    for (int k = 0; k < f.limbs; k++) {
      longs[at + k] = element[k * f.lanes];
    }
  }

  /** Q = [2 index + 1]B. Time: variable. */
  public void pickVartime(Niels Q, long[] index) {
    f.pickVartime(Q.entry, longs, 0, size, index);
    Q.unpack(f);
  }
}
