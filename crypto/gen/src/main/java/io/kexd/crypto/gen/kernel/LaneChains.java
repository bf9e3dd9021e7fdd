package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.kernel.LaneLocals.Kind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The products of a column, in as few chains of fused multiply-adds as their bounds allow. */
final class LaneChains {
  /** 1.5 2^52. */
  static final BigInteger M = BigInteger.valueOf(3).shiftLeft(51);

  private final LaneLocals locals;
  private final int radix;

  /** What remains of each chain, for the column. */
  final List<Value> low = new ArrayList<>();

  /** The high part of each chain, for the next column. */
  final List<Value> high = new ArrayList<>();

  LaneChains(LaneLocals locals, int radix) {
    this.locals = locals;
    this.radix = radix;
  }

  void write(String suffix, List<Product> products) {
    List<Product> chain = new ArrayList<>();
    for (Product product : products) {
      chain.add(product);
      if (!isChain(chain)) {
        chain.remove(chain.size() - 1);
        if (chain.isEmpty()) {
          throw new PlanRefused("a product exceeds 2^" + (51 + radix) + ": " + product.range());
        }
        chain(suffix + "_" + low.size(), chain);
        chain = new ArrayList<>(List.of(product));
      }
    }
    chain(low.isEmpty() ? suffix : suffix + "_" + low.size(), chain);
  }

  /** Whether h stays in the binade of C, and the sum of what remains in that of M. */
  private boolean isChain(List<Product> products) {
    BigInteger half = Interval.power(radix - 1);
    BigInteger rests = half.multiply(BigInteger.valueOf(products.size()));
    BigInteger sum =
        products.stream().map(p -> p.range().magnitude()).reduce(BigInteger.ZERO, BigInteger::add);
    return sum.add(rests).compareTo(Interval.power(51 + radix)) <= 0
        && rests.compareTo(Interval.power(51)) <= 0;
  }

  private void chain(String suffix, List<Product> chain) {
    BigInteger c = BigInteger.valueOf(3).shiftLeft(51 + radix);
    String h = "h";
    Interval sum = Interval.ZERO;
    for (int i = 0; i < chain.size(); i++) {
      String a = locals.use(chain.get(i).left());
      String b = locals.use(chain.get(i).right());
      if (i == 0) {
        locals.line("h = %s.fma(%s, %s);".formatted(a, b, locals.real(c)));
        locals.line("l = %s.fma(%s, %s.sub(h));".formatted(a, b, locals.real(c.add(M))));
        locals.count(3);
      } else {
        String next = h.equals("h") ? "g" : "h";
        locals.line("%s = %s.fma(%s, %s);".formatted(next, a, b, h));
        locals.line("l = l.add(%s.fma(%s, %s.sub(%s)));".formatted(a, b, h, next));
        locals.count(4);
        h = next;
      }
      sum = sum.add(chain.get(i).range());
    }
    locals.declareChain();
    BigInteger count = BigInteger.valueOf(chain.size());
    Interval rests = Interval.within(Interval.power(radix - 1).multiply(count));
    low.add(
        locals.column(
            "l" + suffix, Kind.COLUMN, LaneLocals.bits(M), "l.reinterpretAsLongs()", rests));
    Interval rounded = sum.shiftRight(radix).add(new Interval(count.negate(), count));
    high.add(
        locals.column(
            "h" + suffix, Kind.COLUMN, LaneLocals.bits(c), h + ".reinterpretAsLongs()", rounded));
    locals.count(-2);
  }
}
