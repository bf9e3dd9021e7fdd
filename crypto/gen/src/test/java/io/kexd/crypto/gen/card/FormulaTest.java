package io.kexd.crypto.gen.card;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FormulaTest {
  private static final BigInteger SEVENTEEN = BigInteger.valueOf(17);

  @ParameterizedTest
  @CsvSource({
    "2^10 - 3, 1021",
    "2^8-2^4-1, 239",
    "0xff, 255",
    "2^4 + 0xAb, 187",
    "-39081, -39081",
    "-2^3 + 1, -7",
    "0, 0"
  })
  void integers(String formula, long value) {
    assertEquals(BigInteger.valueOf(value), Formula.integer(formula));
  }

  @ParameterizedTest
  @CsvSource({"1/2, 9", "-1/2, 8", "4/5, 11", "-1, 16", "3/2^2 + 1, 6", "34, 0"})
  void modulo(String formula, long value) {
    assertEquals(BigInteger.valueOf(value), Formula.modulo(formula, SEVENTEEN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "2^", "2^^3", "x", "0x", "2 *3", "1+", "--1", "2^99999", "1/0", "ff"})
  void unreadable(String formula) {
    CardException refused =
        assertThrows(CardException.class, () -> Formula.modulo(formula, SEVENTEEN));
    String shown = formula.replace(" ", "");
    assertTrue(refused.getMessage().startsWith("'" + shown + "' cannot be read from"));
  }

  @Test
  void aFractionIsNoInteger() {
    CardException refused = assertThrows(CardException.class, () -> Formula.integer("1/2"));
    assertEquals("'1/2' must be an integer", refused.getMessage());
  }

  @Test
  void aDenominatorMayVanishModuloThePrimeOnly() {
    CardException refused =
        assertThrows(CardException.class, () -> Formula.modulo("1/34", SEVENTEEN));
    assertEquals("'1/34' divides by zero, or the prime is none", refused.getMessage());
  }
}
