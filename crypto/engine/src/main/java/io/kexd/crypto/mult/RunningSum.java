package io.kexd.crypto.mult;

import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Operand;
import io.kexd.crypto.model.Point;

/**
 * A sum that is doubled between additions: doublings are counted, and made together when the next
 * operand comes. Of one thread.
 */
final class RunningSum {
  private final Formulas formulas;
  private boolean started;
  private int doublings;

  RunningSum(Formulas formulas) {
    this.formulas = formulas;
  }

  /** Nothing is added yet. */
  void start() {
    started = false;
    doublings = 0;
  }

  boolean isStarted() {
    return started;
  }

  /** The sum is to be doubled once more before the next addition. */
  void twice() {
    doublings++;
  }

  /** P = P doubled as often as is due, plus Q, negated under that mask. */
  void add(Point P, Operand Q, long[] negative, boolean giveT) {
    formulas.negate(Q, negative);
    if (started) {
      makeDoublings(P, doublings);
      formulas.add(P, Q, giveT);
    } else {
      formulas.set(P, Q, giveT);
    }
    started = true;
    doublings = 0;
  }

  /** Makes the doublings that are due but for the last one, which follows the lowest digit. */
  void finish(Point P) {
    makeDoublings(P, doublings - 1);
  }

  private void makeDoublings(Point P, int count) {
    if (count > 0) {
      formulas.twice(P, count, true);
    }
  }
}
