package io.kexd.crypto.mult;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Formulas;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;

/** [k]P for secret scalars: every entry of the table is read for every digit. Time: constant. */
public final class FixedWindow extends SignedWindow {
  /** A product in every lane. */
  public FixedWindow(Curve curve, Group group) {
    this(curve, group.steps(), WINDOW);
  }

  FixedWindow(Curve curve, Formulas steps, int window) {
    super(curve, steps, window);
  }

  /** One product, of which every lane is given the same factors: {@link Group#stepsInLanes}. */
  public static FixedWindow inLanes(Curve curve, Group group) {
    return new FixedWindow(curve, group.stepsInLanes(), WINDOW);
  }

  @Override
  void read(Operand Q, OddMultiples multiples, long[] index) {
    multiples.lookup(Q, index);
  }
}
