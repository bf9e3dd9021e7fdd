package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.Card;
import io.kexd.crypto.gen.card.CardException;
import java.math.BigInteger;

/** Checks a card's mathematics: a wrong digit must not become a kernel. */
public final class CurveCheck {
  /** Rounds of Miller-Rabin: error below 2^-100, and a Lucas test beside it. */
  private static final int CERTAINTY = 100;

  private final Card card;
  private final BigInteger p;

  private CurveCheck(Card card) {
    this.card = card;
    this.p = card.prime();
  }

  /** Throws {@link CardException} with one line on what is wrong. */
  public static void check(Card card) {
    CurveCheck check = new CurveCheck(card);
    check.primes();
    check.model();
    check.base();
    check.groupOrder();
    check.ladder();
  }

  private void primes() {
    demand(p.isProbablePrime(CERTAINTY), "prime", "is not prime");
    demand(card.order().isProbablePrime(CERTAINTY), "order", "is not prime");
  }

  private void model() {
    BigInteger minusOne = p.subtract(BigInteger.ONE);
    demand(card.a().equals(minusOne), "model", "only a=-1 is supported by this generator");
    boolean complete = Residues.isSquare(card.a(), p) && !Residues.isSquare(card.d(), p);
    demand(complete, "model", "the addition is not complete: a must be a square and d none");
  }

  private void base() {
    EdwardsCurve curve = new EdwardsCurve(p, card.a(), card.d());
    EdwardsCurve.Point base = new EdwardsCurve.Point(card.baseX(), card.baseY());
    demand(curve.contains(base), "base", "is not on the curve");
    demand(!base.equals(EdwardsCurve.IDENTITY), "base", "is the neutral element");
    demand(
        curve.multiply(card.order(), base).equals(EdwardsCurve.IDENTITY),
        "order",
        "order times base is not the neutral element");
  }

  /** Hasse: |group order - (p + 1)| is at most 2 sqrt(p), and few multiples of the order are. */
  private void groupOrder() {
    BigInteger cofactor = BigInteger.valueOf(card.cofactor());
    BigInteger trace = p.add(BigInteger.ONE).subtract(card.order().multiply(cofactor));
    demand(cofactor.bitCount() == 1, "cofactor", "is not a power of two");
    demand(
        trace.multiply(trace).compareTo(p.shiftLeft(2)) <= 0,
        "cofactor",
        "cofactor times order is outside Hasse's interval");
    demand(
        card.order().pow(2).compareTo(p.shiftLeft(4)) > 0, "order", "is too small for the prime");
  }

  /** Bernstein and others, eprint 2008/013, theorem 3.2: A = 2 (a + d) / (a - d). */
  private void ladder() {
    BigInteger bigA = BigInteger.valueOf(card.ladderA());
    BigInteger left = bigA.multiply(card.a().subtract(card.d()));
    BigInteger right = card.a().add(card.d()).shiftLeft(1);
    demand(isZero(left.subtract(right)), "ladder", "A does not belong to the Edwards curve");
    BigInteger u = card.ladderU().multiply(BigInteger.ONE.subtract(card.baseY()));
    BigInteger image = BigInteger.ONE.add(card.baseY());
    demand(isZero(u.subtract(image)), "ladder", "u is not the image of the Edwards base point");
    demand(card.ladderA() % 4 == 2, "ladder", "(A - 2) / 4 is not an integer");
  }

  private boolean isZero(BigInteger x) {
    return x.mod(p).signum() == 0;
  }

  private void demand(boolean condition, String key, String problem) {
    if (!condition) {
      throw card.error(key, problem);
    }
  }
}
