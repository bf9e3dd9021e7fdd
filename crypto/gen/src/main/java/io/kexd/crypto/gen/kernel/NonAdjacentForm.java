package io.kexd.crypto.gen.kernel;

import static java.util.stream.Collectors.joining;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/** The signed binary form with the fewest digits: 2^8 - 1 rather than eight ones. */
final class NonAdjacentForm {
  private NonAdjacentForm() {}

  /** Powers of two and their negatives whose sum is the number, largest first. */
  static List<BigInteger> of(BigInteger number) {
    List<BigInteger> terms = new ArrayList<>();
    BigInteger rest = number;
    while (rest.signum() != 0) {
      int low = rest.getLowestSetBit();
      BigInteger term = Interval.power(low);
      if (rest.testBit(low + 1)) {
        term = term.negate();
      }
      terms.add(0, term);
      rest = rest.subtract(term);
    }
    return terms;
  }

  /** For people: {@code 317}, {@code 2^224 + 1}, {@code a number of 128 bits}. */
  static String text(BigInteger number) {
    List<BigInteger> terms = of(number);
    if (number.bitLength() <= 16) {
      return number.toString();
    }
    if (terms.size() > 8) {
      return "a number of " + number.bitLength() + " bits";
    }
    return terms.stream()
        .map(t -> (t.signum() < 0 ? "- " : "+ ") + power(t.getLowestSetBit()))
        .collect(joining(" "))
        .replaceFirst("^\\+ ", "");
  }

  private static String power(int exponent) {
    return exponent == 0 ? "1" : "2^" + exponent;
  }
}
