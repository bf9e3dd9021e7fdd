package io.kexd.crypto.gen.card;

import java.math.BigInteger;

/**
 * One line of a card. Readers of its value name the place in their errors.
 *
 * @param place file and line, {@code curve25519.curve:12}
 * @param key left of the equals sign
 * @param value right of it
 */
public record Entry(String place, String key, String value) {
  /** An error about this line: {@code curve25519.curve:12: order: is not prime}. */
  public CardException error(String problem) {
    return new CardException(place + ": " + key + ": " + problem);
  }

  /** The value as an integer formula. */
  public BigInteger integer() {
    try {
      return Formula.integer(value);
    } catch (CardException e) {
      throw error(e.getMessage());
    }
  }

  /** The value as words: {@code edwards a=-1 d=7}. */
  public Words words() {
    return new Words(this);
  }
}
