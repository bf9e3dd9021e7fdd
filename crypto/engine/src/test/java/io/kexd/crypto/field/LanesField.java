package io.kexd.crypto.field;

/** A slow field of several lanes that computes each lane with a field of one. */
public final class LanesField extends Field {
  private final Field one;

  public LanesField(int lanes, Field one) {
    super(lanes, one.limbs, one.radix, one.modulus, one.headroom, one.excessBits);
    this.one = one;
  }

  private interface Verb {
    void apply(long[] r, long[] a, long[] b);
  }

  private void each(long[] r, long[] a, long[] b, Verb verb) {
    for (int lane = 0; lane < lanes; lane++) {
      long[] result = new long[limbs];
      verb.apply(result, lane(a, lane), lane(b, lane));
      for (int k = 0; k < limbs; k++) {
        r[k * lanes + lane] = result[k];
      }
    }
  }

  private long[] lane(long[] a, int lane) {
    long[] element = new long[limbs];
    for (int k = 0; k < limbs; k++) {
      element[k] = a[k * lanes + lane];
    }
    return element;
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    each(r, a, b, one::mul);
  }

  @Override
  public void sqr(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.sqr(t, x));
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    each(r, a, b, one::add);
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    each(r, a, b, one::sub);
  }

  @Override
  public void mulSmall(long[] r, long[] a, int factor) {
    each(r, a, a, (t, x, y) -> one.mulSmall(t, x, factor));
  }

  @Override
  public void carry(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.carry(t, x));
  }

  @Override
  protected void toDomain(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.toDomain(t, x));
  }

  @Override
  protected void fromDomain(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.fromDomain(t, x));
  }

  @Override
  protected void toIntegers(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.toIntegers(t, x));
  }

  @Override
  protected void fromIntegers(long[] r, long[] a) {
    each(r, a, a, (t, x, y) -> one.fromIntegers(t, x));
  }
}
