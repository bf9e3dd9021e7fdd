package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Primes 2^m - c: what stands at 2^(R n) comes back at 2^0 times f = c 2^(R n - m). Limbs of b are
 * multiplied by f before the product, so that it has n columns.
 *
 * <p>One round of carries, all columns at once, makes the limbs tight. The top column's carry goes
 * to limb 0, times f.
 */
final class PseudoMersenne implements Reduction {
  private final Plan plan;
  private final BigInteger f;

  PseudoMersenne(Plan plan) {
    this.plan = plan;
    this.f = factor(plan);
  }

  /** Whether f is small enough for this reduction to be worth trying. */
  static boolean suits(Plan plan) {
    return factor(plan).bitLength() < plan.radix();
  }

  private static BigInteger factor(Plan plan) {
    return Interval.power(plan.limbs() * plan.radix()).mod(plan.modulus());
  }

  @Override
  public String description() {
    return "pseudo-Mersenne, 2^" + plan.limbs() * plan.radix() + " = " + f;
  }

  @Override
  public List<BigInteger> initialBounds() {
    return Collections.nCopies(plan.limbs(), Interval.power(plan.radix() - 1));
  }

  @Override
  public int domainBits() {
    return 0;
  }

  @Override
  public Columns mul(Writer writer, List<Value> a, List<Value> b) {
    return new Schoolbook(writer, "", f).mul(a, b);
  }

  @Override
  public Columns sqr(Writer writer, List<Value> a) {
    return new Schoolbook(writer, "", f).sqr(a);
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    return carry(writer, columns);
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    int n = plan.limbs();
    for (int k = columns.width() - 1; k >= n; k--) {
      columns.add(k - n, writer.fold("f" + k, columns.take("c" + k, k), f));
    }
    List<Writer.Parts> parts = new ArrayList<>();
    for (int k = 0; k < n; k++) {
      parts.add(writer.split("" + k, columns.take("c" + k, k), plan.radix()));
    }
    List<Value> limbs = new ArrayList<>();
    Value in = writer.fold("t" + n, parts.get(n - 1).high(), f);
    for (Writer.Parts part : parts) {
      limbs.add(writer.limb("r" + limbs.size(), part.low(), List.of(in)));
      in = part.high();
    }
    return limbs;
  }
}
