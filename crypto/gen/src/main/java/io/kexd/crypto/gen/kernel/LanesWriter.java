package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.kernel.LaneLocals.Kind;
import io.kexd.crypto.gen.kernel.LaneLocals.Word;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Several lanes on doubles with fused multiply-add. A limb is an integer held exactly by a double;
 * a column is a 64-bit word that holds its value plus a known bias, modulo 2^64.
 *
 * <p>With C = 1.5 2^(52+R), the double h = fma(a, b, C) is C plus the multiple of 2^R next to a b:
 * its bits are those of C plus a b / 2^R, rounded. And fma(a, b, C - h) is what remains, exactly,
 * between -2^(R-1) and 2^(R-1); with M = 1.5 2^52 added in the same operation its bits are those of
 * M plus that. So a product costs two multiplications and one subtraction, and both parts are added
 * up as integers, on the raw bits, without a conversion. Products of one column can share one chain
 * of h, as long as it stays in the binade of C.
 *
 * <p>Locals that only load or double an operand are written where they are first used.
 */
public final class LanesWriter implements Writer {
  private static final BigInteger M = LaneChains.M;
  private static final BigInteger LOW_E = Interval.power(52);

  private final int lanes;
  private final int radix;
  private final LaneLocals locals = new LaneLocals();
  private final Map<String, Parts> splits = new HashMap<>();

  public LanesWriter(int lanes, int radix) {
    if (radix < 2 || radix > 51) {
      throw new PlanRefused("radix 2^" + radix + " is not between 2^2 and 2^51");
    }
    this.lanes = lanes;
    this.radix = radix;
  }

  @Override
  public boolean inLanes() {
    return true;
  }

  @Override
  public Value load(String array, int k, Interval range) {
    String formula =
        "LongVector.fromArray(LONGS, %s, %d).reinterpretAsDoubles()".formatted(array, k * lanes);
    return locals.later(array + k, formula, range);
  }

  @Override
  public void store(String array, int k, Value limb) {
    locals.line(
        "%s.reinterpretAsLongs().intoArray(%s, %d);".formatted(locals.use(limb), array, k * lanes));
  }

  @Override
  public Value mix(String pattern, List<String> arrays, int k, Interval range) {
    Value sum = null;
    for (int i = 0; i < arrays.size(); i++) {
      String from = locals.vector("LongVector", vector(pattern, 2 * i * lanes));
      String factors =
          locals.vector(
              "DoubleVector", vector(pattern, (2 * i + 1) * lanes) + ".reinterpretAsDoubles()");
      String term =
          "%s.selectFrom(%s).reinterpretAsDoubles()"
              .formatted(from, vector(arrays.get(i), k * lanes));
      String formula =
          sum == null
              ? "%s.mul(%s)".formatted(term, factors)
              : "%s.fma(%s, %s)".formatted(term, factors, sum.name());
      sum = locals.limb("m" + k, formula, range);
    }
    return Objects.requireNonNull(sum);
  }

  private static String vector(String array, int at) {
    return "LongVector.fromArray(LONGS, %s, %d)".formatted(array, at);
  }

  @Override
  public Value parameter(String name, String argument, Interval range) {
    return locals.later(name, "DoubleVector.broadcast(DOUBLES, " + argument + ")", range);
  }

  @Override
  public Value add(String name, Value x, Value y) {
    return locals.limb(
        name, locals.use(x) + ".add(" + locals.use(y) + ")", x.range().add(y.range()));
  }

  @Override
  public Value sub(String name, Value x, Value y) {
    return locals.limb(
        name, locals.use(x) + ".sub(" + locals.use(y) + ")", x.range().sub(y.range()));
  }

  @Override
  public Value scale(String name, Value limb, BigInteger factor) {
    LaneLocals.demandExact(name, limb.range().scale(factor));
    String formula =
        factor.equals(BigInteger.TWO)
            ? "%1$s.add(%1$s)".formatted(limb.name())
            : "%s.mul(%s)".formatted(limb.name(), locals.real(factor));
    return locals.later(name, formula, limb.range().scale(factor));
  }

