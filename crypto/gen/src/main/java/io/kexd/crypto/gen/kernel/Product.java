package io.kexd.crypto.gen.kernel;

/** One partial product of two limbs. */
public record Product(Value left, Value right) {
  /** Every value the product can have. */
  public Interval range() {
    return left.range().mul(right.range());
  }
}
