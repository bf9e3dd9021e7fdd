package io.kexd.crypto.gen.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.card.Formula;
import io.kexd.crypto.gen.kernel.ScalarWriter.Rounding;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Plans whose bounds do not hold, each refused for its own reason. */
class PlanRefusedTest {
  @Test
  void theLargestHeadroomIsFound() {
    FieldKernels kernels = FieldKernels.search(Plans.F25519);
    assertEquals(6, kernels.bounds().headroom());
    assertEquals(1, kernels.bounds().excessBits(Plans.F25519));
  }

  /** 19 h4 = 19 * 5 * (7 * 2^51)^2 / 2^51 > 2^63. */
  @Test
  void oneMoreOverflowsAColumn() {
    refused(
        () -> FieldKernels.prove(Plans.F25519, new PseudoMersenne(Plans.F25519), Rounding.DOWN, 7),
        "f5 does not fit 64 bits: +-2^63.19");
  }

  /** The same with limbs half as long. */
  @Test
  void roundingToTheNearestDoublesTheHeadroom() {
    FieldKernels kernels =
        FieldKernels.prove(Plans.F25519, new PseudoMersenne(Plans.F25519), Rounding.NEAREST, 13);
    assertEquals(0, kernels.bounds().excessBits(Plans.F25519));
    refused(
        () ->
            FieldKernels.prove(
                Plans.F25519, new PseudoMersenne(Plans.F25519), Rounding.NEAREST, 14),
        "f5 does not fit 64 bits: +-2^63.19");
  }

  /** f = 3024 times a limb of 52 bits: no room for the shift that cuts the product. */
  @Test
  void factorTooLargeBesideALimb() {
    Plan plan = Plans.F256M189;
    refused(
        () -> FieldKernels.prove(plan, new PseudoMersenne(plan), Rounding.NEAREST, 1),
        "b4f << 1 does not fit 64 bits: +-2^63.57");
    assertEquals("folded columns, 2^260 = 3024", FieldKernels.search(plan).reduction());
  }

  /** Eight products: 8 (8 * 2^55)^2 / 2^56 = 2^63. */
  @Test
  void oneMoreOverflowsAFoldedColumn() {
    Plan plan = Plans.F448;
    ColumnFolding folding = new ColumnFolding(plan);
    FieldKernels.prove(plan, folding, Rounding.NEAREST, 7);
    refused(
        () -> FieldKernels.prove(plan, folding, Rounding.NEAREST, 8),
        "h7 does not fit 64 bits: +-2^63.00");
  }

  /** Twice a sum of two limbs of 4T is 2^59, times another of 2^58, times 2^8 for the cut. */
  @Test
  void karatsubaTakesHeadroom() {
    Plan plan = Plans.F448;
    assertEquals(3, FieldKernels.search(plan).bounds().headroom());
    refused(
        () -> FieldKernels.prove(plan, new GoldenFolding(plan), Rounding.NEAREST, 4),
        "a1m << 5 does not fit 64 bits: +-2^63.00");
  }

  /** The high part of column 2 times F_1 belongs to column 2, which is folded already. */
  @Test
  void noReductionLosesAValue() {
    refused(
        () -> FieldKernels.prove(Plans.F112, new ColumnFolding(Plans.F112), Rounding.NEAREST, 1),
        "column 2 is not reduced");
    assertFalse(ColumnFolding.suits(Plans.F112));
    refused(() -> FieldKernels.search(Plans.F112), "d does not fit 64 bits");
  }

  @Test
  void radixTooLargeForTheColumns() {
    refused(
        () -> FieldKernels.search(Plans.plan("2^480 - 2^240 - 1", 8, 60)), "does not fit 64 bits");
  }

  @Test
  void radixTooSmallForTheCodec() {
    refused(() -> Plan.of(BigInteger.valueOf(1021), 2, 7), "limbs of 7 bits: at least 8");
  }

  @Test
  void limbsTooLongForTheCodec() {
    BigInteger longest = BigInteger.valueOf(3L << 50);
    List<BigInteger> limbs = new ArrayList<>(Collections.nCopies(5, longest));
    assertEquals(1, new Bounds(limbs, 1).excessBits(Plans.F25519));
    limbs.set(2, longest.add(BigInteger.ONE));
    refused(
        () -> new Bounds(limbs, 1).excessBits(Plans.F25519),
        "limb 2 of a tight element exceeds 1.5 * 2^51");
  }

  @Test
  void radixTooLargeForAnyProduct() {
    refused(() -> FieldKernels.search(Plans.plan("2^127 - 1", 2, 64)), "radix 2^64 is not between");
  }

  @Test
  void limbsThatDoNotHoldThePrime() {
    refused(() -> Plans.plan("2^255 - 19", 5, 50), "5x50 limbs hold 250 bits, the prime has 255");
  }

  @Test
  void aTopLimbThatHoldsNothing() {
    refused(() -> Plans.plan("2^255 - 19", 6, 51), "the top limb has less than two bits");
  }

  @Test
  void anEvenModulus() {
    refused(
        () -> FieldKernels.search(Plan.of(Formula.integer("2^252 + 2^130"), 5, 52)),
        "Montgomery reduction needs an odd modulus");
  }

  @Test
  void carriesThatAreTooLongForOneRound() {
    // A constant of 18 bits on limbs of 5: the carry is longer than the limb it is added to.
    Plan plan = new Plan(BigInteger.valueOf(1021), 2, 5, 18);
    refused(
        () -> FieldKernels.prove(plan, new PseudoMersenne(plan), Rounding.NEAREST, 1),
        "one round of carries does not make the limbs tight");
  }

  private static void refused(Runnable plan, String reason) {
    PlanRefused refused = assertThrows(PlanRefused.class, plan::run);
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }
}
