package io.kexd.crypto.model;

/**
 * P, 3P, 5P, ... of a point in every lane, affine, by complete additions and one inversion. A
 * workspace of one thread.
 */
final class AffineMultiples {
  private final Group group;
  private final Point[] points;
  private final Point multiple;
  private final Operand twice;
  private final AffinePoints affine;

  /** For so many multiples. */
  AffineMultiples(Group group, int count) {
    this.group = group;
    this.points = new Point[count];
    for (int i = 0; i < count; i++) {
      points[i] = group.point();
    }
    this.multiple = group.point();
    this.twice = group.operand();
    this.affine = new AffinePoints(group, count);
  }

  /** Takes P with its T. */
  void compute(Point P) {
    multiple.set(group.f, P);
    group.twice(multiple, true);
    group.toOperand(twice, multiple);
    multiple.set(group.f, P);
    for (Point point : points) {
      point.set(group.f, multiple);
      group.add(multiple, twice, true);
    }
    affine.compute(points, points.length);
  }

  /** x of [2 i + 1]P. Tight. */
  long[] x(int i) {
    return affine.x(i);
  }

  /** y of [2 i + 1]P. Tight. */
  long[] y(int i) {
    return affine.y(i);
  }
}
