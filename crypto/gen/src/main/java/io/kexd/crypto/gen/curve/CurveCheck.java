package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Equation;
import io.kexd.crypto.gen.card.FieldCard;
import io.kexd.crypto.gen.card.Scheme;
import java.math.BigInteger;

/** Checks a card's mathematics: a wrong digit must not become a kernel. */
public final class CurveCheck {
  /** Rounds of Miller-Rabin: error below 2^-100, and a Lucas test beside it. */
  static final int CERTAINTY = 100;

  /** SEC 1 version 2, section 3.1.1.2.1. */
  private static final int LEAST_EMBEDDING_DEGREE = 100;

  /** H of RFC 8032 section 5.1, SHA-512, gives twice as many. */
  private static final int ED25519_BYTES = 32;

  private final CurveCard card;
  private final BigInteger p;
  private final BigInteger a;
  private final BigInteger b;

  private CurveCheck(CurveCard card) {
    this.card = card;
    this.p = card.prime();
    this.a = card.equation().a();
    this.b = card.equation().b();
  }

  /** Throws {@code CardException} with one line on what is wrong. */
  public static void check(FieldCard card) {
    if (!card.prime().isProbablePrime(CERTAINTY)) {
      throw card.file().take("prime").error("is not prime");
    }
  }

  /** Throws {@code CardException} with one line on what is wrong. */
  public static void check(CurveCard card) {
    check(card.common());
    CurveCheck check = new CurveCheck(card);
    check.engine();
    check.demand(card.order().isProbablePrime(CERTAINTY), "order", "is not prime");
    if (card.equation().model() == Equation.Model.EDWARDS) {
      check.edwards();
    } else {
      check.weierstrass();
    }
    check.base();
    check.groupOrder();
    check.transfers();
    card.ladder().ifPresent(ladder -> LadderCheck.check(card, ladder));
  }

  /** What the engine would refuse at run time. */
  private void engine() {
    demand(
        p.testBit(1) || p.testBit(2),
        "prime",
        "is 1 modulo 8: the engine takes square roots modulo other primes only");
    for (Scheme scheme : card.schemes()) {
      demand(
          !scheme.rules().equals("ed25519") || p.bitLength() / 8 + 1 == ED25519_BYTES,
          "scheme." + scheme.id(),
          "rules=ed25519 is for points of " + ED25519_BYTES + " bytes: SHA-512 gives no more");
    }
  }

  /**
   * The addition is complete, or right in the subgroup of odd order: with a = -1, p = 3 modulo 4
   * and d a square, two points of order four lie at infinity. There the engine multiplies by the
   * cofactor before it adds; a cofactor of 4 says that no point of order eight exists.
   */
  private void edwards() {
    boolean minusOne = a.equals(minus(1));
    demand(minusOne || a.equals(BigInteger.ONE), "model", "a must be 1 or -1");
    demand(!b.equals(a) && b.signum() != 0, "model", "the curve is singular");
    boolean complete = Residues.isSquare(a, p) && !Residues.isSquare(b, p);
    boolean completeInSubgroup =
        minusOne && p.testBit(1) && Residues.isSquare(b, p) && card.cofactor() == 4;
    demand(
        complete || completeInSubgroup,
        "model",
        "the addition is not complete: a must be a square and d none,"
            + " or a = -1, p = 3 modulo 4, d a square and the cofactor 4");
  }

  /** The engine's complete formulas are for a = -3 and a group of odd order. */
  private void weierstrass() {
    demand(a.equals(minus(3)), "model", "a must be -3");
    demand(card.cofactor() == 1, "cofactor", "must be 1");
    BigInteger discriminant = a.pow(3).shiftLeft(2).add(b.pow(2).multiply(BigInteger.valueOf(27)));
    demand(discriminant.mod(p).signum() != 0, "model", "the curve is singular");
  }

  private BigInteger minus(int k) {
    return p.subtract(BigInteger.valueOf(k));
  }

  private void base() {
    Group group = Group.of(card);
    demand(group.contains(card.base()), "base", "is not on the curve");
    demand(!group.isNeutral(group.projective(card.base())), "base", "is the neutral element");
    demand(
        group.isNeutral(group.multiply(card.order(), card.base())),
        "order",
        "order times base is not the neutral element");
  }

  /** Hasse: |group order - (p + 1)| is at most 2 sqrt(p), and few multiples of the order are. */
  private void groupOrder() {
    BigInteger cofactor = BigInteger.valueOf(card.cofactor());
    BigInteger trace = p.add(BigInteger.ONE).subtract(card.order().multiply(cofactor));
    demand(cofactor.bitCount() == 1, "cofactor", "is not a power of two");
    demand(cofactor.bitLength() <= 8, "cofactor", "is above 128: the engine keeps it in a byte");
    demand(
        trace.multiply(trace).compareTo(p.shiftLeft(2)) <= 0,
        "cofactor",
        "cofactor times order is outside Hasse's interval");
    demand(
        card.order().pow(2).compareTo(p.shiftLeft(4)) > 0, "order", "is too small for the prime");
  }

  /** Nothing carries discrete logarithms to where they are easy. */
  private void transfers() {
    BigInteger order = card.order();
    demand(!order.equals(p), "order", "equals the prime: logarithms are easy");
    BigInteger power = BigInteger.ONE;
    for (int degree = 1; degree < LEAST_EMBEDDING_DEGREE; degree++) {
      power = power.multiply(p).mod(order);
      demand(!power.equals(BigInteger.ONE), "order", "the embedding degree is " + degree);
    }
  }

  private void demand(boolean condition, String key, String problem) {
    if (!condition) {
      throw card.error(key, problem);
    }
  }
}