  @Override
  public Value column(Value limb) {
    demandInside(limb, Interval.within(Interval.power(51)));
    String formula = "%s.add(%s).reinterpretAsLongs()".formatted(locals.use(limb), locals.real(M));
    return locals.column(limb.name() + "i", Kind.COLUMN, LaneLocals.bits(M), formula, limb.range());
  }

  @Override
  public Parts group(String suffix, List<Product> products) {
    LaneChains chains = new LaneChains(locals, radix);
    chains.write(suffix, products);
    return new Parts(sum("l" + suffix + "s", chains.low), sum("h" + suffix + "s", chains.high));
  }

  @Override
  public Value sum(String name, List<Value> values) {
    Value sum = values.get(0);
    for (int i = 1; i < values.size(); i++) {
      String partial = i == values.size() - 1 ? name : name + "p" + i;
      sum = sum(partial, sum, values.get(i));
    }
    return sum;
  }

  private Value sum(String name, Value x, Value y) {
    Word left = locals.word(x);
    Word right = locals.word(y);
    Interval range = x.range().add(y.range());
    if (left.kind() == Kind.NEGATIVE && right.kind() != Kind.NEGATIVE) {
      return sum(name, y, x);
    }
    boolean minus = right.kind() == Kind.NEGATIVE;
    if (left.kind() == Kind.NEGATIVE) {
      BigInteger bias = left.bias().add(right.bias());
      return locals.column(
          name, Kind.NEGATIVE, bias, locals.use(x) + ".add(" + locals.use(y) + ")", range);
    }
    BigInteger bias = minus ? left.bias().subtract(right.bias()) : left.bias().add(right.bias());
    String verb = minus ? ".sub(" : ".add(";
    return locals.column(
        name, Kind.COLUMN, bias, locals.use(x) + verb + locals.use(y) + ")", range);
  }

  @Override
  public Value fold(String name, Value column, BigInteger factor) {
    if (factor.equals(BigInteger.ONE)) {
      return column;
    }
    List<BigInteger> terms = NonAdjacentForm.of(factor.abs());
    Word word = locals.word(column);
    boolean negative = factor.signum() < 0 ^ word.kind() == Kind.NEGATIVE;
    BigInteger bias = word.bias().multiply(factor.abs());
    Interval range = column.range().scale(factor);
    Kind kind = negative ? Kind.NEGATIVE : Kind.COLUMN;
    String x = locals.use(column);
    StringBuilder formula = new StringBuilder();
    for (BigInteger term : terms) {
      String shifted = shifted(x, term.getLowestSetBit());
      if (formula.isEmpty()) {
        formula.append(shifted);
      } else {
        formula.append(term.signum() < 0 ? ".sub(" : ".add(").append(shifted).append(")");
        locals.count(1);
      }
    }
    return locals.column(name, kind, bias, formula.toString(), range);
  }

  private String shifted(String x, int bits) {
    if (bits == 0) {
      return x;
    }
    locals.count(1);
    return x + ".lanewise(VectorOperators.LSHL, " + bits + ")";
  }

  /**
   * Cut where every term of the factor stays small: as a whole at the radix R, or for each term 2^e
   * at R - e.
   */
  @Override
  public Parts foldSplit(String suffix, Value column, BigInteger factor) {
    String key = column.name() + " times " + factor.abs();
    Parts parts = splits.get(key);
    if (parts == null) {
      parts = newFoldSplit(suffix, column, factor.abs());
      splits.put(key, parts);
    }
    if (factor.signum() > 0) {
      return parts;
    }
    BigInteger minus = BigInteger.ONE.negate();
    return new Parts(
        fold("nl" + suffix, parts.low(), minus), fold("nh" + suffix, parts.high(), minus));
  }

