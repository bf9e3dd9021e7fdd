package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/**
 * The steps of a multiplication of one point, whose parts are four lanes of a field: the
 * multiplications of a formula that do not wait for each other share a call. Eight lanes do it
 * twice. A point is one element, P.X, of four coordinates; whatever comes from the group or goes
 * there, and every operand, is the same in all lanes.
 */
abstract class InLanes extends Formulas {
  final long[] lane0 = f.repeat(-1, 0, 0, 0);
  private final long[] lane1 = f.repeat(0, -1, 0, 0);
  private final long[] lane2 = f.repeat(0, 0, -1, 0);
  final long[] from0 = f.repeat(0);
  final long[] from1 = f.repeat(1);
  final long[] from2 = f.repeat(2);
  private final long[] from3 = f.repeat(3);

  InLanes(Field f, int elements, int affineElements) {
    super(f, elements, affineElements);
    if (!areParts(f.lanes)) {
      throw new IllegalArgumentException("lanes must be a multiple of four: " + f.lanes);
    }
  }

  /** V = one lane of each. */
  final void pack(long[] V, long[] x, long[] y, long[] z, long[] t) {
    f.select(D, lane0, x, t);
    f.select(D, lane1, y, D);
    f.select(V, lane2, z, D);
  }

  /** All lanes of each coordinate = its lane. */
  final void unpack(Point P) {
    f.copy(D, P.X);
    f.permute(P.X, D, from0);
    f.permute(P.Y, D, from1);
    f.permute(P.Z, D, from2);
    f.permute(P.T, D, from3);
  }
}
