package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;

/** The points of a fixed-base table, computed: what its resource would hold. */
final class CombPoints {
  private final Group group;
  private final int entries;
  private final Point[] points;
  private final AffinePoints affine;
  private final long[] scratch;

  private CombPoints(Curve curve, int window) {
    this.group = Group.of(curve);
    this.entries = 1 << (window - 1);
    this.points = new Point[entries];
    for (int j = 0; j < entries; j++) {
      points[j] = group.point();
    }
    this.affine = new AffinePoints(group, entries);
    this.scratch = group.f.element();
  }

  /** For a curve on one lane, and its base point or that of its ladder. */
  static byte[] of(Curve curve, Curve.Comb comb, long[] baseX, long[] baseY) {
    CombPoints made = new CombPoints(curve, comb.window());
    Field f = curve.field();
    Point first = made.group.point();
    made.group.setAffine(first, baseX, baseY);
    byte[] encoded = new byte[comb.windows() * made.entries * 2 * f.bytes];
    for (int i = 0; i < comb.windows(); i++) {
      made.oddMultiples(first);
      made.encode(encoded, i * made.entries * 2 * f.bytes);
      made.group.twice(first, comb.window(), true);
    }
    return encoded;
  }

  private void oddMultiples(Point first) {
    Point multiple = group.point();
    Operand twice = group.operand();
    multiple.set(group.f, first);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    multiple.set(group.f, first);
    for (Point point : points) {
      point.set(group.f, multiple);
      group.add(multiple, twice, true);
    }
  }

  private void encode(byte[] out, int offset) {
    affine.compute(points, entries);
    int at = offset;
    for (int j = 0; j < entries; j++) {
      group.f.encode(out, at, affine.x(j), scratch);
      group.f.encode(out, at + group.f.bytes, affine.y(j), scratch);
      at += 2 * group.f.bytes;
    }
  }
}
