package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * Primes 2^2t - 2^t - 1 on an even number n of limbs with R n = 2t. With u = 2^t, u^2 = u + 1, and
 * Karatsuba's trick needs three products of half the size and no third subtraction (Hamburg, eprint
 * 2015/625):
 *
 * <pre>
 *   (A + B u) (C + D u) = A C + B D + ((A + B) (C + D) - A C) u
 * </pre>
 *
 * <p>The columns of u that reach above n are folded like all others.
 */
final class GoldenFolding implements Reduction {
  private final ColumnFolding folding;

  GoldenFolding(Plan plan) {
    this.folding = new ColumnFolding(plan);
  }

  /** Whether the prime has this shape, cut in the middle. */
  static boolean suits(Plan plan) {
    int t = plan.radix() * plan.limbs() / 2;
    BigInteger golden = Interval.power(2 * t).subtract(Interval.power(t)).subtract(BigInteger.ONE);
    return plan.limbs() % 2 == 0 && plan.modulus().equals(golden);
  }

  @Override
  public String description() {
    return "Karatsuba, " + folding.description();
  }

  @Override
  public List<BigInteger> initialBounds() {
    return folding.initialBounds();
  }

  @Override
  public int domainBits() {
    return 0;
  }

  @Override
  public Columns mul(Writer writer, List<Value> a, List<Value> b) {
    int half = a.size() / 2;
    List<Value> sumA = sum(writer, a);
    List<Value> sumB = sum(writer, b);
    return join(
        writer,
        new Schoolbook(writer, "l").mul(a.subList(0, half), b.subList(0, half)),
        new Schoolbook(writer, "h").mul(a.subList(half, 2 * half), b.subList(half, 2 * half)),
        new Schoolbook(writer, "m").mul(sumA, sumB));
  }

  @Override
  public Columns sqr(Writer writer, List<Value> a) {
    int half = a.size() / 2;
    return join(
        writer,
        new Schoolbook(writer, "l").sqr(a.subList(0, half)),
        new Schoolbook(writer, "h").sqr(a.subList(half, 2 * half)),
        new Schoolbook(writer, "m").sqr(sum(writer, a)));
  }

  /** The sum of an operand's halves. */
  private static List<Value> sum(Writer writer, List<Value> a) {
    int half = a.size() / 2;
    List<Value> sum = new ArrayList<>();
    for (int k = 0; k < half; k++) {
      sum.add(writer.add(a.get(k).name() + "m", a.get(k), a.get(k + half)));
    }
    return sum;
  }

  /** low + high + (middle - low) u. */
  private static Columns join(Writer writer, Columns low, Columns high, Columns middle) {
    Columns columns = new Columns(writer);
    int width = low.width();
    for (int k = 0; k < width; k++) {
      Value x = low.take("lc" + k, k);
      columns.add(k, x);
      columns.add(k, high.take("hc" + k, k));
      columns.add(k + width / 2, middle.take("mc" + k, k));
      columns.add(k + width / 2, writer.fold("n" + k, x, BigInteger.ONE.negate()));
    }
    return columns;
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    return folding.reduce(writer, columns);
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    return folding.carry(writer, columns);
  }
}
