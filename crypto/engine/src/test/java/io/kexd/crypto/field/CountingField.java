package io.kexd.crypto.field;

/** Counts what formulas ask of a field. */
public final class CountingField extends Field {
  public int multiplications;
  public int squarings;

  /** Additions and subtractions. */
  public int sums;

  /** Carries and multiplications by small constants, which cost about the same. */
  public int carries;

  private final Field f;

  public CountingField(Field f) {
    this(f, f.headroom);
  }

  /** With a smaller headroom, to count the carries of another field of that prime. */
  public CountingField(Field f, int headroom) {
    super(f.lanes, f.limbs, f.radix, f.modulus, headroom, f.excessBits);
    this.f = f;
  }

  /** Starts again. */
  public void reset() {
    multiplications = 0;
    squarings = 0;
    sums = 0;
    carries = 0;
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
    sums++;
    f.add(r, a, b);
  }

  @Override
  public void sub(long[] r, long[] a, long[] b) {
    sums++;
    f.sub(r, a, b);
  }

  @Override
  public void mulSmall(long[] r, long[] a, int k) {
    carries++;
    f.mulSmall(r, a, k);
  }

  @Override
  public void carry(long[] r, long[] a) {
    carries++;
    f.carry(r, a);
  }

  @Override
  protected void toDomain(long[] r, long[] a) {
    f.toDomain(r, a);
  }

  @Override
  protected void fromDomain(long[] r, long[] a) {
    f.fromDomain(r, a);
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
