package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Equation;
import io.kexd.crypto.gen.card.Ladder;
import io.kexd.crypto.gen.card.Point;
import java.math.BigInteger;

/** Checks a card's ladder against its Edwards curve. */
final class LadderCheck {
  /** All in a scalar's first byte. */
  private static final int MOST_CLEAR_BITS = 7;

  private final CurveCard card;
  private final Ladder ladder;
  private final BigInteger p;
  private final BigInteger a;
  private final BigInteger d;

  private LadderCheck(CurveCard card, Ladder ladder) {
    this.card = card;
    this.ladder = ladder;
    this.p = card.prime();
    this.a = card.equation().a();
    this.d = card.equation().b();
  }

  /** The curve itself has been checked. */
  static void check(CurveCard card, Ladder ladder) {
    LadderCheck check = new LadderCheck(card, ladder);
    check.demand(
        card.equation().model() == Equation.Model.EDWARDS, "needs an Edwards curve to map from");
    check.base();
    switch (ladder.map()) {
      case BIRATIONAL -> check.birational();
      case ISO4 -> check.isogeny();
    }
    check.demand(Math.floorMod(ladder.bigA(), 4) == 2, "(A - 2) / 4 is not an integer");
    check.demand(
        Twist.of(card).clearBits(card) <= MOST_CLEAR_BITS,
        "the twist's cofactor is above 128: scalars are cleared in one byte");
  }

  private void base() {
    Group group = Group.of(card);
    demand(group.contains(ladder.base()), "x, y is not on the curve");
    demand(
        group.isNeutral(group.multiply(card.order(), ladder.base()))
            && !ladder.base().x().equals(BigInteger.ZERO),
        "x, y is not of the base point's order");
  }

  /**
   * Bernstein and others, eprint 2008/013, theorem 3.2: A = 2 (a + d) / (a - d), and the curve is B
   * v^2 = u^3 + A u^2 + u with B = 4 / (a - d), which is the ladder's where B is a square.
   */
  private void birational() {
    Point base = ladder.base();
    BigInteger difference = a.subtract(d);
    demandEqual(bigA().multiply(difference), a.add(d).shiftLeft(1), "A = 2 (a + d) / (a - d)");
    demand(Residues.isSquare(difference.mod(p), p), "is the twist of the Edwards curve");
    demandEqual(
        ladder.u().multiply(BigInteger.ONE.subtract(base.y())),
        BigInteger.ONE.add(base.y()),
        "u = (1 + y) / (1 - y)");
  }

  /** RFC 7748 section 4.2: A = 2 a - 4 d, for a = 1 or -1. */
  private void isogeny() {
    Point base = ladder.base();
    demandEqual(bigA(), a.shiftLeft(1).subtract(d.shiftLeft(2)), "A = 2 a - 4 d");
    demandEqual(ladder.u().multiply(base.x().pow(2)), base.y().pow(2), "u = y^2 / x^2");
  }

  private BigInteger bigA() {
    return BigInteger.valueOf(ladder.bigA());
  }

  private void demandEqual(BigInteger left, BigInteger right, String equation) {
    demand(left.subtract(right).mod(p).signum() == 0, "does not satisfy " + equation);
  }

  private void demand(boolean condition, String problem) {
    if (!condition) {
      throw card.error("ladder", problem);
    }
  }
}
