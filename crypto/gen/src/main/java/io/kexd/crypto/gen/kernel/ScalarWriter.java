package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * One lane on signed 64-bit integers. A product of two limbs has up to 126 bits: its high part is
 * {@code Math.multiplyHigh(a << u, b << v)} with u + v = 64 - R, that is floor(a b / 2^R); its low
 * part is what a b leaves modulo 2^64 when the high part is taken away. A group adds up the high
 * parts, the low parts, and takes away once.
 *
 * <p>Sums may wrap around on the way: only the end must fit.
 */
public final class ScalarWriter implements Writer {
  private static final Interval WORD = Interval.signed(64);
  private static final String NEXT_LINE = "\n            ";

  /** Where the low part of a split column lies. */
  public enum Rounding {
    /** In [0, 2^bits): the cheapest. */
    DOWN,
    /** Balanced around zero: limbs are half as long. */
    NEAREST
  }

  private final int radix;
  private final Rounding rounding;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> locals = new HashSet<>();
  private final Map<String, Multiple> multiples = new HashMap<>();
  private int multiplications;

  private record Multiple(Value limb, BigInteger factor) {}

  public ScalarWriter(int radix, Rounding rounding) {
    if (radix < 2 || radix > 62) {
      throw new PlanRefused("radix 2^" + radix + " is not between 2^2 and 2^62");
    }
    this.radix = radix;
    this.rounding = rounding;
  }

  @Override
  public Value load(String array, int k, Interval range) {
    return assign(array + k, array + "[" + k + "]", range);
  }

  @Override
  public void store(String array, int k, Value limb) {
    text.append("    %s[%d] = %s;\n".formatted(array, k, limb.name()));
  }

  @Override
  public Value parameter(String name, String argument, Interval range) {
    return assign(name, argument, range);
  }

  @Override
  public Value add(String name, Value x, Value y) {
    return assign(name, x.name() + " + " + y.name(), x.range().add(y.range()));
  }

  @Override
  public Value sub(String name, Value x, Value y) {
    return assign(name, x.name() + " - " + y.name(), x.range().sub(y.range()));
  }

  @Override
  public Value scale(String name, Value limb, BigInteger factor) {
    multiples.put(name, new Multiple(limb, factor));
    return fold(name, limb, factor);
  }

  @Override
  public Value column(Value limb) {
    return limb;
  }

  @Override
  public Parts group(String suffix, List<Product> factors) {
    List<Product> products = factors.stream().map(ScalarWriter::withSignLeft).toList();
    Interval highRange = Interval.ZERO;
    for (Product product : products) {
      highRange = highRange.add(product.range().shiftRight(radix));
    }
    int leftShift = leftShift(products);
    Value high =
        assign("h" + suffix, lines(products.stream().map(p -> high(p, leftShift))), highRange);
    // Each product leaves a remainder below 2^R.
    BigInteger count = BigInteger.valueOf(products.size());
    Interval lowRange = Interval.unsigned(radix).scale(count);
    String low =
        products.stream().allMatch(this::isShift)
            ? lines(products.stream().map(this::shiftedLow))
            : lines(products.stream().map(this::low))
                + NEXT_LINE
                + "- (%s << %d)".formatted(high.name(), radix);
    return new Parts(assign("l" + suffix, low, lowRange), high);
  }

  /** Whether the product is with a power of two below 2^R. */
  private boolean isShift(Product product) {
    return isPowerOfTwo(product.right()) && product.right().range().lo().bitLength() <= radix;
  }

  /** left right modulo 2^R. */
  private String shiftedLow(Product product) {
    int unused = 64 - radix;
    int shift = product.right().range().lo().getLowestSetBit() + unused;
    return "((%s << %d) >>> %d)".formatted(product.left().name(), shift, unused);
  }

  /** The largest shift that every left operand bears. */
  private int leftShift(List<Product> products) {
    int shift = 64 - radix;
    for (Product product : products) {
      shift = Math.min(shift, 63 - product.left().range().magnitude().bitLength());
    }
    return Math.max(shift, 0);
  }

  /** A product with -2^i as one with 2^i, which {@link #high} and low shift. */
  private static Product withSignLeft(Product product) {
    Value left = product.left();
    Interval right = product.right().range();
    if (!right.isConstant() || right.lo().signum() > 0 || right.lo().abs().bitCount() != 1) {
      return product;
    }
    Value negative = new Value("-" + left.name(), Interval.ZERO.sub(left.range()));
    check(negative.name(), negative.range());
    return new Product(negative, Value.constant(right.lo().abs()));
  }

  /** floor(left right / 2^R). */
  private String high(Product product, int leftShift) {
    Value right = product.right();
    if (isPowerOfTwo(right)) {
      int down = radix - right.range().lo().getLowestSetBit();
      return "(" + product.left().name() + (down < 0 ? " << " : " >> ") + Math.abs(down) + ")";
    }
    String x = shifted(product.left(), leftShift);
    String y = shifted(right, 64 - radix - leftShift);
    multiplications++;
    return "Math.multiplyHigh(" + x + ", " + y + ")";
  }

  private String low(Product product) {
    Value right = product.right();
    String left = product.left().name();
    if (isPowerOfTwo(right)) {
      return "(" + left + " << " + right.range().lo().getLowestSetBit() + ")";
    }
    multiplications++;
    return left + " * " + (right.range().isConstant() ? literal(right.range().lo()) : right.name());
  }

