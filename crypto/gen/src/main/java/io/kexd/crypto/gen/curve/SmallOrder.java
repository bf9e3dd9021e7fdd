package io.kexd.crypto.gen.curve;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Every u modulo p that belongs to a point of small order, on the ladder curve v^2 = u^3 + A u^2 +
 * u or on its twist. Cofactors of both are powers of two, so these are the points that doublings
 * bring to infinity: they are found by halving, beginning with the points of order two.
 *
 * <p>Doubling is u' = (u^2 - 1)^2 / (4 u (u^2 + A u + 1)). For a given u' this is a palindromic
 * equation of degree four in u, hence quadratic in w = u + 1/u: w^2 - 4 u' w - 4 (A u' + 1) = 0.
 */
final class SmallOrder {
  private final BigInteger p;
  private final BigInteger bigA;

  private SmallOrder(BigInteger p, long bigA) {
    this.p = p;
    this.bigA = BigInteger.valueOf(bigA);
  }

  /** The canonical values, ascending. */
  static List<BigInteger> of(BigInteger p, long bigA) {
    return List.copyOf(new SmallOrder(p, bigA).search());
  }

  private SortedSet<BigInteger> search() {
    SortedSet<BigInteger> found = new TreeSet<>();
    ArrayDeque<BigInteger> open = new ArrayDeque<>();
    open.add(BigInteger.ZERO);
    open.addAll(withInverse(bigA.negate()));
    while (!open.isEmpty()) {
      BigInteger u = open.remove();
      if (found.add(u)) {
        open.addAll(halves(u));
      }
    }
    return found;
  }

  private List<BigInteger> halves(BigInteger u) {
    BigInteger middle = u.shiftLeft(1);
    BigInteger discriminant = u.multiply(u).add(bigA.multiply(u)).add(BigInteger.ONE);
    return roots(middle, discriminant.shiftLeft(2)).stream()
        .flatMap(w -> withInverse(w).stream())
        .toList();
  }

  /** The u with u + 1/u = w: roots of u^2 - w u + 1. */
  private List<BigInteger> withInverse(BigInteger w) {
    BigInteger half = BigInteger.TWO.modInverse(p);
    BigInteger middle = w.multiply(half);
    return roots(middle, middle.multiply(middle).subtract(BigInteger.ONE));
  }

  /** middle +- sqrt(square), where they exist. */
  private List<BigInteger> roots(BigInteger middle, BigInteger square) {
    Optional<BigInteger> root = Residues.sqrt(square, p);
    return root.map(r -> List.of(middle.add(r).mod(p), middle.subtract(r).mod(p)))
        .orElse(List.of());
  }
}
