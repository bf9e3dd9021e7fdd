package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;

/**
 * A number in the kernel being written: where it stands there, and every value it can have. What
 * kind of word holds it (a signed long, a double, a biased long) is the {@link Writer}'s business.
 *
 * @param name the local variable, or a literal
 * @param range proven bounds
 */
public record Value(String name, Interval range) {
  /** A number known when the kernel is written. */
  public static Value constant(BigInteger number) {
    return new Value(number.toString(), Interval.of(number));
  }
}