  /** The operand times 2^shift: a literal, or a local that is written once. */
  private String shifted(Value operand, int shift) {
    Interval range = operand.range().shiftLeft(shift);
    check(operand.name() + " << " + shift, range);
    if (range.isConstant()) {
      return literal(range.lo());
    }
    if (shift == 0) {
      return operand.name();
    }
    String name = operand.name() + "s" + shift;
    if (!locals.contains(name)) {
      assign(name, shiftFormula(operand, shift), range);
    }
    return name;
  }

  /** A multiple is made from the shifted limb: it need not wait for the multiple itself. */
  private String shiftFormula(Value operand, int shift) {
    Multiple multiple = multiples.get(operand.name());
    return multiple == null
        ? operand.name() + " << " + shift
        : times(shifted(multiple.limb, shift), multiple.factor);
  }

  @Override
  public Value sum(String name, List<Value> parts) {
    if (parts.size() == 1) {
      return parts.get(0);
    }
    Interval range = parts.stream().map(Value::range).reduce(Interval.ZERO, Interval::add);
    return assign(name, parts.stream().map(Value::name).collect(joining(" + ")), range);
  }

  @Override
  public Value fold(String name, Value column, BigInteger factor) {
    return assign(name, times(column.name(), factor), column.range().scale(factor));
  }

  @Override
  public Parts foldSplit(String suffix, Value column, BigInteger factor) {
    return group(suffix, List.of(new Product(column, Value.constant(factor))));
  }

  @Override
  public Parts split(String suffix, Value column, int bits) {
    String x = column.name();
    if (rounding == Rounding.DOWN) {
      Value high = assign("t" + suffix, x + " >> " + bits, column.range().shiftRight(bits));
      Interval low = Interval.unsigned(bits);
      return new Parts(assign("u" + suffix, x + " & " + literal(low.hi()), low), high);
    }
    BigInteger half = Interval.power(bits - 1);
    Interval rounded = column.range().add(Interval.of(half));
    check(x + " + 2^" + (bits - 1), rounded);
    String up = "(%s + %s) >> %d".formatted(x, literal(half), bits);
    Value high = assign("t" + suffix, up, rounded.shiftRight(bits));
    String rest = "%s - (%s << %d)".formatted(x, high.name(), bits);
    return new Parts(assign("u" + suffix, rest, Interval.signed(bits)), high);
  }

  @Override
  public Value limb(String name, Value column, List<Value> carries) {
    Interval range = carries.stream().map(Value::range).reduce(column.range(), Interval::add);
    Stream<String> parts = Stream.concat(Stream.of(column), carries.stream()).map(Value::name);
    return assign(name, parts.collect(joining(" + ")), range);
  }

  @Override
  public Value digit(String name, Value column, BigInteger factor) {
    int unused = 64 - radix;
    String formula = "(%s << %d) >> %d".formatted(times(column.name(), factor), unused, unused);
    return assign(name, formula, Interval.signed(radix));
  }

  @Override
  public Value quotient(String name, Value column, Value q, BigInteger m) {
    Product product = new Product(q, Value.constant(m));
    Interval range = column.range().add(product.range()).shiftRight(radix);
    // The low part of q m lies in [0, 2^R) and completes the column to a multiple of 2^R.
    BigInteger most = Interval.unsigned(radix).hi();
    check(column.name() + " + 2^" + radix, column.range().add(Interval.of(most)));
    String high = high(product, leftShift(List.of(product)));
    String formula = "((%s + %s) >> %d) + %s".formatted(column.name(), literal(most), radix, high);
    return assign(name, formula, range);
  }

  @Override
  public Value toLimb(String name, Value column) {
    return column;
  }

  @Override
  public List<String> text() {
    return List.of(text.toString());
  }

  @Override
  public int cost() {
    return multiplications;
  }

  private Value assign(String name, String formula, Interval range) {
    check(name, range);
    if (!locals.add(name)) {
      throw new IllegalStateException(name + " is written twice");
    }
    text.append("    final long %s = %s; // %s\n".formatted(name, formula, range));
    return new Value(name, range);
  }

  private static void check(String what, Interval range) {
    if (!range.isInside(WORD)) {
      throw new PlanRefused(what + " does not fit 64 bits: " + range);
    }
  }

  private static String lines(Stream<String> terms) {
    return terms.collect(joining(NEXT_LINE + "+ "));
  }

  private String times(String name, BigInteger factor) {
    if (factor.abs().bitCount() == 1) {
      String sign = factor.signum() < 0 ? "-" : "";
      int bits = factor.getLowestSetBit();
      return sign + name + (bits == 0 ? "" : " << " + bits);
    }
    multiplications++;
    return name + " * " + literal(factor);
  }

  private static boolean isPowerOfTwo(Value value) {
    return value.range().isConstant()
        && value.range().lo().signum() > 0
        && value.range().lo().bitCount() == 1;
  }

  private static String literal(BigInteger number) {
    if (!Interval.of(number).isInside(WORD)) {
      throw new PlanRefused("the constant " + number + " does not fit 64 bits");
    }
    String sign = number.signum() < 0 ? "-" : "";
    return number.bitLength() <= 16 ? number + "L" : sign + "0x" + number.abs().toString(16) + "L";
  }
}
