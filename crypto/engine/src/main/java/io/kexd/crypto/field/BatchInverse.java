package io.kexd.crypto.field;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.TWO;
import static java.math.BigInteger.ZERO;

import io.kexd.crypto.ct.Wipe;

/**
 * Many inverses for the price of one and three multiplications each (Montgomery's trick). A zero
 * would poison all others: it is replaced by one under a mask, and its inverse is 0. A workspace of
 * one thread.
 */
public final class BatchInverse {
  private final Field f;
  private final FixedPower inverse;
  private final long[][] products;
  private final long[][] zeros;
  private final long[] one;
  private final long[] zero;
  private final long[] running;
  private final long[] scratch;

  /** For up to {@code capacity} elements (of f.lanes lanes) a call. */
  public BatchInverse(Field f, int capacity) {
    this.f = f;
    this.inverse = new FixedPower(f, f.modulus.subtract(TWO));
    this.products = new long[capacity][];
    this.zeros = new long[capacity][];
    for (int i = 0; i < capacity; i++) {
      products[i] = f.element();
      zeros[i] = f.mask();
    }
    this.one = f.element();
    f.set(one, ONE);
    this.zero = f.element();
    f.set(zero, ZERO);
    this.running = f.element();
    this.scratch = f.element();
  }

  /**
   * Replaces the first {@code count} elements by their inverses. In: headroom T. Out: T. Time:
   * constant.
   */
  public void invert(long[][] elements, int count) {
    if (count == 1) {
      inverse.raise(elements[0], elements[0]);
      return;
    }
    f.copy(running, one);
    for (int i = 0; i < count; i++) {
      f.isZero(zeros[i], elements[i], scratch);
      f.select(elements[i], zeros[i], one, elements[i]);
      f.copy(products[i], running);
      f.mul(running, running, elements[i]);
    }
    inverse.raise(running, running);
    for (int i = count - 1; i >= 0; i--) {
      f.mul(scratch, running, products[i]);
      f.mul(running, running, elements[i]);
      f.select(elements[i], zeros[i], zero, scratch);
    }
  }

  /** Wipes what the last call left. */
  public void wipe() {
    inverse.wipe();
    Wipe.wipe(products);
    Wipe.wipe(zeros);
    Wipe.wipe(running, scratch);
  }
}
