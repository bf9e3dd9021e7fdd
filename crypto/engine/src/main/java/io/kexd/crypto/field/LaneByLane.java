package io.kexd.crypto.field;

import io.kexd.crypto.ct.Wipe;

/**
 * A field of several lanes that computes one lane after the other with a field of one lane. For
 * what takes little of an operation's time, the arithmetic modulo an order above all, beside a
 * vector kernel for the coordinates. Elements have the limbs, the bounds and the domain of the
 * one-lane field.
 *
 * <p>A lane is copied out, computed and copied back: its scratch space is the thread's, and is
 * wiped before a verb returns.
 */
public final class LaneByLane extends Field {
  /** a = a verb of a and b, or of a and k, on one lane. */
  private interface Verb {
    void apply(Field one, long[] a, long[] b, int k);
  }

  /** One lane of both operands. */
  private static final class Scratch {
    final long[] a;
    final long[] b;

    Scratch(int limbs) {
      this.a = new long[limbs];
      this.b = new long[limbs];
    }
  }

  // None captures anything, so that a call allocates nothing.
  private static final Verb MUL = (one, a, b, k) -> one.mul(a, a, b);
  private static final Verb SQR = (one, a, b, k) -> one.sqr(a, a);
  private static final Verb ADD = (one, a, b, k) -> one.add(a, a, b);
  private static final Verb SUB = (one, a, b, k) -> one.sub(a, a, b);
  private static final Verb MUL_SMALL = (one, a, b, k) -> one.mulSmall(a, a, k);
  private static final Verb CARRY = (one, a, b, k) -> one.carry(a, a);
  private static final Verb TO_DOMAIN = (one, a, b, k) -> one.toDomain(a, a);
  private static final Verb FROM_DOMAIN = (one, a, b, k) -> one.fromDomain(a, a);

  private final Field one;
  private final ThreadLocal<Scratch> scratch;

  /** {@code IllegalArgumentException} unless the field has one lane. */
  public LaneByLane(int lanes, Field one) {
    super(lanes, one.limbs, one.radix, one.modulus, one.headroom, one.excessBits);
    if (one.lanes != 1) {
      throw new IllegalArgumentException("the field has " + one.lanes + " lanes, must have one");
    }
    this.one = one;
    this.scratch = ThreadLocal.withInitial(() -> new Scratch(one.limbs));
  }

  /**
   * The field of one lane that f is made of, else f itself: for whoever has no use of lanes, so
   * that nothing is copied.
   */
  public static Field unwrap(Field f) {
    return f instanceof LaneByLane lanes ? lanes.one : f;
  }

  private void each(Verb verb, long[] r, long[] a, long[] b, int k) {
    Scratch s = scratch.get();
    for (int lane = 0; lane < lanes; lane++) {
      for (int i = 0; i < limbs; i++) {
        s.a[i] = a[i * lanes + lane];
        s.b[i] = b[i * lanes + lane];
      }
      verb.apply(one, s.a, s.b, k);
      for (int i = 0; i < limbs; i++) {
        r[i * lanes + lane] = s.a[i];
      }
    }
    Wipe.wipe(s.a);
    Wipe.wipe(s.b);
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    each(MUL, r, a, b, 0);
  }

  @Override
  public void sqr(long[] r, long[] a) {
    each(SQR, r, a, a, 0);
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    each(ADD, r, a, b, 0);
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    each(SUB, r, a, b, 0);
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    each(MUL_SMALL, r, a, a, k);
  }

  @Override
  public void carry(long[] r, long[] a) {
    each(CARRY, r, a, a, 0);
  }

  @Override
  protected void toDomain(long[] r, long[] a) {
    each(TO_DOMAIN, r, a, a, 0);
  }

  @Override
  protected void fromDomain(long[] r, long[] a) {
    each(FROM_DOMAIN, r, a, a, 0);
  }
}
