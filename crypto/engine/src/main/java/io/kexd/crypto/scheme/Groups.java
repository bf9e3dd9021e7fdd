package io.kexd.crypto.scheme;

import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Point;

/**
 * How many operations a call takes: up to {@value #MOST} groups of as many as the field has lanes.
 * The groups of a call share inversions and look-ups, which is most of what sharing saves; more of
 * them would only cost memory. The lanes of the last group that no operation needs compute on
 * zeros, or the last operation again.
 */
final class Groups {
  static final int MOST = 8;

  private Groups() {}

  /** Storage for a point of every group of lanes. */
  static Point[] points(Group group) {
    Point[] points = new Point[MOST];
    for (int i = 0; i < MOST; i++) {
      points[i] = group.point();
    }
    return points;
  }

  static void wipe(Point[] points) {
    for (Point point : points) {
      point.wipe();
    }
  }

  /** Copies the {@code size} bytes at that offset into the lanes behind them. */
  static void repeat(byte[] in, int at, int size, int lanes) {
    for (int lane = 1; lane < lanes; lane++) {
      System.arraycopy(in, at, in, at + lane * size, size);
    }
  }

  /** The groups of so many operations. */
  static int of(int operations, int lanes) {
    if (operations < 1 || operations > MOST * lanes) {
      throw new IllegalArgumentException(
          operations + " operations in a call, must be 1 to " + MOST * lanes);
    }
    return (operations + lanes - 1) / lanes;
  }
}
