package io.kexd.crypto.model;

import io.kexd.crypto.field.Field;
import java.util.Arrays;

/**
 * What sums of many products of one public point P are made from: for each part of a {@link Cut}
 * scalar the odd multiples below 2^window of [2^(bits of the parts below)]P, affine. All parts are
 * doubled together, so that [k]P takes as many doublings as one part has bits. Immutable.
 */
public final class PartMultiples {
  private final Cut cut;
  private final AffineTable table;

  /**
   * Of a point with a prime order above 2^window or, on Edwards curves, of the neutral one.
   *
   * @param P the same in all lanes, with its T
   */
  public PartMultiples(Curve curve, Cut cut, Point P) {
    Group group = Group.of(curve);
    Field f = group.f;
    this.cut = cut;
    this.table = new AffineTable(group, cut.parts() * entries(), 1);
    Starts starts = new Starts(group, P);
    AffineMultiples multiples = new AffineMultiples(group, entries());
    Operand operand = group.affineOperand();
    for (int first = 0; first < cut.parts(); first += f.lanes) { // as many parts as lanes
      int count = Math.min(f.lanes, cut.parts() - first);
      multiples.compute(starts.next(count, cut.bits()));
      for (int i = 0; i < entries(); i++) {
        group.toAffineOperand(operand, multiples.x(i), multiples.y(i));
        for (int lane = 0; lane < count; lane++) {
          table.set((first + lane) * entries() + i, operand, lane);
        }
      }
    }
  }

  /** The points of the parts, by the cheapest doublings there are. */
  private static final class Starts {
    private final Field f;
    private final Formulas steps;
    private final Point sum;
    private final Point start;
    private final Point starts;

    Starts(Group group, Point P) {
      this.f = group.f;
      this.steps = Formulas.areParts(f.lanes) ? group.stepsInLanes() : group.steps();
      this.sum = steps.point();
      this.start = group.point();
      this.starts = group.point();
      AffinePoints affine = new AffinePoints(group, 1);
      affine.compute(new Point[] {P}, 1);
      Operand operand = steps.affineOperand();
      group.toAffineOperand(operand, affine.x(0), affine.y(0));
      steps.set(sum, operand, true);
    }

    /** The next ones, one a lane, with T. */
    Point next(int count, int bits) {
      for (int lane = 0; lane < count; lane++) {
        long[] where = f.mask();
        start.set(f, sum);
        steps.finish(where, start);
        Arrays.fill(where, 0);
        where[lane] = -1;
        starts.select(f, where, start);
        steps.twice(sum, bits, true);
      }
      return starts;
    }
  }

  /** Of the base point. */
  public static PartMultiples ofBase(Curve curve, Cut cut) {
    Group group = Group.of(curve);
    Point base = group.point();
    group.setBase(base);
    return new PartMultiples(curve, cut, base);
  }

  private int entries() {
    return 1 << (cut.window() - 1);
  }

  /** That lane of Q = [2 index + 1] times the part's point. Time: variable. */
  public void pickVartime(Operand Q, int lane, int part, long index) {
    table.pickVartime(Q, lane, part * entries() + (int) index);
  }
}
