package io.kexd.crypto.gen.card;

import java.math.BigInteger;

/**
 * A curve's equation: {@code edwards a=1 d=-39081} or {@code weierstrass a=-3 b=152961}.
 *
 * @param a first coefficient modulo the prime
 * @param b second coefficient modulo the prime, which Edwards curves call d
 */
public record Equation(Model model, BigInteger a, BigInteger b) {
  /** The form of an equation. */
  public enum Model {
    /** a x^2 + y^2 = 1 + d x^2 y^2. */
    EDWARDS,
    /** y^2 = x^3 + a x + b. */
    WEIERSTRASS
  }

  static Equation read(Entry entry, BigInteger prime) {
    Words words = entry.words();
    Model model =
        switch (words.name()) {
          case "edwards" -> Model.EDWARDS;
          case "weierstrass" -> Model.WEIERSTRASS;
          default ->
              throw entry.error("model " + words.name() + " is neither edwards nor weierstrass");
        };
    String second = model == Model.EDWARDS ? "d" : "b";
    Equation equation = new Equation(model, words.modulo("a", prime), words.modulo(second, prime));
    words.end();
    return equation;
  }
}
