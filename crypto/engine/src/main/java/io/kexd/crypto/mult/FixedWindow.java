package io.kexd.crypto.mult;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;

/** [k]P for secret scalars: every entry of the table is read for every digit. Time: constant. */
public final class FixedWindow extends SignedWindow {
  public FixedWindow(Curve curve, Group group) {
    this(curve, group, WINDOW);
  }

  FixedWindow(Curve curve, Group group, int window) {
    super(curve, group, window);
  }

  @Override
  void read(Operand Q, OddMultiples multiples, long[] index) {
    multiples.lookup(Q, index);
  }
}
