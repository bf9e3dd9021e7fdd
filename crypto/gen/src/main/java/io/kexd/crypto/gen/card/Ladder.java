package io.kexd.crypto.gen.card;

import java.math.BigInteger;
import java.util.Locale;

/**
 * The Montgomery form of an Edwards curve: {@code A=-9402 u=2 map=iso4 x=... y=...}.
 *
 * @param bigA of v^2 = u^3 + A u^2 + u, an integer near zero
 * @param u of the ladder's base point
 * @param map how Edwards points map to u
 * @param base the Edwards point over u: x and y, or the card's base point where they are left out
 */
public record Ladder(long bigA, BigInteger u, Map map, Point base) {
  private static final int BITS = 22;

  /** |(A - 2) / 4| is below this: a constant that mulSmall takes. */
  private static final long LIMIT = 1 << 20;

  /** How Edwards points map to the ladder curve. */
  public enum Map {
    /** u = (1 + y) / (1 - y). */
    BIRATIONAL,
    /** u = y^2 / x^2. */
    ISO4
  }

  static Ladder read(Entry entry, BigInteger prime, Point base) {
    Words words = entry.words();
    Ladder ladder =
        new Ladder(
            bigA(entry, words),
            words.modulo("u", prime),
            map(entry, words.text("map")),
            words.has("x") || words.has("y") ? Point.read(words, prime) : base);
    words.end();
    return ladder;
  }

  private static long bigA(Entry entry, Words words) {
    long bigA = words.integer("A", BITS).longValueExact();
    if (Math.abs((bigA - 2) / 4) >= LIMIT) {
      throw entry.error("A: " + bigA + " is out of range");
    }
    return bigA;
  }

  private static Map map(Entry entry, String name) {
    for (Map map : Map.values()) {
      if (map.name().toLowerCase(Locale.ROOT).equals(name)) {
        return map;
      }
    }
    throw entry.error("map=" + name + " is neither birational nor iso4");
  }
}
