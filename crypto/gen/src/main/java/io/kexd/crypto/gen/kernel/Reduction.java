package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.List;

/** How products are brought back to n limbs modulo the prime. */
interface Reduction {
  /** A name for the kernel's Javadoc. */
  String description();

  /** Where the search for tight bounds begins. */
  List<BigInteger> initialBounds();

  /**
   * 2^(R n) modulo the prime, if it is so small that operands are multiplied by it and no product
   * has a column above n - 1; otherwise zero.
   */
  BigInteger wrap();

  /** An element's limbs hold its value times 2^domainBits modulo the prime. */
  int domainBits();

  /** n limbs, congruent to the columns of a product (divided by 2^domainBits). */
  List<Value> reduce(Writer writer, Columns columns);

  /** n limbs, congruent to at most n + 1 columns. */
  List<Value> carry(Writer writer, Columns columns);
}
