package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.HandwrittenF25519;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Generated kernels at their declared bounds, against BigInteger and against the hand-written. */
class GeneratedFieldTest {
  private static final int CASES = 500;
  private static final long SEED = 25519;

  private static final List<CompiledField> FIELDS =
      Stream.concat(Plans.PRIMES.stream(), Plans.ORDERS.stream()).map(CompiledField::of).toList();

  static List<CompiledField> fields() {
    return FIELDS;
  }

  @ParameterizedTest
  @MethodSource("fields")
  void verbsAreRightAndKeepTheirBounds(CompiledField compiled) {
    SplittableRandom random = new SplittableRandom(SEED);
    VerbCheck check = new VerbCheck(compiled, random);
    Operands operands = check.operands();
    Bounds bounds = compiled.kernels().bounds();
    int most = (1 << Plan.SMALL_BITS) - 1;
    for (int i = 0; i < CASES; i++) {
      long[] a = operands.element(i, bounds.headroom());
      check.mul(a, operands.element(i / 5, bounds.headroom()));
      check.sqr(a);
      check.mulSmall(a, i % 3 == 0 ? most : i % 3 == 1 ? -most : random.nextInt(-most, most + 1));
      check.carry(operands.element(i, bounds.carryOperand()));
      check.domain(operands.element(i, 1));
      check.addAndSub(
          operands.element(i, bounds.sumOperand()), operands.element(i / 5, bounds.sumOperand()));
    }
  }

  @ParameterizedTest
  @MethodSource("fields")
  void longChainsStayRight(CompiledField compiled) {
    Field field = compiled.field();
    Operands operands = new Operands(compiled, new SplittableRandom(SEED));
    BigInteger modulus = compiled.kernels().plan().modulus();
    BigInteger domain = Interval.power(compiled.kernels().domainBits());
    for (int i = 0; i < 20; i++) {
      long[] a = operands.element(i, 1);
      BigInteger expected = operands.values(a).get(0).mod(modulus);
      for (int step = 0; step < 200; step++) {
        field.add(a, a, a);
        field.outOf(a, a);
        field.into(a, a);
        field.sqr(a, a);
        expected = expected.shiftLeft(1).pow(2).multiply(domain.modInverse(modulus)).mod(modulus);
      }
      assertEquals(expected, operands.values(a).get(0).mod(modulus));
    }
  }

  /** The codec's quotients have excessBits bits. */
  @ParameterizedTest
  @MethodSource("fields")
  void tightElementsAreBelowTheDeclaredMultipleOfTheModulus(CompiledField compiled) {
    Operands operands = new Operands(compiled, new SplittableRandom(SEED));
    BigInteger largest = operands.values(operands.element(0, 1)).get(0);
    BigInteger limit = compiled.field().modulus.shiftLeft(compiled.field().excessBits);
    assertTrue(largest.compareTo(limit) < 0, () -> largest + " exceeds " + limit);
  }

  @Test
  void theHandwrittenFieldGivesTheSameLimbs() {
    CompiledField compiled = CompiledField.of(Plans.F25519);
    Field generated = compiled.field();
    Field handwritten = new HandwrittenF25519();
    assertEquals(handwritten.headroom, generated.headroom);
    assertEquals(handwritten.modulus, generated.modulus);
    SplittableRandom random = new SplittableRandom(SEED);
    Operands operands = new Operands(compiled, random);
    int headroom = generated.headroom;
    for (int i = 0; i < CASES; i++) {
      long[] a = operands.element(i, headroom);
      long[] b = operands.element(i / 5, headroom);
      long[] wide = operands.element(i, 4 * headroom);
      int k = random.nextInt(-(1 << Plan.SMALL_BITS) + 1, 1 << Plan.SMALL_BITS);
      assertSame(f -> r -> f.mul(r, a, b), generated, handwritten);
      assertSame(f -> r -> f.sqr(r, a), generated, handwritten);
      assertSame(f -> r -> f.add(r, a, b), generated, handwritten);
      assertSame(f -> r -> f.sub(r, a, b), generated, handwritten);
      assertSame(f -> r -> f.mulSmall(r, a, k), generated, handwritten);
      assertSame(f -> r -> f.carry(r, wide), generated, handwritten);
    }
  }

  private interface Verb {
    void into(long[] r);
  }

  private interface Call {
    Verb on(Field field);
  }

  private static void assertSame(Call call, Field generated, Field handwritten) {
    long[] actual = new long[5];
    long[] expected = new long[5];
    call.on(generated).into(actual);
    call.on(handwritten).into(expected);
    assertArrayEquals(expected, actual);
  }
}
