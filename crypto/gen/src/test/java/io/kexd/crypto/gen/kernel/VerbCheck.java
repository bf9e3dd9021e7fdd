package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.kexd.crypto.field.Field;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** One call of each verb against BigInteger, with its bounds, for every way arguments can alias. */
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
    this.operands = new Operands(compiled.kernels(), random);
    this.domainInverse = Interval.power(compiled.kernels().domainBits()).modInverse(plan.modulus());
  }

  Operands operands() {
    return operands;
  }

  /** In: headroom T. */
  void mul(long[] a, long[] b) {
    BigInteger product = operands.value(a).multiply(operands.value(b)).multiply(domainInverse);
    binary(field::mul, a, b, product, verbs.mul().limbs(), "mul");
    BigInteger square = operands.value(a).pow(2).multiply(domainInverse);
    binary(field::mul, a, a, square, verbs.mul().limbs(), "mul");
  }

  /** In: headroom T. */
  void sqr(long[] a) {
    BigInteger square = operands.value(a).pow(2).multiply(domainInverse);
    unary(field::sqr, a, square, verbs.sqr().limbs(), "sqr");
  }

  /** In: half of what carry takes. */
  void addAndSub(long[] a, long[] b) {
    BigInteger x = operands.value(a);
    BigInteger y = operands.value(b);
    binary(field::add, a, b, x.add(y), verbs.add().limbs(), "add");
    binary(field::sub, a, b, x.subtract(y), verbs.sub().limbs(), "sub");
  }

  /** In: headroom T. */
  void mulSmall(long[] a, int k) {
    BigInteger product = operands.value(a).multiply(BigInteger.valueOf(k));
    unary((r, x) -> field.mulSmall(r, x, k), a, product, verbs.mulSmall().limbs(), "mulSmall");
  }

  /** In: 4 headroom T. */
  void carry(long[] a) {
    unary(field::carry, a, operands.value(a), verbs.carry().limbs(), "carry");
  }

  /** In: T. */
  void domain(long[] a) {
    BigInteger into = operands.value(a).multiply(domainInverse.modInverse(plan.modulus()));
    List<Interval> tight = tight();
    unary(field::into, a, into, tight, "toDomain");
    BigInteger out = operands.value(a).multiply(domainInverse);
    unary(field::outOf, a, out, tight, "fromDomain");
  }

  private interface Unary {
    void apply(long[] r, long[] a);
  }

  private interface Binary {
    void apply(long[] r, long[] a, long[] b);
  }

  private void unary(Unary verb, long[] a, BigInteger expected, List<Interval> out, String name) {
    long[] r = new long[a.length];
    long[] input = a.clone();
    verb.apply(r, input);
    check(name, r, expected, out);
    assertTrue(Arrays.equals(a, input), () -> name + " changed its operand");
    verb.apply(input, input);
    check(name + ", r is a", input, expected, out);
  }

  private void binary(
      Binary verb, long[] a, long[] b, BigInteger expected, List<Interval> out, String name) {
    long[] r = new long[a.length];
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

  private void check(String what, long[] r, BigInteger expected, List<Interval> out) {
    BigInteger difference = operands.value(r).subtract(expected);
    assertEquals(BigInteger.ZERO, difference.mod(plan.modulus()), what);
    for (int k = 0; k < r.length; k++) {
      if (!Interval.of(BigInteger.valueOf(r[k])).isInside(out.get(k))) {
        fail(what + ": limb " + k + " is " + r[k] + ", proven " + out.get(k));
      }
    }
  }

  private List<Interval> tight() {
    return IntStream.range(0, plan.limbs()).mapToObj(k -> bounds.limb(k, 1)).toList();
  }
}
