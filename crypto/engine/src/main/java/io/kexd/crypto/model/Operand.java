package io.kexd.crypto.model;

import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;

/**
 * A point prepared as the second operand of an addition, in the elements that the formulas of its
 * {@link Formulas} want. An affine one has Z = 1 and no element that depends on Z. Made by {@link
 * Formulas#operand} and {@link Formulas#affineOperand}.
 */
public final class Operand {
  final boolean affine;
  final long[][] elements;

  /** The elements one after the other, as a table holds them. */
  private final long[] entry;

  Operand(Field f, int count, boolean affine) {
    this.affine = affine;
    this.elements = new long[count][];
    for (int i = 0; i < count; i++) {
      elements[i] = f.element();
    }
    this.entry = new long[affine ? count * f.size : 0];
  }

  /** This operand = the entry of a table that all lanes share. Time: constant. */
  void lookup(Field f, long[] table, int offset, int entries, long[] index) {
    f.lookup(entry, table, offset, elements.length * f.limbs, entries, index);
    unpack(f);
  }

  /** The same with public indexes. Time: variable. */
  void pickVartime(Field f, long[] table, int offset, long[] index) {
    f.pickVartime(entry, table, offset, elements.length * f.limbs, index);
    unpack(f);
  }

  private void unpack(Field f) {
    int at = 0;
    for (long[] element : elements) {
      System.arraycopy(entry, at, element, 0, f.size);
      at += f.size;
    }
  }

  public void wipe() {
    Wipe.wipe(elements);
    Wipe.wipe(entry);
  }
}
