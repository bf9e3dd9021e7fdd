package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/** P, 3P, 5P, ... of a point in every lane: the table of a window. A workspace of one thread. */
public final class OddMultiples {
  private final Field f;
  private final Group group;
  private final int size;
  private final Operand[] entries;

  /** elements[i][j] = element i of entry j. */
  private final long[][][] elements;

  private final Point multiple;
  private final Operand twice;

  /** With 2^(window-1) multiples, and the neutral point after them. */
  public OddMultiples(Group group, int window) {
    this.f = group.f;
    this.group = group;
    this.size = 1 << (window - 1);
    this.entries = new Operand[size + 1];
    for (int i = 0; i <= size; i++) {
      entries[i] = group.operand();
    }
    this.elements = new long[entries[0].elements.length][size + 1][];
    for (int i = 0; i < elements.length; i++) {
      for (int j = 0; j <= size; j++) {
        elements[i][j] = entries[j].elements[i];
      }
    }
    this.multiple = group.point();
    this.twice = group.operand();
    group.setNeutral(multiple);
    group.toOperand(entries[size], multiple);
  }

  /** Fills the table. Needs T of P. Time: constant. */
  public void compute(Point P) {
    multiple.set(f, P);
    group.toOperand(entries[0], multiple);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    multiple.set(f, P);
    for (int i = 1; i < size; i++) {
      group.add(multiple, twice, true);
      group.toOperand(entries[i], multiple);
    }
  }

  /** The index of the neutral point, for {@link #pickVartime}. */
  public int neutral() {
    return size;
  }

  /** Q = [2 index + 1]P; every entry is read. Time: constant. */
  public void lookup(Operand Q, long[] index) {
    for (int i = 0; i < elements.length; i++) {
      f.lookup(Q.elements[i], elements[i], size, index);
    }
  }

  /** Q = [2 index + 1]P, or the neutral point. Time: variable. */
  public void pickVartime(Operand Q, long[] index) {
    for (int i = 0; i < elements.length; i++) {
      f.pickVartime(Q.elements[i], elements[i], index);
    }
  }

  /** Wipes the multiples. */
  public void wipe() {
    for (int i = 0; i < size; i++) {
      entries[i].wipe();
    }
    multiple.wipe();
    twice.wipe();
  }
}
