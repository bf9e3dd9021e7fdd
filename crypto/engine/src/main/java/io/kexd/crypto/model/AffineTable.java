package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/**
 * Fixed points with Z = 1, prepared as operands and shared by all lanes. Filled once, then only
 * read, by any number of threads.
 */
final class AffineTable {
  private final Field f;
  private final int size;
  private final long[] longs;

  AffineTable(Group group, int entries) {
    this.f = group.f;
    this.size = group.affineOperand().elements.length * f.limbs;
    this.longs = new long[entries * size];
  }

  /** Entry i = (x, y), taken from the first lane. Q is scratch space. */
  void set(int i, Group group, Operand Q, long[] x, long[] y) {
    group.toAffineOperand(Q, x, y);
    int at = i * size;
    for (long[] element : Q.elements) {
      for (int k = 0; k < f.limbs; k++) {
        longs[at++] = element[k * f.lanes];
      }
    }
  }

  /** Bytes of the table. */
  long bytes() {
    return 8L * longs.length;
  }

  /** Q = entry first + index, of {@code count} that are all read. Time: constant. */
  void lookup(Operand Q, int first, int count, long[] index) {
    Q.lookup(f, longs, first * size, count, index);
  }

  /** Q = entry first + index. Time: variable. */
  void pickVartime(Operand Q, int first, long[] index) {
    Q.pickVartime(f, longs, first * size, index);
  }
}
