package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import java.math.BigInteger;

/**
 * The group of a curve's quadratic twist, on which a ladder computes where a u is no curve point's.
 *
 * @param order prime
 * @param cofactor a power of two
 */
record Twist(BigInteger order, BigInteger cofactor) {
  /** Both groups together have 2 p + 2 elements. */
  static Twist of(CurveCard card) {
    BigInteger both = card.prime().add(BigInteger.ONE).shiftLeft(1);
    BigInteger curve = card.order().multiply(BigInteger.valueOf(card.cofactor()));
    BigInteger twist = both.subtract(curve);
    int twos = twist.getLowestSetBit();
    BigInteger order = twist.shiftRight(twos);
    if (!order.isProbablePrime(CurveCheck.CERTAINTY)) {
      throw card.error("ladder", "the twist's order is not a prime times a power of two");
    }
    return new Twist(order, BigInteger.ONE.shiftLeft(twos));
  }

  /** Low bits that a ladder's scalars clear: so they kill what is of small order on both. */
  int clearBits(CurveCard card) {
    return Math.max(cofactor.bitLength(), BigInteger.valueOf(card.cofactor()).bitLength()) - 1;
  }
}
