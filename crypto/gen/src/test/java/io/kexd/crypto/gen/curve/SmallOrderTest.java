package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.CurveCard;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The list against another way to find it: random points times the large prime orders. */
class SmallOrderTest {
  static List<CurveCard> ladders() {
    return Cards.curves().stream().filter(card -> card.ladder().isPresent()).toList();
  }

  /** The five below p that https://cr.yp.to/ecdh.html lists. */
  @Test
  void curve25519HasFive() {
    List<BigInteger> expected =
        List.of(
            BigInteger.ZERO,
            BigInteger.ONE,
            new BigInteger(
                "325606250916557431795983626356110631294008115727848805560023387167927233504"),
            new BigInteger(
                "39382357235489614581723060781553021112529911719440698176882885853963445705823"),
            BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(20)));
    CurveCard card = Cards.read(Cards.curve25519());
    assertEquals(expected, SmallOrder.of(card.prime(), 486662));
    assertEquals(3, Twist.of(card).clearBits(card));
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void randomPointsTimesTheLargeOrdersGiveTheSameList(CurveCard card) {
    MontgomeryX ladder = new MontgomeryX(card);
    BigInteger orders = card.order().multiply(Twist.of(card).order());
    Set<BigInteger> found = new HashSet<>();
    for (int u = 2; u < 40; u++) {
      Fraction small = ladder.multiply(orders, BigInteger.valueOf(u));
      for (int i = 0; i < 4 && small.z.signum() != 0; i++) {
        found.add(small.x.multiply(small.z.modInverse(card.prime())).mod(card.prime()));
        small = ladder.twice(small);
      }
    }
    assertEquals(new HashSet<>(ladder.smallOrder), found);
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void scalarsWithClearedBitsBringEachToInfinity(CurveCard card) {
    MontgomeryX ladder = new MontgomeryX(card);
    BigInteger least = BigInteger.ONE.shiftLeft(Twist.of(card).clearBits(card));
    for (BigInteger u : ladder.smallOrder) {
      assertEquals(BigInteger.ZERO, ladder.multiply(least, u).z, u.toString());
    }
  }

  @ParameterizedTest
  @MethodSource("ladders")
  void theBasePointIsOfTheLargeOrder(CurveCard card) {
    MontgomeryX ladder = new MontgomeryX(card);
    BigInteger u = card.ladder().orElseThrow().u();
    assertFalse(ladder.smallOrder.contains(u));
    assertEquals(BigInteger.ZERO, ladder.multiply(card.order(), u).z);
  }

  private record Fraction(BigInteger x, BigInteger z) {}

  private static final class MontgomeryX {
    private final BigInteger p;
    private final BigInteger bigA;
    private final List<BigInteger> smallOrder;

    MontgomeryX(CurveCard card) {
      this.p = card.prime();
      this.bigA = BigInteger.valueOf(card.ladder().orElseThrow().bigA());
      this.smallOrder = SmallOrder.of(p, bigA.longValueExact());
    }

    /** RFC 7748 section 5 without its bit fiddling: x(k P) for x(P) = u. */
    private Fraction multiply(BigInteger k, BigInteger u) {
      Fraction low = new Fraction(BigInteger.ONE, BigInteger.ZERO);
      Fraction high = new Fraction(u, BigInteger.ONE);
      for (int i = k.bitLength() - 1; i >= 0; i--) {
        Fraction sum = add(low, high, u);
        if (k.testBit(i)) {
          high = twice(high);
          low = sum;
        } else {
          low = twice(low);
          high = sum;
        }
      }
      return low;
    }

    private Fraction twice(Fraction point) {
      BigInteger xx = point.x.multiply(point.x);
      BigInteger zz = point.z.multiply(point.z);
      BigInteger xz = point.x.multiply(point.z);
      BigInteger z = xz.shiftLeft(2).multiply(xx.add(bigA.multiply(xz)).add(zz));
      return new Fraction(xx.subtract(zz).pow(2).mod(p), z.mod(p));
    }

    /** The sum of two points whose difference has x = u. */
    private Fraction add(Fraction one, Fraction other, BigInteger u) {
      BigInteger x = one.x.multiply(other.x).subtract(one.z.multiply(other.z)).pow(2);
      BigInteger z = one.x.multiply(other.z).subtract(one.z.multiply(other.x)).pow(2).multiply(u);
      return new Fraction(x.mod(p), z.mod(p));
    }
  }
}
