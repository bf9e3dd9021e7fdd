package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.fail;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.gen.kernel.ScalarWriter.Rounding;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same generator on primes so small that every pair of tight operands can be tried. */
class ToyFieldTest {
  /** mulSmall's constants are below 2^2 here. */
  private static CompiledField toy(
      Function<Plan, Reduction> reduction, long prime, int limbs, int radix, Rounding rounding) {
    Plan plan = new Plan(BigInteger.valueOf(prime), limbs, radix, 2);
    return CompiledField.of(FieldKernels.prove(plan, reduction.apply(plan), rounding, 1));
  }

  static Stream<CompiledField> toys() {
    return Stream.of(
        toy(PseudoMersenne::new, 1021, 2, 5, Rounding.NEAREST), // 2^10 = 3
        toy(PseudoMersenne::new, 73, 2, 5, Rounding.NEAREST), // 2^10 = 2
        toy(PseudoMersenne::new, 73, 2, 5, Rounding.DOWN),
        toy(PseudoMersenne::new, 127, 2, 4, Rounding.NEAREST), // 2^8 = 2: a spare bit
        toy(ColumnFolding::new, 1021, 2, 5, Rounding.NEAREST),
        toy(ColumnFolding::new, 127, 2, 4, Rounding.DOWN),
        toy(ColumnFolding::new, 239, 2, 4, Rounding.NEAREST), // 2^8 = 2^4 + 1
        toy(GoldenFolding::new, 239, 2, 4, Rounding.NEAREST),
        toy(Montgomery::new, 61, 2, 4, Rounding.NEAREST), // below a power of two
        toy(Montgomery::new, 61, 2, 4, Rounding.DOWN),
        toy(Montgomery::new, 251, 2, 5, Rounding.NEAREST),
        toy(Montgomery::new, 263, 2, 5, Rounding.NEAREST), // above a power of two
        toy(Montgomery::new, 271, 2, 5, Rounding.DOWN),
        toy(Montgomery::new, 127, 2, 5, Rounding.DOWN), // -1 modulo 2^5
        toy(Montgomery::new, 1019, 3, 4, Rounding.NEAREST)); // three limbs
  }

  @ParameterizedTest
  @MethodSource("toys")
  void everyPairOfOperands(CompiledField toy) {
    List<long[]> elements = elements(toy.kernels().bounds());
    VerbCheck check = new VerbCheck(toy, new SplittableRandom(0));
    for (long[] a : elements) {
      check.sqr(a);
      check.domain(a);
      for (int k = -3; k <= 3; k++) {
        check.mulSmall(a, k);
      }
    }
    for (long[] wide : elements(new Bounds(toy.kernels().bounds().tight(), 4))) {
      check.carry(wide);
    }
    everyProduct(toy, elements);
  }

  /** In plain longs: there are up to twenty million. */
  private static void everyProduct(CompiledField toy, List<long[]> elements) {
    Field field = toy.field();
    Plan plan = toy.kernels().plan();
    List<Interval> proven = toy.kernels().verbs().mul().limbs();
    long prime = plan.modulus().longValueExact();
    long domain = Interval.power(toy.kernels().domainBits()).mod(plan.modulus()).longValueExact();
    long[] low = proven.stream().mapToLong(i -> i.lo().longValueExact()).toArray();
    long[] high = proven.stream().mapToLong(i -> i.hi().longValueExact()).toArray();
    long[] r = new long[plan.limbs()];
    for (long[] a : elements) {
      long x = value(a, plan.radix());
      for (long[] b : elements) {
        field.mul(r, a, b);
        long difference = value(r, plan.radix()) * domain - x * value(b, plan.radix());
        boolean right = difference % prime == 0;
        for (int k = 0; k < r.length; k++) {
          right &= low[k] <= r[k] && r[k] <= high[k];
        }
        if (!right) {
          fail("%d * %d".formatted(x, value(b, plan.radix())));
        }
      }
    }
  }

  private static long value(long[] limbs, int radix) {
    long value = 0;
    for (int k = limbs.length - 1; k >= 0; k--) {
      value = (value << radix) + limbs[k];
    }
    return value;
  }

  /** Every element of limbs within headroom times T. */
  private static List<long[]> elements(Bounds bounds) {
    List<long[]> elements = List.of(new long[0]);
    for (int k = 0; k < bounds.tight().size(); k++) {
      long most = bounds.limb(k, bounds.headroom()).hi().longValueExact();
      List<long[]> longer = new ArrayList<>();
      for (long[] element : elements) {
        for (long limb = -most; limb <= most; limb++) {
          long[] copy = Arrays.copyOf(element, k + 1);
          copy[k] = limb;
          longer.add(copy);
        }
      }
      elements = longer;
    }
    return elements;
  }
}
