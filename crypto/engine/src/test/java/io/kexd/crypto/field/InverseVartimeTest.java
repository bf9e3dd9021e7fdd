package io.kexd.crypto.field;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against BigInteger. */
class InverseVartimeTest {
  private static final long SEED = 30;

  /** All numbers below small primes, at an offset; nothing around them changes. */
  @ParameterizedTest
  @ValueSource(ints = {3, 5, 17, 251, 257, 1021})
  void allNumbers(int prime) {
    BigInteger modulus = BigInteger.valueOf(prime);
    InverseVartime inverse = new InverseVartime(modulus);
    for (int i = 0; i < prime; i++) {
      check(inverse, modulus, BigInteger.valueOf(i));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {30, 31, 59, 60, 61, 89, 90, 249, 256, 384, 446, 521})
  void randomNumbersAndTheLargest(int bits) {
    Random random = new Random(SEED);
    for (int i = 0; i < 20; i++) {
      BigInteger modulus = BigInteger.probablePrime(bits, random);
      InverseVartime inverse = new InverseVartime(modulus);
      check(inverse, modulus, BigInteger.ZERO);
      check(inverse, modulus, BigInteger.ONE);
      check(inverse, modulus, modulus.subtract(BigInteger.ONE));
      check(inverse, modulus, modulus.shiftRight(1));
      for (int j = 0; j < 50; j++) {
        check(inverse, modulus, new BigInteger(bits + 8, random).mod(modulus));
      }
    }
  }

  private static void check(InverseVartime inverse, BigInteger modulus, BigInteger number) {
    int size = (modulus.bitLength() + 7) / 8;
    byte[] bytes = new byte[size + 4];
    Arrays.fill(bytes, (byte) 0x5a);
    byte[] expected = bytes.clone();
    System.arraycopy(LittleEndian.of(number, size), 0, bytes, 2, size);
    BigInteger result = number.signum() == 0 ? number : number.modInverse(modulus);
    System.arraycopy(LittleEndian.of(result, size), 0, expected, 2, size);
    inverse.invert(bytes, 2);
    assertArrayEquals(expected, bytes, () -> number + " modulo " + modulus);
  }
}
