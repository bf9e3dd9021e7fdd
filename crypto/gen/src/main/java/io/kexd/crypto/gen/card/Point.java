package io.kexd.crypto.gen.card;

import java.math.BigInteger;

/** A point of a curve that is not at infinity. */
public record Point(BigInteger x, BigInteger y) {
  static Point read(Words words, BigInteger prime) {
    return new Point(words.modulo("x", prime), words.modulo("y", prime));
  }
}
