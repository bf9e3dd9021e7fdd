package io.kexd.crypto.mult;

import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.Group;
import io.kexd.crypto.model.OddMultiples;
import io.kexd.crypto.model.Operand;

/**
 * [k]P for public scalars: the control flow of {@link FixedWindow}, but one entry is read for each
 * digit, so that the cache tells which. For comparison.
 */
public final class FixedWindowVartime extends SignedWindow {
  public FixedWindowVartime(Curve curve, Group group) {
    super(curve, group.steps(), WINDOW);
  }

  @Override
  void read(Operand Q, OddMultiples multiples, long[] index) {
    multiples.pickVartime(Q, index);
  }
}
