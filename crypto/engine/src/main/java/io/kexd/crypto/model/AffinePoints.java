package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.BatchInverse;
import io.kexd.crypto.field.Field;

/**
 * The affine coordinates of many points, a group of lanes each, with one inversion for all. A
 * workspace of one thread; constant time.
 */
public final class AffinePoints {
  private final Field f;
  private final Group group;
  private final BatchInverse inverse;
  private final long[][] x;
  private final long[][] y;
  private final long[][] z;

  /** For up to {@code capacity} points a call. */
  public AffinePoints(Group group, int capacity) {
    this.f = group.f;
    this.group = group;
    this.inverse = new BatchInverse(f, capacity);
    this.x = new long[capacity][];
    this.y = new long[capacity][];
    this.z = new long[capacity][];
    for (int i = 0; i < capacity; i++) {
      x[i] = f.element();
      y[i] = f.element();
      z[i] = f.element();
    }
  }

  /** Takes the first {@code count} points. */
  public void compute(Point[] points, int count) {
    for (int i = 0; i < count; i++) {
      f.copy(z[i], points[i].Z);
    }
    inverse.invert(z, count);
    for (int i = 0; i < count; i++) {
      group.toAffine(x[i], y[i], points[i], z[i]);
    }
  }

  /** x of point i; 0 where it has no affine coordinates. Tight. */
  public long[] x(int i) {
    return x[i];
  }

  /** y of point i; 0 where it has no affine coordinates. Tight. */
  public long[] y(int i) {
    return y[i];
  }

  /** Wipes what the last call left. */
  public void wipe() {
    inverse.wipe();
    Wipe.wipe(x);
    Wipe.wipe(y);
    Wipe.wipe(z);
  }
}
