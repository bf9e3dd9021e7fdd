package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.CurveCard;
import io.kexd.crypto.gen.card.Point;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every entry of every table against affine additions, which the tables never use. */
class CombTableTest {
  static List<CurveCard> cards() {
    return Cards.curves();
  }

  @Test
  void theTableOfCurve25519() {
    CurveCard card = Cards.read(Cards.curve25519());
    CombTable comb = CombTable.of(card, card.comb().one());
    assertEquals("io/kexd/crypto/curve25519.comb", comb.resource);
    assertEquals(5, comb.window);
    assertEquals(51, comb.windows);
    assertEquals(51 * 16 * 2 * 32, comb.bytes().length);
    assertSame(comb, CombTable.of(card, card.ladder().orElseThrow(), comb));
  }

  @ParameterizedTest
  @MethodSource("cards")
  void everyEntryIsTheMultipleItShouldBe(CurveCard card) {
    CombTable comb = CombTable.of(card, card.comb().one());
    assertTable(card, comb, card.base());
    card.ladder().ifPresent(l -> assertTable(card, CombTable.of(card, l, comb), l.base()));
  }

  private static void assertTable(CurveCard card, CombTable comb, Point base) {
    Affine curve = new Affine(card);
    byte[] table = comb.bytes();
    int bytes = (card.prime().bitLength() + 7) / 8;
    int entries = 1 << (comb.window - 1);
    assertEquals(comb.windows * entries * 2 * bytes, table.length);
    Point first = base;
    for (int i = 0; i < comb.windows; i++) {
      Point twice = curve.add(first, first);
      Point multiple = first;
      for (int j = 0; j < entries; j++) {
        int at = (i * entries + j) * 2 * bytes;
        byte[] expected = new byte[2 * bytes];
        System.arraycopy(LittleEndian.of(card.prime(), multiple.x()), 0, expected, 0, bytes);
        System.arraycopy(LittleEndian.of(card.prime(), multiple.y()), 0, expected, bytes, bytes);
        assertArrayEquals(expected, Arrays.copyOfRange(table, at, at + 2 * bytes));
        multiple = curve.add(multiple, twice);
      }
      // The last multiple is [2^w + 1]first.
      first = curve.add(multiple, curve.negative(first));
    }
    assertEquals(0, card.order().shiftRight(comb.window * comb.windows - 1).signum());
  }
}
