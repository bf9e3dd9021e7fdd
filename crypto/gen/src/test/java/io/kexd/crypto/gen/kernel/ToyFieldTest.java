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

  private static CompiledField inLanes(long prime, int limbs, int radix, int lanes) {
    Plan plan = new Plan(BigInteger.valueOf(prime), limbs, radix, 2);
    return CompiledField.of(FieldKernels.inLanes(plan, lanes), lanes);
  }

  static Stream<CompiledField> toys() {
    return Stream.of(
        inLanes(127, 2, 4, 4), // 2^8 = 2
        inLanes(127, 2, 4, 8),
        inLanes(223, 2, 5, 4), // Montgomery: -1 modulo 2^5
        inLanes(223, 2, 5, 8),
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
    int lanes = toy.field().lanes;
    List<long[]> elements = elements(toy.kernels().bounds());
    VerbCheck check = new VerbCheck(toy, new SplittableRandom(0));
    for (long[] a : filled(check.operands(), elements, lanes)) {
      check.sqr(a);
      check.domain(a);
      for (int k = -3; k <= 3; k++) {
        check.mulSmall(a, k);
      }
    }
    Bounds wide = new Bounds(toy.kernels().bounds().tight(), 4 * toy.kernels().bounds().headroom());
    for (long[] a : filled(check.operands(), elements(wide), lanes)) {
      check.carry(a);
    }
    everyProduct(toy, check.operands(), elements);
  }

  /** Every element in some lane, neighbours in neighbouring ones. */
  private static List<long[]> filled(Operands operands, List<long[]> elements, int lanes) {
    List<long[]> all = new ArrayList<>();
    for (int i = 0; i < elements.size(); i += lanes) {
      long[] limbs = new long[elements.get(0).length * lanes];
      for (int j = 0; j < limbs.length; j++) {
        limbs[j] = elements.get((i + j % lanes) % elements.size())[j / lanes];
      }
      all.add(operands.words(limbs));
    }
    return all;
  }

  /** In plain longs: there are up to twenty million. */
  private static void everyProduct(CompiledField toy, Operands operands, List<long[]> elements) {
    Field field = toy.field();
    Plan plan = toy.kernels().plan();
    List<Interval> proven = toy.kernels().verbs().mul().limbs();
    long prime = plan.modulus().longValueExact();
    long domain = Interval.power(toy.kernels().domainBits()).mod(plan.modulus()).longValueExact();
    long[] low = proven.stream().mapToLong(i -> i.lo().longValueExact()).toArray();
    long[] high = proven.stream().mapToLong(i -> i.hi().longValueExact()).toArray();
    long[] r = field.element();
    long[] limbs = new long[plan.limbs()];
    for (long[] a : filled(operands, elements, field.lanes)) {
      for (long[] b : elements) {
        long y = value(b, plan.radix());
        long[] same = filled(operands, List.of(b), field.lanes).get(0);
        field.mul(r, a, same);
        for (int lane = 0; lane < field.lanes; lane++) {
          long x = value(read(operands, a, lane, limbs), plan.radix());
          long product = value(read(operands, r, lane, limbs), plan.radix());
          boolean right = (product * domain - x * y) % prime == 0;
          for (int k = 0; k < limbs.length; k++) {
            right &= low[k] <= limbs[k] && limbs[k] <= high[k];
          }
          if (!right) {
            fail("%d * %d".formatted(x, y));
          }
        }
      }
    }
  }

  private static long[] read(Operands operands, long[] element, int lane, long[] limbs) {
    for (int k = 0; k < limbs.length; k++) {
      limbs[k] = operands.limb(element, k, lane);
    }
    return limbs;
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
