package io.kexd.crypto.gen.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigInteger;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResiduesTest {
  /** 3 mod 4, 5 mod 8, and with many factors of two in p - 1. */
  @ParameterizedTest
  @ValueSource(ints = {3, 7, 13, 17, 97, 257, 769})
  void everyResidue(int prime) {
    BigInteger p = BigInteger.valueOf(prime);
    Set<Integer> squares = new HashSet<>();
    for (int x = 0; x < prime; x++) {
      squares.add(x * x % prime);
    }
    for (int x = 0; x < prime; x++) {
      BigInteger number = BigInteger.valueOf(x);
      assertEquals(squares.contains(x), Residues.isSquare(number, p), x + " mod " + prime);
      BigInteger root = Residues.sqrt(number, p).orElse(BigInteger.valueOf(-1));
      boolean isRoot = root.pow(2).subtract(number).mod(p).signum() == 0 && root.signum() >= 0;
      assertEquals(squares.contains(x), isRoot, "root of " + x + " mod " + prime);
    }
  }
}
