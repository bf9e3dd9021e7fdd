package io.kexd.crypto.gen.curve;

import io.kexd.crypto.gen.card.Card;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;

/**
 * Multiples of the base point B for signed odd windows of w bits, one table per window, so that no
 * doubling is needed: for window i and j = 0 .. 2^(w-1) - 1 the point (x, y) = [(2 j + 1) 2^(w i)]B
 * as y + x, y - x, 2 d x y. Each is reduced, little-endian, as long as an encoded element: the
 * table knows neither limbs nor lanes.
 *
 * @param window bits w of a window
 * @param windows how many: enough for a scalar below the order, plus the order, which makes it odd
 */
public record CombTable(int window, int windows) {
  public static CombTable of(Card card) {
    int bits = card.order().bitLength() + 1;
    int window = card.combWindow();
    if (window < 2 || window > 8) {
      throw card.error("comb", "a window has 2 to 8 bits");
    }
    return new CombTable(window, (bits + window - 1) / window);
  }

  /** The table of that card's base point. */
  public byte[] bytes(Card card) {
    EdwardsCurve curve = new EdwardsCurve(card.prime(), card.a(), card.d());
    EdwardsCurve.Point base = new EdwardsCurve.Point(card.baseX(), card.baseY());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < windows; i++) {
      EdwardsCurve.Point twice = curve.add(base, base);
      EdwardsCurve.Point multiple = base;
      for (int j = 0; j < 1 << (window - 1); j++) {
        write(out, card, multiple);
        multiple = curve.add(multiple, twice);
      }
      base = curve.multiply(BigInteger.ONE.shiftLeft(window), base);
    }
    return out.toByteArray();
  }

  private static void write(ByteArrayOutputStream out, Card card, EdwardsCurve.Point point) {
    out.writeBytes(LittleEndian.of(card.prime(), point.x()));
    out.writeBytes(LittleEndian.of(card.prime(), point.y()));
  }
}
