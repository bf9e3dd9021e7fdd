package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/**
 * The steps of a multiplication of one point, whose parts are the four lanes of a field: the
 * multiplications of a formula that do not wait for each other share a call. A point is one
 * element, P.X, of four coordinates; whatever comes from the group or goes there, and every
 * operand, is the same in all lanes.
 */
abstract class InLanes extends Formulas {
  static final long[] LANE_0 = {-1, 0, 0, 0};
  private static final long[] LANE_1 = {0, -1, 0, 0};
  private static final long[] LANE_2 = {0, 0, -1, 0};
  static final long[] FROM_0000 = {0, 0, 0, 0};
  static final long[] FROM_1111 = {1, 1, 1, 1};
  static final long[] FROM_2222 = {2, 2, 2, 2};
  private static final long[] FROM_3333 = {3, 3, 3, 3};

  InLanes(Field f, int elements, int affineElements) {
    super(f, elements, affineElements);
    if (f.lanes != LANES) {
      throw new IllegalArgumentException("the field has " + f.lanes + " lanes, must have four");
    }
  }

  /** V = one lane of each. */
  final void pack(long[] V, long[] x, long[] y, long[] z, long[] t) {
    f.select(D, LANE_0, x, t);
    f.select(D, LANE_1, y, D);
    f.select(V, LANE_2, z, D);
  }

  /** All lanes of each coordinate = its lane. */
  final void unpack(Point P) {
    f.copy(D, P.X);
    f.permute(P.X, D, FROM_0000);
    f.permute(P.Y, D, FROM_1111);
    f.permute(P.Z, D, FROM_2222);
    f.permute(P.T, D, FROM_3333);
  }
}
