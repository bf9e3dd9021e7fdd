package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Named.named;

import io.kexd.crypto.field.Field;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated kernels of several lanes, at their declared bounds, against BigInteger: neighbouring
 * lanes hold different kinds of elements. Every kernel runs in the interpreter, which is slow, so
 * the cases are few; each has four or eight lanes.
 */
class GeneratedLanesTest {
  private static final int CASES = 40;
  private static final int FUSED_CASES = 4;
  private static final int MOST = (1 << Plan.SMALL_BITS) - 1;
  private static final long SEED = 51;

  static Stream<Arguments> plans() {
    return Plans.LANES.stream()
        .flatMap(p -> Stream.of(4, 8).map(lanes -> Arguments.of(named(name(p), p), lanes)));
  }

  private static String name(Plan p) {
    return "%dx%d, %d bits".formatted(p.limbs(), p.radix(), p.modulus().bitLength());
  }

  @ParameterizedTest
  @MethodSource("plans")
  void verbsAreRightAndKeepTheirBounds(Plan plan, int lanes) {
    CompiledField compiled = CompiledField.of(FieldKernels.inLanes(plan, lanes), lanes);
    SplittableRandom random = new SplittableRandom(SEED);
    VerbCheck check = new VerbCheck(compiled, random);
    Operands operands = check.operands();
    Bounds bounds = compiled.kernels().bounds();
    for (int i = 0; i < CASES; i++) {
      long[] a = operands.element(i, bounds.headroom());
      check.mul(a, operands.element(i / 5, bounds.headroom()));
      check.sqr(a);
      check.mulSmall(a, i % 3 == 0 ? MOST : i % 3 == 1 ? -MOST : random.nextInt(-MOST, MOST + 1));
      check.carry(operands.element(i, bounds.carryOperand()));
      check.domain(operands.element(i, 1));
      check.addAndSub(
          operands.element(i, bounds.sumOperand()), operands.element(i / 5, bounds.sumOperand()));
      check.integers(i);
    }
    for (int i = 0; i < FUSED_CASES; i++) {
      check.fused(7 * i);
      check.mix(7 * i, random);
    }
    largestIsBelowTheDeclaredMultipleOfTheModulus(compiled.field(), operands);
  }

  /** The codec's quotients have excessBits bits. */
  private static void largestIsBelowTheDeclaredMultipleOfTheModulus(Field f, Operands operands) {
    BigInteger largest = operands.values(operands.element(0, 1)).get(0);
    BigInteger limit = f.modulus.shiftLeft(f.excessBits);
    assertTrue(largest.compareTo(limit) < 0, () -> largest + " exceeds " + limit);
  }

  /** Without checks in between, so that both compilers get to see the kernels. */
  @ParameterizedTest
  @MethodSource("plans")
  void longChainsStayRight(Plan plan, int lanes) {
    CompiledField compiled = CompiledField.unchecked(FieldKernels.inLanes(plan, lanes), lanes);
    Field field = compiled.field();
    Operands operands = new Operands(compiled, new SplittableRandom(SEED));
    BigInteger modulus = plan.modulus();
    BigInteger inverse = Interval.power(compiled.kernels().domainBits()).modInverse(modulus);
    long[] a = operands.element(3, 1);
    long[] b = operands.element(5, 1);
    List<BigInteger> x = new ArrayList<>(operands.values(a));
    List<BigInteger> y = operands.values(b);
    for (int step = 0; step < 100; step++) {
      field.sub(a, a, b);
      field.carry(a, a);
      field.sqr(a, a);
      field.mulSmall(a, a, MOST);
      field.mul(a, a, b);
      for (int lane = 0; lane < lanes; lane++) {
        BigInteger square = x.get(lane).subtract(y.get(lane)).pow(2).multiply(inverse);
        BigInteger product = square.multiply(BigInteger.valueOf(MOST)).multiply(y.get(lane));
        x.set(lane, product.multiply(inverse).mod(modulus));
      }
    }
    assertEquals(x, operands.values(a).stream().map(v -> v.mod(modulus)).toList());
  }
}
