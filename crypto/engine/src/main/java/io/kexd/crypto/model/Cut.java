package io.kexd.crypto.model;

/**
 * How a scalar is cut: into signed odd digits, and these into parts of as many each, the lowest
 * first. The highest part may be longer than the scalar.
 *
 * @param window bits of a digit
 * @param parts number of parts
 * @param digits of a part
 */
public record Cut(int window, int parts, int digits) {
  /** Parts of a real curve's scalars: as many as the widest kernels have lanes. */
  private static final int PARTS = 8;

  /** For scalars of the curve. */
  public static Cut of(Curve curve, int window) {
    int windows = (curve.order().bits + window) / window; // of one bit more: Recoding
    return new Cut(window, PARTS, (windows + PARTS - 1) / PARTS);
  }

  /** Digits of a scalar. */
  public int windows() {
    return parts * digits;
  }

  /** Bits of a part. */
  int bits() {
    return window * digits;
  }
}
