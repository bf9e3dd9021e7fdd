package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.Card;
import io.kexd.crypto.gen.card.CardException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One wrong digit anywhere in a card, and no kernel is made. */
class CurveCheckTest {
  @Test
  void curve25519IsRight() {
    Card card = Cards.read(Cards.curve25519());
    assertDoesNotThrow(() -> CurveCheck.check(card));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2^255 - 19   | 2^255 - 21    | 4: prime: is not prime
          5cf5d3ed     | 5cf5d3ef      | 10: order: is not prime
          0x14def9dea2f79cd65812631a5cf5d3ed | 421 | 10: order: order times base is not the neutral element
          a=-1         | a=1           | 8: model: only a=-1 is supported by this generator
          -121665/     | -121664/      | 12: base: is not on the curve
          d=-121665/121666 | d=4       | 8: model: the addition is not complete: a must be a square and d none
          25d51a       | 25d51b        | 12: base: is not on the curve
          y=4/5        | y=3/5         | 12: base: is not on the curve
          x=0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a y=4/5 | x=0 y=1 | 12: base: is the neutral element
          x=0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a y=4/5 | x=0 y=-1 | 10: order: order times base is not the neutral element
          cofactor = 8 | cofactor = 16 | 9: cofactor: cofactor times order is outside Hasse's interval
          cofactor = 8 | cofactor = 6  | 9: cofactor: is not a power of two
          A=486662     | A=486666      | 15: ladder: A does not belong to the Edwards curve
          u=9          | u=16          | 15: ladder: u is not the image of the Edwards base point
          """)
  void wrongCards(String old, String replacement, String message) {
    Card card = Cards.read(Cards.curve25519With(old, replacement));
    CardException refused = assertThrows(CardException.class, () -> CurveCheck.check(card));
    assertEquals("curve25519.curve:" + message, refused.getMessage());
  }
}
