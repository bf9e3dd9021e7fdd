package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Any odd modulus m. Elements are kept times 2^(R n). A product's n low columns are made zero, one
 * after the other, by adding multiples q 2^(R i) m; what remains is the product divided by 2^(R n).
 *
 * <p>The top limb is never cut in a product: its bound follows from the operands'. Where nothing
 * was divided ({@link #carry}), it is cut at the power of two next to m, which comes back as a
 * small multiple of d = 2^e mod m.
 */
final class Montgomery implements Reduction {
  private final Plan plan;
  private final BigInteger[] m;
  private final BigInteger factor;
  private final int exponent;
  private final BigInteger[] d;

  Montgomery(Plan plan) {
    if (!plan.modulus().testBit(0)) {
      throw new PlanRefused("Montgomery reduction needs an odd modulus");
    }
    this.plan = plan;
    this.m = plan.digits(plan.modulus());
    BigInteger word = Interval.power(plan.radix());
    this.factor = plan.modulus().modInverse(word).negate().mod(word);
    int bits = plan.modulus().bitLength();
    BigInteger above = Interval.power(bits).subtract(plan.modulus());
    BigInteger below = Interval.power(bits - 1).subtract(plan.modulus());
    boolean nearAbove = above.compareTo(below.negate()) < 0;
    this.exponent = nearAbove ? bits : bits - 1;
    this.d = plan.digits(nearAbove ? above : below);
  }

  @Override
  public String description() {
    return "Montgomery, elements times 2^" + domainBits();
  }

  @Override
  public List<BigInteger> initialBounds() {
    List<BigInteger> bounds =
        new ArrayList<>(Collections.nCopies(plan.limbs(), Interval.power(plan.radix() - 1)));
    bounds.set(plan.limbs() - 1, Interval.power(topBits() - 1));
    return bounds;
  }

  private int topBits() {
    return exponent - (plan.limbs() - 1) * plan.radix();
  }

  @Override
  public BigInteger wrap() {
    return BigInteger.ZERO;
  }

  @Override
  public int domainBits() {
    return plan.limbs() * plan.radix();
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    int n = plan.limbs();
    for (int i = 0; i < n; i++) {
      Value column = columns.take("c" + i, i);
      Value q = writer.digit("q" + i, column, factor);
      columns.add(i + 1, writer.quotient("t" + i, column, q, m[0]));
      addMultiple(writer, columns, i, q, m, 1);
    }
    List<Value> high = new ArrayList<>();
    for (int k = n; k < 2 * n; k++) {
      high.add(columns.take("c" + k, k));
    }
    return round(writer, high, carries -> writer.limb(limb(n - 1), high.get(n - 1), carries));
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    int n = plan.limbs();
    Writer.Split top = writer.split("t" + (n - 1), columns.take("c" + (n - 1), n - 1), topBits());
    List<Value> above = new ArrayList<>();
    if (!columns.isEmpty(n)) {
      BigInteger weight = Interval.power(plan.radix() - topBits());
      above.add(writer.fold("f" + n, columns.take("c" + n, n), weight));
    }
    Value q = writer.limb("q0", top.carry(), above);
    addMultiple(writer, columns, 0, q, d, 0);
    List<Value> low = new ArrayList<>();
    for (int k = 0; k < n - 1; k++) {
      low.add(columns.take("d" + k, k));
    }
    if (columns.isEmpty(n - 1)) {
      return round(writer, low, carries -> writer.limb(limb(n - 1), top, carries));
    }
    Value rest = columns.take("d" + (n - 1), n - 1);
    return round(
        writer,
        low,
        carries ->
            writer.limb(
                limb(n - 1), top, Stream.concat(carries.stream(), Stream.of(rest)).toList()));
  }

  /** Adds q 2^(R i) times a constant's digits from {@code first} up. */
  private void addMultiple(
      Writer writer, Columns columns, int i, Value q, BigInteger[] digits, int first) {
    for (int j = first; j < digits.length; j++) {
      if (digits[j].signum() != 0) {
        Product product = new Product(q, Value.constant(digits[j]));
        columns.add(i + j, writer.group(i + "_" + j, List.of(product)));
      }
    }
  }

  /** One round of carries over all columns but the top, which only takes the last carry in. */
  private List<Value> round(
      Writer writer, List<Value> columns, Function<List<Value>, Value> topLimb) {
    List<Value> limbs = new ArrayList<>();
    List<Value> in = List.of();
    for (int k = 0; k < plan.limbs() - 1; k++) {
      Writer.Split split = writer.split("s" + k, columns.get(k), plan.radix());
      limbs.add(writer.limb(limb(k), split, in));
      in = List.of(split.carry());
    }
    limbs.add(topLimb.apply(in));
    return limbs;
  }

  private static String limb(int k) {
    return "r" + k;
  }
}
