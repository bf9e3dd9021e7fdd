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

  /** k xor 2k of every lane: word j of 64 bits of lane l at j * lanes + l. */
  private final long[] changes;

  private final long[] swap;
  private final long[] denominator;

  public MontgomeryLadder(Curve curve) {
    this.f = curve.field();
    this.step = new MontgomeryX(curve);
    this.roots = new FieldRoots(f);
    this.changes = new long[(f.bits / 64 + 1) * f.lanes];
    this.swap = f.mask();
    this.denominator = f.element();
  }

  /**
   * r = u of [k]P, 0 where that is the neutral element.
   *
   * @param scalars k, little-endian, {@code f.bytes} bytes a lane; bits from {@code f.bits} up are
   *     not read
   * @param u tight
   */
  public void multiply(long[] r, byte[] scalars, long[] u) {
    multiply(r, denominator, scalars, 0, u);
    roots.invert(denominator, denominator);
    f.mul(r, r, denominator);
  }

  /**
   * X / Z = u of [k]P, Z = 0 where that is the neutral element. Out: T.
   *
   * @param scalars k from that offset on, as above
   */
  public void multiply(long[] X, long[] Z, byte[] scalars, int offset, long[] u) {
    load(scalars, offset);
    step.start(u);
    for (int i = f.bits; i >= 0; i--) {
      for (int lane = 0; lane < f.lanes; lane++) {
        swap[lane] = Mask.ofBit(changes[(i >> 6) * f.lanes + lane] >> (i & 63));
      }
      if (i > 0) {
        step.step(swap);
      }
    }
    step.finish(X, Z, swap);
  }

  /**
   * Bit i of the changes is that of k, exclusive or bit i - 1: they are what step i - 1 swaps by.
   */
  private void load(byte[] scalars, int offset) {
    for (int lane = 0; lane < f.lanes; lane++) {
      long carry = 0;
      for (int at = lane, i = 0; at < changes.length; at += f.lanes, i += 64) {
        long k = word(scalars, offset + lane * f.bytes, i);
        changes[at] = k ^ (k << 1 | carry);
        carry = k >>> 63;
      }
    }
  }

  /** The bits of a scalar from that position on, those below {@code f.bits}. */
  private long word(byte[] scalars, int offset, int position) {
    long k = 0;
    for (int i = position; i < position + 64 && i < f.bits; i += 8) {
      k |= (scalars[offset + (i >> 3)] & 0xffL) << i;
    }
    return position + 64 > f.bits ? k & ((1L << f.bits) - 1) : k;
  }

  /** Wipes what the last call left. */
  public void wipe() {
    step.wipe();
    roots.wipe();
    Wipe.wipe(changes, swap, denominator);
  }
}
