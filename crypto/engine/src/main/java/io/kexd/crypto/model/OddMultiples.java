package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/** P, 3P, 5P, ... of a point in every lane: the table of a window. A workspace of one thread. */
public abstract class OddMultiples {
  final Field f;

  /** Entry i is [2 i + 1]P. */
  final Operand[] entries;

  /** elements[i][j] = element i of entry j. */
  private final long[][][] elements;

  /** With 2^(window-1) multiples. */
  OddMultiples(Formulas formulas, int window) {
    this.f = formulas.f;
    this.entries = new Operand[1 << (window - 1)];
    for (int j = 0; j < entries.length; j++) {
      entries[j] = formulas.operand();
    }
    this.elements = new long[entries[0].elements.length][entries.length][];
    for (int i = 0; i < elements.length; i++) {
      for (int j = 0; j < entries.length; j++) {
        elements[i][j] = entries[j].elements[i];
      }
    }
  }

  /** Fills the table. P is a point of the group, with its T. Time: constant. */
  public abstract void compute(Point P);

  /** Q = [2 index + 1]P; every entry is read. Time: constant. */
  public final void lookup(Operand Q, long[] index) {
    for (int i = 0; i < elements.length; i++) {
      f.lookup(Q.elements[i], elements[i], entries.length, index);
    }
  }

  /** Q = [2 index + 1]P. Time: variable. */
  public final void pickVartime(Operand Q, long[] index) {
    for (int i = 0; i < elements.length; i++) {
      f.pickVartime(Q.elements[i], elements[i], index);
    }
  }

  /** Wipes the multiples. */
  public void wipe() {
    for (Operand entry : entries) {
      entry.wipe();
    }
  }
}
