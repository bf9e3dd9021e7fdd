package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Cut;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.PartMultiples;
import io.kexd.crypto.model.Point;
import java.math.BigInteger;

/**
 * [s]B + [k]A of public values, where both points have {@link PartMultiples}: the parts of both
 * scalars share doublings, as many as one part has bits (Straus on parts). Either each lane has an
 * operation, or all lanes have one: then each sums up parts of its own, and the lanes are added at
 * the end. A workspace of one thread.
 *
 * <p>Whoever chooses s, k and A can make any two summands equal or opposite. Where that may have
 * happened in a lane, all lanes are computed again by the group itself.
 */
public final class PartSumVartime {
  private final Group group;
  private final int lanes;

  /** Whether all lanes have one operation. */
  private final boolean alone;

  private final Scalar ofB;
  private final Scalar ofA;
  private final Sum cheap;
  private final Sum complete;
  private final Point other;
  private final Operand operand;
  private final long[] doubtful;
  private final long[] index;
  private final long[] negative;

  private PartSumVartime(Curve curve, Group group, Cut cutOfB, Cut cutOfA, boolean alone) {
    Field f = group.f;
    this.group = group;
    this.lanes = f.lanes;
    this.alone = alone;
    BigInteger order = curve.order().modulus;
    this.ofB = new Scalar(cutOfB, order);
    this.ofA = new Scalar(cutOfA, order);
    this.cheap = new Sum(group.steps());
    this.complete = new Sum(group);
    this.other = group.point();
    this.operand = group.operand();
    this.doubtful = f.mask();
    this.index = f.mask();
    this.negative = f.mask();
  }

  /** With an operation in each lane. */
  public static PartSumVartime inEach(Curve curve, Group group, Cut cutOfB, Cut cutOfA) {
    return new PartSumVartime(curve, group, cutOfB, cutOfA, false);
  }

  /** With one operation in all lanes; for fields that {@link #isFor} is true of. */
  public static PartSumVartime inAll(Curve curve, Group group, Cut cutOfB, Cut cutOfA) {
    return new PartSumVartime(curve, group, cutOfB, cutOfA, true);
  }

  /** Whether so many lanes can share the parts of one operation. */
  public static boolean isFor(int lanes, Cut cutOfB, Cut cutOfA) {
    return cutOfB.parts() % lanes == 0 && cutOfA.parts() % lanes == 0;
  }

  /**
   * P = [s]B + [k]A, with T.
   *
   * @param s below the order, little-endian, {@code size} bytes each; so is k
   * @param A of each operation
   */
  public void multiply(Point P, byte[] s, PartMultiples B, byte[] k, PartMultiples[] A, int size) {
    int operations = alone ? 1 : lanes;
    ofB.recoding.load(s, size, operations);
    ofA.recoding.load(k, size, operations);
    for (int i = 0; i < operations; i++) {
      ofB.multiples[i] = B;
      ofA.multiples[i] = A[i];
    }
    cheap.compute(P);
    if (Mask.anyVartime(doubtful)) {
      complete.compute(P);
    }
    if (alone) {
      group.sumLanes(P, other, operand);
    }
  }

  /** A scalar of each operation, with the multiples of its point. */
  private final class Scalar {
    private final Cut cut;
    private final Recoding recoding;
    private final PartMultiples[] multiples;

    Scalar(Cut cut, BigInteger order) {
      this.cut = cut;
      this.recoding = Recoding.of(alone ? 1 : lanes, order, cut);
      this.multiples = new PartMultiples[alone ? 1 : lanes];
    }

    /** The position of the highest digit of a part. */
    int top() {
      return (cut.digits() - 1) * cut.window();
    }

    boolean hasDigitAt(int position) {
      return position % cut.window() == 0 && position <= top();
    }

    /** Reads the digit of a part, in each lane of its own part or of its own operation. */
    void read(Operand Q, int position, int part) {
      for (int lane = 0; lane < lanes; lane++) {
        int operation = alone ? 0 : lane;
        int ofLane = alone ? part + lane : part;
        int digit = ofLane * cut.digits() + position / cut.window();
        recoding.digit(digit, operation, lane, index, negative);
        multiples[operation].pickVartime(Q, lane, ofLane, index[lane]);
      }
    }
  }

  /** The sum by some formulas. */
  private final class Sum {
    private final Formulas formulas;
    private final Operand entry;
    private final RunningSum sum;

    Sum(Formulas formulas) {
      this.formulas = formulas;
      this.entry = formulas.affineOperand();
      this.sum = new RunningSum(formulas);
    }

    /** Sets doubtful. */
    void compute(Point P) {
      sum.start();
      for (int i = Math.max(ofA.top(), ofB.top()); i >= 0; i--) {
        boolean addsB = ofB.hasDigitAt(i);
        if (ofA.hasDigitAt(i)) {
          add(P, ofA, i, addsB || i == 0);
        }
        if (addsB) {
          add(P, ofB, i, i == 0);
        }
        sum.twice();
      }
      sum.finish(P);
      formulas.finish(doubtful, P);
    }

    /** Adds a digit of every part. The last sum has T if asked. */
    private void add(Point P, Scalar scalar, int position, boolean giveT) {
      int step = alone ? lanes : 1;
      for (int part = 0; part < scalar.cut.parts(); part += step) {
        scalar.read(entry, position, part);
        sum.add(P, entry, negative, giveT || part + step < scalar.cut.parts());
      }
    }
  }
}
