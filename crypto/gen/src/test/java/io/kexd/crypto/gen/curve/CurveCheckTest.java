package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.CardException;
import io.kexd.crypto.gen.card.CardFile;
import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.FieldCard;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One wrong digit anywhere in a card, and no kernel is made. */
class CurveCheckTest {
  private static final Pattern NUMBER = Pattern.compile("0x[0-9a-f]+|(?<![A-Za-z0-9])[0-9]+");

  static Set<String> files() {
    return Cards.all().keySet();
  }

  private static void check(CardFile file) {
    if (CurveCard.isCurve(file)) {
      CurveCheck.check(CurveCard.read(file));
    } else {
      CurveCheck.check(FieldCard.read(file));
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void theCardIsRight(String name) {
    CardFile file = CardFile.parse(name, Cards.all().getOrDefault(name, List.of()));
    assertDoesNotThrow(() -> check(file));
  }

  /** Each number of each line that the mathematics ties to the others. */
  @ParameterizedTest
  @MethodSource("files")
  void oneWrongDigitIsRefused(String name) {
    List<String> lines = Cards.all().getOrDefault(name, List.of());
    int mutations = 0;
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).matches("(prime|model|cofactor|order|base|ladder) .*")) {
        for (String line : mutations(lines.get(i))) {
          List<String> wrong = new ArrayList<>(lines);
          wrong.set(i, line);
          mutations++;
          assertThrows(CardException.class, () -> check(CardFile.parse(name, wrong)), line);
        }
      }
    }
    assertTrue(mutations >= 2, "the card has numbers");
  }

  /** The line with the middle digit of one of its numbers raised by one, for each number. */
  private static List<String> mutations(String line) {
    return NUMBER
        .matcher(line)
        .results()
        .map(
            number -> {
              int digits = number.group().startsWith("0x") ? number.start() + 2 : number.start();
              int middle = (digits + number.end()) / 2;
              char digit = line.charAt(middle);
              char raised = digit == '9' || digit == 'f' ? '0' : (char) (digit + 1);
              return line.substring(0, middle) + raised + line.substring(middle + 1);
            })
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2^255 - 19   | 2^255 - 21    | 4: prime: is not prime
          5cf5d3ed     | 5cf5d3ef      | 10: order: is not prime
          0x14def9dea2f79cd65812631a5cf5d3ed | 421 | 10: order: order times base is not the neutral element
          a=-1         | a=2           | 8: model: a must be 1 or -1
          d=-121665/121666 | d=-1      | 8: model: the curve is singular
          -121665/     | -121664/      | 12: base: is not on the curve
          d=-121665/121666 | d=4       | 8: model: the addition is not complete: a must be a square and d none, or a = -1, p = 3 modulo 4, d a square and the cofactor 4
          25d51a       | 25d51b        | 12: base: is not on the curve
          y=4/5        | y=3/5         | 12: base: is not on the curve
          x=0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a y=4/5 | x=0 y=1 | 12: base: is the neutral element
          x=0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51a y=4/5 | x=0 y=-1 | 10: order: order times base is not the neutral element
          cofactor = 8 | cofactor = 16 | 9: cofactor: cofactor times order is outside Hasse's interval
          cofactor = 8 | cofactor = 256 | 9: cofactor: is above 128: the engine keeps it in a byte
          2^255 - 19   | 17            | 4: prime: is 1 modulo 8: the engine takes square roots modulo other primes only
          2^255 - 19   | 13            | 21: scheme.ed25519: rules=ed25519 is for points of 32 bytes: SHA-512 gives no more
          cofactor = 8 | cofactor = 6  | 9: cofactor: is not a power of two
          A=486662     | A=486666      | 15: ladder: does not satisfy A = 2 (a + d) / (a - d)
          u=9          | u=16          | 15: ladder: does not satisfy u = (1 + y) / (1 - y)
          map=birational | map=birational x=1 y=1 | 15: ladder: x, y is not on the curve
          map=birational | map=birational x=0 y=-1 | 15: ladder: x, y is not of the base point's order
          map=birational | map=birational x=0 y=1 | 15: ladder: x, y is not of the base point's order
          map=birational | map=iso4    | 15: ladder: does not satisfy A = 2 a - 4 d
          """)
  void wrongCards(String old, String replacement, String message) {
    CurveCard card = Cards.read(Cards.curve25519With(old, replacement));
    CardException refused = assertThrows(CardException.class, () -> CurveCheck.check(card));
    assertEquals("curve25519.curve:" + message, refused.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "a=-2 b=3, 8, 8: model: a must be -3",
    "a=-3 b=3, 8, 9: cofactor: must be 1",
    "a=-3 b=2, 1, 8: model: the curve is singular",
    "a=-3 b=3, 1, 12: base: is not on the curve"
  })
  void wrongWeierstrassCurves(String equation, String cofactor, String message) {
    List<String> lines =
        Cards.curve25519With("edwards a=-1 d=-121665/121666", "weierstrass " + equation);
    List<String> wrong = new ArrayList<>(Cards.with(lines, "= 8", "= " + cofactor));
    wrong.removeIf(line -> line.startsWith("scheme.ed25519"));
    CurveCard card = Cards.read(wrong);
    CardException refused = assertThrows(CardException.class, () -> CurveCheck.check(card));
    assertEquals("curve25519.curve:" + message, refused.getMessage());
  }
}