  private Parts newFoldSplit(String suffix, Value column, BigInteger factor) {
    if (factor.abs().bitLength() + radix < 62) {
      Parts parts = split(suffix, column, radix);
      return new Parts(
          fold("l" + suffix, parts.low(), factor), fold("h" + suffix, parts.high(), factor));
    }
    List<Value> low = new ArrayList<>();
    List<Value> high = new ArrayList<>();
    for (BigInteger term : NonAdjacentForm.of(factor)) {
      int e = term.abs().getLowestSetBit();
      String name = suffix + "e" + e;
      if (column.range().shiftLeft(e).magnitude().bitLength() < 62) {
        low.add(fold("l" + name, column, term));
      } else {
        Parts parts = split(name, column, radix - e);
        low.add(fold("l" + name, parts.low(), term));
        BigInteger sign = BigInteger.valueOf(term.signum());
        high.add(fold("h" + name, parts.high(), sign));
      }
    }
    return new Parts(sum("l" + suffix, low), sum("h" + suffix, high));
  }

  @Override
  public Parts split(String suffix, Value column, int bits) {
    String key = column.name() + " " + bits;
    Parts made = splits.get(key);
    if (made == null) {
      made = newSplit(suffix, column, bits);
      splits.put(key, made);
    }
    return made;
  }

  private Parts newSplit(String suffix, Value column, int bits) {
    Word word = locals.word(column);
    BigInteger half = Interval.power(bits - 1);
    BigInteger least = column.range().lo().add(half);
    BigInteger lift = BigInteger.ZERO;
    if (least.signum() < 0) {
      lift = Interval.power(Math.max(bits, least.negate().subtract(BigInteger.ONE).bitLength()));
    }
    Interval lifted = column.range().add(Interval.of(half.add(lift)));
    if (!lifted.isInside(Interval.unsigned(64))) {
      throw new PlanRefused("the column " + column.name() + " does not fit: " + column.range());
    }
    BigInteger bias = half.add(lift);
    String formula =
        word.kind() == Kind.NEGATIVE
            ? "%s.sub(%s)".formatted(locals.integer(bias.add(word.bias())), locals.use(column))
            : "%s.add(%s)"
                .formatted(locals.use(column), locals.integer(bias.subtract(word.bias())));
    Value rebiased = locals.column("w" + suffix, Kind.COLUMN, bias, formula, column.range());
    Value high =
        locals.column(
            "t" + suffix,
            Kind.COLUMN,
            lift.shiftRight(bits),
            rebiased.name() + ".lanewise(VectorOperators.LSHR, " + bits + ")",
            column.range().add(Interval.of(half)).shiftRight(bits));
    String masked =
        "%s.and(%s)".formatted(rebiased.name(), locals.integer(Interval.unsigned(bits).hi()));
    Value low =
        locals.define("u" + suffix, new Word(Kind.MASKED, half, bits, value(suffix, bits), masked));
    return new Parts(low, high);
  }

  private static Value value(String suffix, int bits) {
    return new Value("u" + suffix, Interval.signed(bits));
  }

  @Override
  public Value limb(String name, Value column, List<Value> carries) {
    Word word = locals.word(column);
    Interval range = carries.stream().map(Value::range).reduce(column.range(), Interval::add);
    Interval sum = column.range();
    BigInteger bias = BigInteger.ZERO;
    if (word.kind() == Kind.MASKED) {
      sum = Interval.unsigned(word.bits());
      bias = word.bias();
    }
    for (Value carry : carries) {
      Word other = locals.word(carry);
      BigInteger more = other.kind() == Kind.NEGATIVE ? other.bias().negate() : other.bias();
      bias = bias.add(more);
      sum = sum.add(carry.range()).add(Interval.of(more));
    }
    BigInteger e = isDouble(sum.add(Interval.of(M))) ? M : LOW_E;
    if (!isDouble(sum.add(Interval.of(e)))) {
      throw new PlanRefused(name + " does not fit a double: " + range);
    }
    String formula = start(word, e);
    for (Value carry : carries) {
      String verb = locals.word(carry).kind() == Kind.NEGATIVE ? ".sub(" : ".add(";
      formula += verb + locals.use(carry) + ")";
      locals.count(1);
    }
    String number = formula + ".reinterpretAsDoubles().sub(" + locals.real(e.add(bias)) + ")";
    return locals.limb(name, number, range);
  }

