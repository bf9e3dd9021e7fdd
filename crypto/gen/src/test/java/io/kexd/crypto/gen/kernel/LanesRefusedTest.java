package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.CurveCard;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Plans and steps in lanes whose bounds do not hold by one, each refused for its own reason. */
class LanesRefusedTest {
  private static final int R = 51;
  private static final BigInteger ONE = BigInteger.ONE;

  private final LanesWriter writer = new LanesWriter(8, R);

  private static void refused(Runnable plan, String reason) {
    PlanRefused refused = assertThrows(PlanRefused.class, plan::run);
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }

  private static BigInteger power(int bits) {
    return Interval.power(bits);
  }

  private Value limb(String array, BigInteger bound) {
    return writer.load(array, 0, Interval.within(bound));
  }

  /** The tests have a plan for every field that the cards have in lanes. */
  @Test
  void plansAreThoseOfTheCards() {
    Set<String> plans = new HashSet<>();
    Plans.LANES.forEach(p -> plans.add(p.modulus() + " " + p.limbs() + "x" + p.radix()));
    for (CurveCard card : Cards.curves()) {
      card.common()
          .field()
          .lanes()
          .ifPresent(
              limbs -> {
                String plan = card.prime() + " " + limbs.count() + "x" + limbs.radix();
                assertTrue(plans.contains(plan), card.id());
              });
    }
  }

  @Test
  void radix() {
    refused(
        () -> FieldKernels.inLanes(Plans.plan("2^255 - 19", 5, 52), 8),
        "radix 2^52 is not between 2^2 and 2^51");
    refused(() -> new LanesWriter(8, 1), "radix 2^1 is not between");
  }

  /** (2^50)^2 = 2^100, and four times that is the limit 2^102, up to the roundings. */
  @Test
  void aHeadroomThatProductsDoNotHave() {
    Plan plan = Plans.LANES.get(0);
    Bounds tight = FieldKernels.inLanes(plan, 8).bounds();
    assertEquals(1, tight.headroom());
    Bounds two = new Bounds(tight.tight(), 2);
    refused(
        () -> new Kernels(plan, new LaneFolding(plan), () -> new LanesWriter(8, R), two).all(),
        "a product exceeds 2^102");
  }

  /** 2^112 modulo the prime has digits everywhere, and the prime is not -1 modulo 2^R. */
  @Test
  void aPrimeWithoutAShape() {
    Plan plan = Plans.plan("4646189085827079079953299765900371", 7, 16);
    assertFalse(LaneFolding.suits(plan));
    refused(
        () -> FieldKernels.inLanes(plan, 8),
        "in lanes, Montgomery reduction needs m = -1 modulo 2^16");
  }

  /** 2^539 = 2^18 times what mulSmall carries out of the top is too long for a limb. */
  @Test
  void aFoldThatIsTooLong() {
    FieldKernels.inLanes(Plans.plan("2^521 - 1", 11, 49), 8);
    refused(
        () -> FieldKernels.inLanes(Plans.plan("2^521 - 1", 11, 51), 8), "does not fit a double");
  }

  /** |a b| + 2^(R-1) <= 2^(51+R) keeps h in the binade of C. */
  @Test
  void aProduct() {
    Value b = limb("b", power(R));
    writer.group("0", List.of(new Product(limb("a", power(51).subtract(ONE)), b)));
    refused(
        () -> writer.group("1", List.of(new Product(limb("c", power(51)), b))),
        "a product exceeds 2^102");
  }

  /** Where two products do not fit a chain they get one each. */
  @Test
  void aChain() {
    Product small = new Product(limb("a", power(50)), limb("b", power(R).subtract(power(1))));
    Product large = new Product(limb("c", power(50)), limb("d", power(R)));
    writer.group("0", List.of(small, small));
    assertEquals(1, chains());
    writer.group("1", List.of(large, large));
    assertEquals(2, chains());
  }

  private long chains() {
    List<String> parts = writer.text();
    return parts.get(parts.size() - 1).lines().filter(line -> line.contains("h = ")).count();
  }

  @Test
  void aLimbAsAColumn() {
    writer.column(limb("a", power(51)));
    refused(() -> writer.column(limb("b", power(51).add(ONE))), "is not inside");
  }

  /** 1.5 2^52 plus the number is a double between 2^52 and 2^53. */
  @Test
  void aColumnAsALimb() {
    writer.limb("r", writer.column(limb("a", power(51).subtract(ONE))), List.of());
    Value column = writer.column(limb("b", power(51)));
    refused(() -> writer.limb("s", column, List.of()), "s does not fit a double");
  }

  @Test
  void sumsOfLimbs() {
    Value half = limb("a", power(52));
    writer.add("s", half, half);
    refused(() -> writer.add("t", half, limb("b", power(52).add(ONE))), "does not fit a double");
    refused(() -> writer.sub("t", half, limb("c", power(52).add(ONE))), "does not fit a double");
    refused(
        () -> writer.load("d", 0, Interval.within(power(53).add(ONE))), "does not fit a double");
  }

  @Test
  void columns() {
    Value column = writer.column(limb("a", power(51)));
    Value wide = writer.fold("w", column, power(11));
    refused(() -> writer.fold("v", column, power(12)), "does not fit 64 bits");
    refused(() -> writer.sum("s", List.of(wide, wide)), "does not fit 64 bits");
    writer.split("0", wide, R); // +-2^62
    Value wider = writer.sum("s", List.of(wide, column));
    writer.split("1", wider, R);
    Value top = writer.fold("t", writer.column(limb("b", power(51).subtract(ONE))), power(12));
    refused(() -> writer.split("2", top, R), "does not fit");
  }

  @Test
  void cuts() {
    Value w = writer.parameter("w", "k", Interval.within(power(20)));
    writer.cut("0", limb("a", power(51 + R - 20).min(power(52))), w, R);
    LanesWriter narrow = new LanesWriter(8, 30);
    Value small = narrow.parameter("w", "k", Interval.within(power(20)));
    narrow.cut("0", narrow.load("a", 0, Interval.within(power(52))), small, 21);
    refused(
        () -> narrow.cut("1", narrow.load("b", 0, Interval.within(power(52).add(ONE))), small, 21),
        "times a small factor exceeds 2^72");
  }
}
