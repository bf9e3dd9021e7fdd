package io.kexd.crypto.gen.card;

import java.math.BigInteger;

/**
 * Numbers as the papers write them: {@code 2^255 - 19}, {@code 2^252 + 0x14de...}, {@code
 * -121665/121666}. A formula is a sum of terms; a term is a power or a fraction of two powers; a
 * power is a number, or a number to a number. Fractions only make sense modulo a prime.
 */
public final class Formula {
  /** Larger exponents are typing errors. */
  private static final int MOST_EXPONENT = 4096;

  private final String text;
  private int position;

  private Formula(String text) {
    this.text = text.replace(" ", "");
  }

  /** The value of a formula without fractions. */
  public static BigInteger integer(String text) {
    Fraction value = new Formula(text).parse();
    if (!value.denominator.equals(BigInteger.ONE)) {
      throw new CardException("'" + text + "' must be an integer");
    }
    return value.numerator;
  }

  /** The value of a formula modulo a prime, from 0 to prime - 1. */
  public static BigInteger modulo(String text, BigInteger prime) {
    Fraction value = new Formula(text).parse();
    if (!value.denominator.gcd(prime).equals(BigInteger.ONE)) {
      throw new CardException("'" + text + "' divides by zero, or the prime is none");
    }
    return value.numerator.multiply(value.denominator.modInverse(prime)).mod(prime);
  }

  private Fraction parse() {
    Fraction sum = term(takes('-'));
    while (position < text.length()) {
      if (takes('+')) {
        sum = sum.plus(term(false));
      } else if (takes('-')) {
        sum = sum.plus(term(true));
      } else {
        throw unreadable();
      }
    }
    return sum;
  }

  private Fraction term(boolean negative) {
    BigInteger numerator = power();
    BigInteger denominator = takes('/') ? power() : BigInteger.ONE;
    if (denominator.signum() == 0) {
      throw unreadable();
    }
    return new Fraction(negative ? numerator.negate() : numerator, denominator);
  }

  private BigInteger power() {
    BigInteger base = number();
    if (!takes('^')) {
      return base;
    }
    BigInteger exponent = number();
    if (exponent.compareTo(BigInteger.valueOf(MOST_EXPONENT)) > 0) {
      throw unreadable();
    }
    return base.pow(exponent.intValueExact());
  }

  private BigInteger number() {
    int base = text.startsWith("0x", position) ? 16 : 10;
    int start = base == 16 ? position + 2 : position;
    position = start;
    while (position < text.length() && Character.digit(text.charAt(position), base) >= 0) {
      position++;
    }
    if (position == start) {
      throw unreadable();
    }
    return new BigInteger(text.substring(start, position), base);
  }

  private boolean takes(char c) {
    boolean here = position < text.length() && text.charAt(position) == c;
    if (here) {
      position++;
    }
    return here;
  }

  private CardException unreadable() {
    return new CardException(
        "'%s' cannot be read from its character %d on".formatted(text, position + 1));
  }

  private record Fraction(BigInteger numerator, BigInteger denominator) {
    Fraction plus(Fraction other) {
      return new Fraction(
          numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
          denominator.multiply(other.denominator));
    }
  }
}