  /**
   * A column's number with the bits of the double e around it, so that it has no bias of its own.
   */
  private String start(Word word, BigInteger e) {
    locals.count(1);
    String x = locals.use(word.value());
    return switch (word.kind()) {
      case MASKED -> x + ".or(" + locals.integer(LaneLocals.bits(e)) + ")";
      case NEGATIVE ->
          "%s.sub(%s)".formatted(locals.integer(LaneLocals.bits(e).add(word.bias())), x);
      default -> x + ".add(" + locals.integer(LaneLocals.bits(e).subtract(word.bias())) + ")";
    };
  }

  private static boolean isDouble(Interval bits) {
    return bits.isInside(new Interval(Interval.power(52), Interval.unsigned(53).hi()));
  }

  @Override
  public Value toLimb(String name, Value column) {
    return limb(name, column, List.of());
  }

  @Override
  public Parts cut(String suffix, Value limb, Value factor, int bits) {
    Interval product = limb.range().mul(factor.range());
    if (product.magnitude().compareTo(Interval.power(51 + bits)) > 0) {
      throw new PlanRefused(limb.name() + " times a small factor exceeds 2^" + (51 + bits));
    }
    String c = locals.real(BigInteger.valueOf(3).shiftLeft(51 + bits));
    String x = locals.use(limb);
    boolean plain = factor.range().equals(Interval.of(BigInteger.ONE));
    String form = plain ? "%s.add(%3$s)" : "%s.fma(%s, %s)";
    String w = plain ? "" : locals.use(factor);
    Interval rounded =
        product.shiftRight(bits).add(new Interval(BigInteger.ONE.negate(), BigInteger.ONE));
    String up = c + ".sub(" + form.formatted(x, w, c) + ")";
    Value scaled = new Value("d" + suffix, rounded);
    Value high =
        locals.define(scaled.name(), new Word(Kind.SCALED, BigInteger.ZERO, bits, scaled, up));
    locals.use(high);
    locals.count(2);
    Interval half = Interval.within(Interval.power(bits - 1));
    return new Parts(locals.limb("u" + suffix, form.formatted(x, w, high.name()), half), high);
  }

  @Override
  public Value addCut(String name, Value limb, Value high, BigInteger factor) {
    Word word = locals.word(high);
    String scale = locals.real(Math.scalb(-factor.doubleValue(), -word.bits()));
    Interval range = limb.range().add(high.range().scale(factor));
    return locals.limb(
        name, "%s.fma(%s, %s)".formatted(locals.use(high), scale, locals.use(limb)), range);
  }

  @Override
  public Value digit(String name, Value column, BigInteger factor) {
    throw new PlanRefused("in lanes, Montgomery reduction needs m = -1 modulo 2^" + radix);
  }

  @Override
  public Value quotient(String name, Value column, Value q, BigInteger m) {
    throw new PlanRefused("in lanes, Montgomery reduction needs m = -1 modulo 2^" + radix);
  }

  /**
   * Columns go to the room behind the result's limbs, and the next part of the kernel takes them
   * from there; its operands are loaded again.
   */
  @Override
  public void pause(List<Value> columns, int limbs, String array) {
    for (int i = 0; i < columns.size(); i++) {
      Value column = columns.get(i);
      int at = (limbs + i) * lanes;
      locals.line("%s.intoArray(%s, %d);".formatted(locals.use(column), array, at));
      String formula = "LongVector.fromArray(LONGS, %s, %d)".formatted(array, at);
      locals.takeFrom(column, formula);
    }
    locals.finish();
  }

  @Override
  public List<String> text() {
    return locals.parts();
  }

  @Override
  public int cost() {
    return locals.operations();
  }

  private static void demandInside(Value value, Interval limit) {
    if (!value.range().isInside(limit)) {
      throw new PlanRefused(value.name() + " is not inside " + limit + ": " + value.range());
    }
  }
}
