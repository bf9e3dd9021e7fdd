package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.kexd.crypto.field.Field;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One call of each verb against BigInteger, in every lane, with its bounds, for every way arguments
 * can alias.
 */
final class VerbCheck {
  private final Field field;
  private final Plan plan;
  private final Bounds bounds;
  private final Verbs verbs;
  private final Operands operands;

  /** 1 / 2^domainBits: what a product of two elements in the domain is to be multiplied by. */
  private final BigInteger domainInverse;

  VerbCheck(CompiledField compiled, RandomGenerator random) {
    this.field = compiled.field();
    this.plan = compiled.kernels().plan();
    this.bounds = compiled.kernels().bounds();
    this.verbs = compiled.kernels().verbs();
    this.operands = new Operands(compiled, random);
    this.domainInverse = Interval.power(compiled.kernels().domainBits()).modInverse(plan.modulus());
  }

  Operands operands() {
    return operands;
  }

  private BigInteger product(BigInteger x, BigInteger y) {
    return x.multiply(y).multiply(domainInverse);
  }

  /** In: headroom T. */
  void mul(long[] a, long[] b) {
    binary(field::mul, a, b, this::product, verbs.mul().limbs(), "mul");
    binary(field::mul, a, a, this::product, verbs.mul().limbs(), "mul");
  }

  /** In: headroom T. */
  void sqr(long[] a) {
    unary(field::sqr, a, x -> product(x, x), verbs.sqr().limbs(), "sqr");
  }

  /** In: half of what carry takes. */
  void addAndSub(long[] a, long[] b) {
    binary(field::add, a, b, BigInteger::add, verbs.add().limbs(), "add");
    binary(field::sub, a, b, BigInteger::subtract, verbs.sub().limbs(), "sub");
  }

  /** In: headroom T. */
  void mulSmall(long[] a, int k) {
    BigInteger factor = BigInteger.valueOf(k);
    List<Interval> out = verbs.mulSmall().limbs();
    unary((r, x) -> field.mulSmall(r, x, k), a, factor::multiply, out, "mulSmall");
  }

  /** In: 4 headroom T. */
  void carry(long[] a) {
    unary(field::carry, a, x -> x, verbs.carry().limbs(), "carry");
  }

  /** In: T. */
  void domain(long[] a) {
    List<Interval> tight = tight(1);
    BigInteger domain = domainInverse.modInverse(plan.modulus());
    unary(field::into, a, domain::multiply, tight, "toDomain");
    unary(field::outOf, a, domainInverse::multiply, tight, "fromDomain");
  }

  /**
   * Integers of a tight element, and an element of integers of that kind; see the engine's field.
   */
  void integers(int number) {
    long[] a = operands.element(number, 1);
    long[] r = field.element();
    field.integersOf(r, a);
    for (int i = 0; i < field.size; i++) {
      assertEquals(operands.limb(a, i / field.lanes, i % field.lanes), r[i], "toIntegers");
    }
    int top = plan.modulus().bitLength() - plan.radix() * (plan.limbs() - 1);
    List<Interval> limits =
        IntStream.range(0, plan.limbs())
            .mapToObj(k -> Interval.power(k == plan.limbs() - 1 ? top : plan.radix()))
            .map(Interval::within)
            .toList();
    long[] limbs = operands.integers(number, limits);
    long[] expected = Arrays.copyOf(operands.words(limbs), field.size);
    field.ofIntegers(r, limbs);
    assertTrue(Arrays.equals(expected, Arrays.copyOf(r, field.size)), "fromIntegers");
    check("fromIntegers", r, operands.values(r), tight(4));
    field.ofIntegers(limbs, limbs);
    assertTrue(Arrays.equals(expected, Arrays.copyOf(limbs, field.size)), "fromIntegers, aliased");
  }

  /** In: headroom T. For every way in which results are operands, or operands are each other. */
  void fused(int number) {
    verbs
        .fused()
        .forEach(
            (verb, kernel) -> {
              FusedVerb fused = new FusedVerb(field, verb);
              int count = fused.operands.size();
              for (int s = -1; s < count; s++) {
                for (int t = -1; t < (fused.results == 1 ? 0 : count); t++) {
                  if (s != t || s < 0) {
                    fused(fused, kernel.limbs(), number, false, s, t);
                  }
                }
              }
              fused(fused, kernel.limbs(), number, true, -1, -1);
              fused(fused, kernel.limbs(), number, true, 0, -1);
              if (fused.results > 1) {
                fused(fused, kernel.limbs(), number, true, -1, 0);
              }
            });
  }

  /** With the operands that s and t are, or -1. */
  private void fused(FusedVerb verb, List<Interval> out, int number, boolean one, int s, int t) {
    List<long[]> arguments = new ArrayList<>();
    List<List<BigInteger>> values = new ArrayList<>();
    int last = verb.operands.size() - 1;
    for (int i = 0; i < verb.operands.size(); i++) {
      int excess = verb.excess(one ? last : i, bounds.headroom());
      int fit = one ? Math.min(excess, bounds.headroom()) : excess;
      arguments.add(one && i > 0 ? arguments.get(0) : element(number, i, fit));
      values.add(operands.values(arguments.get(i)));
    }
    List<long[]> copies = arguments.stream().map(long[]::clone).toList();
    long[] sum = s < 0 ? field.element() : arguments.get(s);
    long[] difference = t < 0 ? field.element() : arguments.get(t);
    verb.call(sum, difference, arguments, field.element());
    String what = "%s, s is %d, t is %d, one operand: %b".formatted(verb, s, t, one);
    check(what + ", s", sum, verb.result(0, values, this::product), out);
    if (verb.results > 1) {
      check(what + ", t", difference, verb.result(1, values, this::product), out);
    }
    for (int i = 0; i < copies.size(); i++) {
      if (!one && i != s && i != t) {
        assertTrue(Arrays.equals(copies.get(i), arguments.get(i)), what + " changed an operand");
      }
    }
  }

