package io.kexd.crypto.field;

/** Counts multiplications and squarings. */
final class CountingField extends Field {
  int multiplications;
  int squarings;
  private final Field f;

  CountingField(Field f) {
    super(f.lanes, f.limbs, f.radix, f.modulus, f.headroom, f.excessBits);
    this.f = f;
  }

  @Override
  public void mul(long[] r, long[] a, long[] b) {
    multiplications++;
    f.mul(r, a, b);
  }

  @Override
  public void sqr(long[] r, long[] a) {
    squarings++;
    f.sqr(r, a);
  }

  @Override
  public void add(long[] r, long[] a, long[] b) {
    f.add(r, a, b);
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    f.sub(r, a, b);
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    f.mulSmall(r, a, k);
  }

  @Override
  public void carry(long[] r, long[] a) {
    f.carry(r, a);
  }

  @Override
  protected void toIntegers(long[] r, long[] a) {
    f.toIntegers(r, a);
  }

  @Override
  protected void fromIntegers(long[] r, long[] a) {
    f.fromIntegers(r, a);
  }
}
