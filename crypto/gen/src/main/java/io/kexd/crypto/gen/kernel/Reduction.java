package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.List;

/** How products are brought back to n limbs modulo the prime. */
interface Reduction {
  /** A name for the kernel's Javadoc. */
  String description();

  /** Where the search for tight bounds begins. */
  List<BigInteger> initialBounds();

  /** An element's limbs hold its value times 2^domainBits modulo the prime. */
  int domainBits();

  /** The columns of a b, as many as {@link #reduce} takes. */
  default Columns mul(Writer writer, List<Value> a, List<Value> b) {
    return new Schoolbook(writer, "").mul(a, b);
  }

  /** The columns of a a, as many as {@link #reduce} takes. */
  default Columns sqr(Writer writer, List<Value> a) {
    return new Schoolbook(writer, "").sqr(a);
  }

  /** n limbs, congruent to the columns of a product (divided by 2^domainBits). */
  List<Value> reduce(Writer writer, Columns columns);

  /** n limbs, congruent to at most n + 1 columns. */
  List<Value> carry(Writer writer, Columns columns);

  /** In lanes: the bit at which limb k is cut when it is carried. */
  default int cutBits(int k) {
    throw new PlanRefused("not for lanes: " + description());
  }

  /** In lanes: n limbs, congruent to limbs that are cut at {@link #cutBits}. */
  default List<Value> join(Writer writer, String name, List<Writer.Parts> parts) {
    throw new PlanRefused("not for lanes: " + description());
  }

  /** In lanes: whether sums of products are worth kernels of their own. */
  default boolean fuses() {
    return false;
  }
}
