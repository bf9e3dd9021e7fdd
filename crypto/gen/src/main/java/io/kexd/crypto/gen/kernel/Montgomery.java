package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

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
  private final BigInteger distance;
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
    BigInteger difference = nearAbove ? above : below;
    this.distance = difference.abs();
    this.d = plan.digits(difference);
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
  public int domainBits() {
    return plan.limbs() * plan.radix();
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    int n = plan.limbs();
    for (int i = 0; i < n; i++) {
      Value q = clear(writer, columns, i);
      for (int j = 1; j < n; j++) {
        addProduct(writer, columns, i + j, i + "_" + j, q, m[j]);
      }
    }
    return round(writer, columns, n);
  }

  /**
   * The multiple q of m that makes column i zero; what the column and q m_0 leave goes to the next.
   * Where m = -1 modulo 2^R, q is the column's own low part, and q m_0 cancels it.
   */
  private Value clear(Writer writer, Columns columns, int i) {
    Value column = columns.take("c" + i, i);
    if (factor.equals(BigInteger.ONE)) {
      Writer.Parts parts = writer.split("q" + i, column, plan.radix());
      columns.add(i + 1, parts.high());
      return writer.toLimb("m" + i, parts.low());
    }
    Value q = writer.digit("q" + i, column, factor);
    columns.add(i + 1, writer.quotient("p" + i, column, q, m[0]));
    return q;
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    Value q = cutTop(writer, columns, "");
    if (!isShort(q)) {
      cutTop(writer, columns, "z");
    }
    return round(writer, columns, 0);
  }

  /** Whether q d leaves the top limb as it is, or nearly so. */
  private boolean isShort(Value q) {
    BigInteger most = q.range().magnitude().multiply(distance);
    return most.bitLength() < exponent - 2;
  }

  /** Brings what stands above 2^e in the top column, and in the one above it, back times d. */
  private Value cutTop(Writer writer, Columns columns, String suffix) {
    int n = plan.limbs();
    int top = n - 1;
    Writer.Parts parts = writer.split(suffix, columns.take("c" + suffix + top, top), topBits());
    List<Value> above = new ArrayList<>();
    if (columns.width() > n && suffix.isEmpty()) {
      BigInteger weight = Interval.power(plan.radix() - topBits());
      above.add(writer.fold("f", columns.take("c" + n, n), weight));
    }
    Value q = writer.limb("q" + suffix, parts.high(), above);
    for (int j = 0; j < top; j++) {
      addProduct(writer, columns, j, suffix + "_" + j, q, d[j]);
    }
    columns.add(top, parts.low());
    if (d[top].signum() != 0) {
      columns.add(top, writer.fold("d" + suffix, q, d[top]));
    }
    return q;
  }

  @Override
  public int cutBits(int k) {
    return k == plan.limbs() - 1 ? topBits() : plan.radix();
  }

  @Override
  public List<Value> join(Writer writer, String name, List<Writer.Parts> parts) {
    Value top = parts.get(parts.size() - 1).high();
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      Value limb = parts.get(k).low();
      if (k > 0) {
        limb = writer.addCut(name + "c" + k, limb, parts.get(k - 1).high(), BigInteger.ONE);
      }
      if (d[k].signum() != 0) {
        limb = writer.addCut(name + "f" + k, limb, top, d[k]);
      }
      limbs.add(limb);
    }
    return limbs;
  }

  private void addProduct(
      Writer writer, Columns columns, int k, String suffix, Value q, BigInteger constant) {
    if (constant.signum() == 0) {
      return;
    }
    if (constant.bitLength() <= 2) {
      columns.add(k, writer.fold("l" + suffix, writer.column(q), constant));
    } else {
      Product product = new Product(q, Value.constant(constant));
      columns.add(k, writer.group(suffix, List.of(product)));
    }
  }

  /** One round of carries over n columns; the top one is not cut, it only takes the last carry. */
  private List<Value> round(Writer writer, Columns columns, int first) {
    int top = plan.limbs() - 1;
    List<Value> limbs = new ArrayList<>();
    List<Value> in = List.of();
    for (int k = 0; k < top; k++) {
      Value column = columns.take("s" + k, first + k);
      Writer.Parts parts = writer.split("" + k, column, plan.radix());
      limbs.add(writer.limb("r" + k, parts.low(), in));
      in = List.of(parts.high());
    }
    limbs.add(writer.limb("r" + top, columns.take("s" + top, first + top), in));
    return limbs;
  }
}
