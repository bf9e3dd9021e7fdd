package io.kexd.crypto.gen.curve;

import java.math.BigInteger;
import java.util.Optional;

/** Squares and square roots modulo an odd prime. */
final class Residues {
  private Residues() {}

  /** Euler's criterion; zero counts as a square. */
  static boolean isSquare(BigInteger x, BigInteger p) {
    return !x.modPow(p.shiftRight(1), p).equals(p.subtract(BigInteger.ONE));
  }

  /** A square root, by Tonelli and Shanks; empty for a non-square. */
  static Optional<BigInteger> sqrt(BigInteger x, BigInteger p) {
    BigInteger square = x.mod(p);
    if (!isSquare(square, p)) {
      return Optional.empty();
    }
    int twos = p.subtract(BigInteger.ONE).getLowestSetBit();
    BigInteger odd = p.shiftRight(twos);
    BigInteger generator = nonSquare(p).modPow(odd, p);
    BigInteger root = square.modPow(odd.add(BigInteger.ONE).shiftRight(1), p);
    BigInteger error = square.modPow(odd, p);
    // root^2 = square * error, and error has order 2^i with i < twos: correct bit by bit.
    for (int i = twos - 2; i >= 0; i--) {
      if (!error.modPow(BigInteger.ONE.shiftLeft(i), p).equals(BigInteger.ONE)
          && square.signum() != 0) {
        root = root.multiply(generator).mod(p);
        error = error.multiply(generator).multiply(generator).mod(p);
      }
      generator = generator.multiply(generator).mod(p);
    }
    return Optional.of(root);
  }

  private static BigInteger nonSquare(BigInteger p) {
    BigInteger candidate = BigInteger.TWO;
    while (isSquare(candidate, p)) {
      candidate = candidate.add(BigInteger.ONE);
    }
    return candidate;
  }
}