  /** Sums of 4 headroom T, for every operand that the result may be. */
  void mix(int number, RandomGenerator random) {
    verbs
        .mixes()
        .forEach(
            (verb, kernel) -> {
              for (int r = -1; r < verb.arrays().size(); r++) {
                mix(verb, kernel.limbs(), number, r, random);
              }
            });
  }

  private void mix(
      Verbs.Mix verb, List<Interval> out, int number, int result, RandomGenerator random) {
    int count = verb.arrays().size();
    long[] pattern = new long[2 * count * field.lanes];
    List<Object> arguments = new ArrayList<>(List.of(field.element(), pattern));
    List<BigInteger> expected = new ArrayList<>(Collections.nCopies(field.lanes, BigInteger.ZERO));
    for (int i = 0; i < count; i++) {
      long[] element = operands.element(number + i, 1);
      arguments.add(element);
      int most = i == 0 ? bounds.carryOperand() - count + 1 : 1;
      for (int lane = 0; lane < field.lanes; lane++) {
        int from = random.nextInt(field.lanes);
        int factor = most * (random.nextInt(3) - 1);
        pattern[2 * i * field.lanes + lane] = from;
        pattern[(2 * i + 1) * field.lanes + lane] = field.factor(factor);
        BigInteger term = operands.values(element).get(from).multiply(BigInteger.valueOf(factor));
        expected.set(lane, expected.get(lane).add(term));
      }
    }
    if (result >= 0) {
      arguments.set(0, arguments.get(2 + result));
    }
    call(verb, arguments);
    check("%s, r is %d".formatted(verb, result), (long[]) arguments.get(0), expected, out);
  }

  private void call(Verbs.Mix verb, List<Object> arguments) {
    Method method =
        Arrays.stream(Field.class.getMethods())
            .filter(m -> m.getName().equals(verb.verb))
            .filter(m -> m.getParameterCount() == arguments.size())
            .findAny()
            .orElseThrow();
    try {
      method.invoke(field, arguments.toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(verb.toString(), e);
    }
  }

  private long[] element(int number, int operand, int excess) {
    int other = operand % 2 == 0 ? number : number / 5;
    return operands.element(other, excess);
  }

  private interface Unary {
    void apply(long[] r, long[] a);
  }

  private interface Binary {
    void apply(long[] r, long[] a, long[] b);
  }

  private void unary(
      Unary verb, long[] a, UnaryOperator<BigInteger> rule, List<Interval> out, String name) {
    List<BigInteger> expected = operands.values(a).stream().map(rule).toList();
    long[] r = field.element();
    long[] input = a.clone();
    verb.apply(r, input);
    check(name, r, expected, out);
    assertTrue(Arrays.equals(a, input), () -> name + " changed its operand");
    verb.apply(input, input);
    check(name + ", r is a", input, expected, out);
  }

  private void binary(
      Binary verb,
      long[] a,
      long[] b,
      BinaryOperator<BigInteger> rule,
      List<Interval> out,
      String name) {
    List<BigInteger> left = operands.values(a);
    List<BigInteger> right = operands.values(b);
    List<BigInteger> expected =
        IntStream.range(0, field.lanes)
            .mapToObj(i -> rule.apply(left.get(i), right.get(i)))
            .toList();
    long[] r = field.element();
    long[] x = a.clone();
    long[] y = b.clone();
    verb.apply(r, x, y);
    check(name, r, expected, out);
    assertTrue(Arrays.equals(a, x) && Arrays.equals(b, y), () -> name + " changed an operand");
    verb.apply(x, x, y);
    check(name + ", r is a", x, expected, out);
    x = a.clone();
    verb.apply(y, x, y);
    check(name + ", r is b", y, expected, out);
    if (Arrays.equals(a, b)) {
      verb.apply(r, x, x);
      check(name + ", a is b", r, expected, out);
      verb.apply(x, x, x);
      check(name + ", all are one", x, expected, out);
    }
  }

  private void check(String what, long[] r, List<BigInteger> expected, List<Interval> out) {
    List<BigInteger> actual = operands.values(r);
    for (int lane = 0; lane < field.lanes; lane++) {
      String where = what + ", lane " + lane;
      BigInteger difference = actual.get(lane).subtract(expected.get(lane));
      assertEquals(BigInteger.ZERO, difference.mod(plan.modulus()), where);
      for (int k = 0; k < plan.limbs(); k++) {
        BigInteger limb = BigInteger.valueOf(operands.limb(r, k, lane));
        if (!Interval.of(limb).isInside(out.get(k))) {
          fail(where + ": limb " + k + " is " + limb + ", proven " + out.get(k));
        }
      }
    }
  }

  private List<Interval> tight(int excess) {
    return IntStream.range(0, plan.limbs()).mapToObj(k -> bounds.limb(k, excess)).toList();
  }
}
