package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/**
 * Fixed points with Z = 1, prepared as operands and shared by all lanes. Filled once, then only
 * read, by any number of threads.
 */
final class AffineTable {
  private final Field f;
  private final int size;
  private final int block;
  private final long[] longs;

  /**
   * With that many entries, read in blocks: all of a block or, by public indexes, blocks of one.
   */
  AffineTable(Group group, int entries, int block) {
    this.f = group.f;
    this.block = block;
    this.size = group.affineOperand().elements.length * f.limbs;
    this.longs = new long[entries * size];
  }

  /** Entry i = that lane of Q. */
  void set(int i, Operand Q, int lane) {
    int start = i / block * block * size;
    int at = 0;
    for (long[] element : Q.elements) {
      for (int k = 0; k < f.limbs; k++) {
        longs[start + f.place(size, block, i % block, at++)] = element[k * f.lanes + lane];
      }
    }
  }

  /** Bytes of the table. */
  long bytes() {
    return 8L * longs.length;
  }

  /** Q = an entry of a block, of which all are read. Time: constant. */
  void lookup(Operand Q, int number, long[] index) {
    Q.lookup(f, longs, number * block * size, block, index);
  }

  /** Q = an entry, of blocks of one. Time: variable. */
  void pickVartime(Operand Q, long[] index) {
    Q.pickVartime(f, longs, 0, index);
  }

  /** That lane of Q = entry i, of blocks of one. Time: variable. */
  void pickVartime(Operand Q, int lane, int i) {
    int at = i * size;
    for (long[] element : Q.elements) {
      for (int k = 0; k < f.limbs; k++) {
        element[k * f.lanes + lane] = longs[at++];
      }
    }
  }
}
