package io.kexd.crypto.mult;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import io.kexd.crypto.model.Curve;
import io.kexd.crypto.model.MontgomeryX;

/**
 * The Montgomery ladder of RFC 7748 section 5: u of [k]P from u of P. A workspace of one thread;
 * constant time.
 */
public final class MontgomeryLadder {
  private final Field f;
  private final MontgomeryX step;
  private final FieldRoots roots;
  private final long[] swap;
  private final long[] bit;

  public MontgomeryLadder(Curve curve) {
    this.f = curve.field();
    this.step = new MontgomeryX(curve);
    this.roots = new FieldRoots(f);
    this.swap = f.mask();
    this.bit = f.mask();
  }

  /**
   * r = u of [k]P, 0 where that is the neutral element.
   *
   * @param scalars k, little-endian, {@code f.bytes} bytes a lane; bits from {@code f.bits} up are
   *     not read
   * @param u tight
   */
  public void multiply(long[] r, byte[] scalars, long[] u) {
    step.start(u);
    Wipe.wipe(swap);
    for (int i = f.bits - 1; i >= 0; i--) {
      for (int lane = 0; lane < f.lanes; lane++) {
        bit[lane] = Mask.ofBit(scalars[lane * f.bytes + (i >> 3)] >> (i & 7));
        swap[lane] ^= bit[lane];
      }
      step.swap(swap);
      step.step();
      System.arraycopy(bit, 0, swap, 0, f.lanes);
    }
    step.swap(swap);
    roots.invert(r, step.Z2);
    f.mul(r, r, step.X2);
  }

  /** Wipes what the last call left. */
  public void wipe() {
    step.wipe();
    roots.wipe();
    Wipe.wipe(swap, bit);
  }
}
