package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.kexd.crypto.gen.Cards;
import io.kexd.crypto.gen.card.Card;
import java.math.BigInteger;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Every entry against a scalar multiplication in extended coordinates, which the table never uses.
 */
class CombTableTest {
  private static final Card CARD = Cards.read(Cards.curve25519());
  private static final BigInteger P = CARD.prime();
  private static final CombTable COMB = CombTable.of(CARD);
  private static final byte[] TABLE = COMB.bytes(CARD);

  @Test
  void shape() {
    assertEquals(new CombTable(5, 51), COMB);
    assertEquals(51 * 16 * 3 * 32, TABLE.length);
  }

  @Test
  void everyEntryIsTheMultipleItShouldBe() {
    for (int i = 0; i < COMB.windows(); i++) {
      for (int j = 0; j < 16; j++) {
        BigInteger k = BigInteger.valueOf(2 * j + 1).shiftLeft(COMB.window() * i);
        assertArrayEquals(niels(k), entry(16 * i + j), "window " + i + ", entry " + j);
      }
    }
  }

  private static byte[] entry(int number) {
    return Arrays.copyOfRange(TABLE, 96 * number, 96 * (number + 1));
  }

  private static byte[] niels(BigInteger k) {
    BigInteger[] point = multiply(k);
    BigInteger inverse = point[2].modInverse(P);
    BigInteger x = point[0].multiply(inverse);
    BigInteger y = point[1].multiply(inverse);
    byte[] bytes = new byte[96];
    write(bytes, 0, y.add(x));
    write(bytes, 32, y.subtract(x));
    write(bytes, 64, x.multiply(y).multiply(CARD.d()).shiftLeft(1));
    return bytes;
  }

  private static void write(byte[] bytes, int offset, BigInteger number) {
    byte[] bigEndian = number.mod(P).toByteArray();
    for (int i = 0; i < bigEndian.length && i < 32; i++) {
      bytes[offset + i] = bigEndian[bigEndian.length - 1 - i];
    }
  }

  /** X, Y, Z, T of [k]B, from right to left. */
  private static BigInteger[] multiply(BigInteger k) {
    BigInteger[] sum = {BigInteger.ZERO, BigInteger.ONE, BigInteger.ONE, BigInteger.ZERO};
    BigInteger x = CARD.baseX();
    BigInteger y = CARD.baseY();
    BigInteger[] power = {x, y, BigInteger.ONE, x.multiply(y).mod(P)};
    for (int i = 0; i < k.bitLength(); i++) {
      if (k.testBit(i)) {
        sum = add(sum, power);
      }
      power = add(power, power);
    }
    return sum;
  }

  /** RFC 8032 section 5.1.4. */
  private static BigInteger[] add(BigInteger[] p, BigInteger[] q) {
    BigInteger a = p[1].subtract(p[0]).multiply(q[1].subtract(q[0]));
    BigInteger b = p[1].add(p[0]).multiply(q[1].add(q[0]));
    BigInteger c = p[3].shiftLeft(1).multiply(CARD.d()).multiply(q[3]);
    BigInteger d = p[2].shiftLeft(1).multiply(q[2]);
    BigInteger e = b.subtract(a);
    BigInteger f = d.subtract(c);
    BigInteger g = d.add(c);
    BigInteger h = b.add(a);
    return new BigInteger[] {
      e.multiply(f).mod(P), g.multiply(h).mod(P), f.multiply(g).mod(P), e.multiply(h).mod(P)
    };
  }
}
