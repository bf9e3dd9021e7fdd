package io.kexd.crypto.mult;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Edwards;
import io.kexd.crypto.model.EdwardsPoint;
import io.kexd.crypto.model.Niels;

/** P, 3P, 5P, ... of a public point in every lane: the table of a window. A workspace. */
final class OddMultiples {
  private final Field f;
  private final Edwards edwards;
  private final Niels[] entries;
  private final long[][] yPlusX;
  private final long[][] yMinusX;
  private final long[][] z2;
  private final long[][] t2d;
  private final EdwardsPoint multiple;
  private final Niels twice;

  OddMultiples(Edwards edwards, int window) {
    int size = 1 << (window - 1);
    this.f = edwards.f;
    this.edwards = edwards;
    this.entries = new Niels[size];
    this.yPlusX = new long[size][];
    this.yMinusX = new long[size][];
    this.z2 = new long[size][];
    this.t2d = new long[size][];
    for (int i = 0; i < size; i++) {
      entries[i] = Niels.projective(f);
      yPlusX[i] = entries[i].yPlusX;
      yMinusX[i] = entries[i].yMinusX;
      z2[i] = entries[i].z2;
      t2d[i] = entries[i].t2d;
    }
    this.multiple = new EdwardsPoint(f);
    this.twice = Niels.projective(f);
  }

  /** Fills the table. Needs T of P. */
  void compute(EdwardsPoint P) {
    multiple.set(f, P);
    edwards.toNiels(entries[0], multiple);
    edwards.twice(multiple, true);
    edwards.toNiels(twice, multiple);
    multiple.set(f, P);
    for (int i = 1; i < entries.length; i++) {
      edwards.add(multiple, twice, true);
      edwards.toNiels(entries[i], multiple);
    }
  }

  /** Q = [2 index + 1]P. Time: variable. */
  void pickVartime(Niels Q, long[] index) {
    f.pickVartime(Q.yPlusX, yPlusX, index);
    f.pickVartime(Q.yMinusX, yMinusX, index);
    f.pickVartime(Q.z2, z2, index);
    f.pickVartime(Q.t2d, t2d, index);
  }
}
