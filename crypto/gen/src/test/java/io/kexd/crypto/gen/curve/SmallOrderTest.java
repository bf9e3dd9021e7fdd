package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.Card;
import java.math.BigInteger;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The list against another way to find it: random points times the large prime orders. */
class SmallOrderTest {
  private static final Card CARD = Cards.read(Cards.curve25519());
  private static final BigInteger P = CARD.prime();
  private static final BigInteger A = BigInteger.valueOf(CARD.ladderA());

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
            P.subtract(BigInteger.ONE));
    assertEquals(expected, SmallOrder.of(CARD));
  }

  @Test
  void randomPointsTimesTheLargeOrdersGiveTheSameList() {
    BigInteger twistOrder =
        P.add(BigInteger.ONE).shiftLeft(1).subtract(CARD.order().shiftLeft(3)).shiftRight(2);
    Set<BigInteger> found = new HashSet<>();
    for (int u = 2; u < 200; u++) {
      BigInteger point = BigInteger.valueOf(u);
      Fraction small = multiply(CARD.order().multiply(twistOrder), point);
      for (int i = 0; i < 4 && small.z.signum() != 0; i++) {
        found.add(small.x.multiply(small.z.modInverse(P)).mod(P));
        small = twice(small);
      }
    }
    assertEquals(new HashSet<>(SmallOrder.of(CARD)), found);
  }

  @Test
  void eightTimesEachIsInfinityAndTheBasePointIsNotAmongThem() {
    for (BigInteger u : SmallOrder.of(CARD)) {
      assertEquals(BigInteger.ZERO, multiply(BigInteger.valueOf(8), u).z, u.toString());
    }
    assertFalse(SmallOrder.of(CARD).contains(CARD.ladderU()));
    assertTrue(multiply(CARD.order(), CARD.ladderU()).z.signum() == 0);
  }

  private record Fraction(BigInteger x, BigInteger z) {}

  /** RFC 7748 section 5 without its bit fiddling: x(k P) for x(P) = u. */
  private static Fraction multiply(BigInteger k, BigInteger u) {
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

  private static Fraction twice(Fraction p) {
    BigInteger xx = p.x.multiply(p.x);
    BigInteger zz = p.z.multiply(p.z);
    BigInteger xz = p.x.multiply(p.z);
    BigInteger z = xz.shiftLeft(2).multiply(xx.add(A.multiply(xz)).add(zz));
    return new Fraction(xx.subtract(zz).pow(2).mod(P), z.mod(P));
  }

  /** p + q for two points whose difference has x = u. */
  private static Fraction add(Fraction p, Fraction q, BigInteger u) {
    BigInteger x = p.x.multiply(q.x).subtract(p.z.multiply(q.z)).pow(2);
    BigInteger z = p.x.multiply(q.z).subtract(p.z.multiply(q.x)).pow(2).multiply(u);
    return new Fraction(x.mod(P), z.mod(P));
  }
}
