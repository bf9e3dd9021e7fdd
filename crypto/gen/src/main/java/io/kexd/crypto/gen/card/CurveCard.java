package io.kexd.crypto.gen.card;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;

/**
 * What a curve's card says. Field elements are reduced modulo the prime. Nothing is checked here
 * but the form; {@code CurveCheck} checks the mathematics.
 *
 * @param common the lines that every card has
 * @param equation of the curve
 * @param cofactor the group's order divided by {@code order}
 * @param order of the base point
 * @param scalars the order field's class and limb plan
 * @param base the base point
 * @param ladder the Montgomery form, where schemes use it
 * @param comb bits of a window of the fixed-base tables
 * @param schemes what is computed on the curve
 */
public record CurveCard(
    FieldCard common,
    Equation equation,
    int cofactor,
    BigInteger order,
    FieldPlan scalars,
    Point base,
    Optional<Ladder> ladder,
    CombWindows comb,
    List<Scheme> schemes) {

  static final String SCHEME = "scheme.";

  /** Whether the file has a curve: the line of its model tells. */
  public static boolean isCurve(CardFile file) {
    return file.has("model");
  }

  /** Reads a card; {@link CardException} names file, line and key. */
  public static CurveCard read(CardFile file) {
    FieldCard common = FieldCard.common(file);
    BigInteger prime = common.prime();
    Words baseWords = file.take("base").words();
    Point base = Point.read(baseWords, prime);
    baseWords.end();
    CurveCard card =
        new CurveCard(
            common,
            Equation.read(file.take("model"), prime),
            small(file.take("cofactor")),
            file.take("order").integer(),
            FieldPlan.read(file.take("scalars")),
            base,
            file.has("ladder")
                ? Optional.of(Ladder.read(file.take("ladder"), prime, base))
                : Optional.empty(),
            CombWindows.read(file.take("comb")),
            schemes(file));
    file.end();
    card.demandSchemes();
    return card;
  }

  private void demandSchemes() {
    boolean edwards = equation.model() == Equation.Model.EDWARDS;
    for (Scheme scheme : schemes) {
      boolean possible =
          switch (scheme.kind()) {
            case "xdh" -> ladder.isPresent();
            case "ecdh", "ecdsa" -> !edwards;
            default -> edwards;
          };
      if (!possible) {
        throw error(SCHEME + scheme.id(), scheme.kind() + " does not fit the curve's model");
      }
    }
  }

  private static List<Scheme> schemes(CardFile file) {
    List<Scheme> schemes = file.takeAll(SCHEME).stream().map(Scheme::read).toList();
    if (schemes.isEmpty()) {
      throw new CardException(file.name() + ": no key 'scheme.<id>'");
    }
    return schemes;
  }

  private static int small(Entry entry) {
    BigInteger value = entry.integer();
    if (value.signum() <= 0 || value.bitLength() > 10) {
      throw entry.error(value + " is out of range");
    }
    return value.intValueExact();
  }

  public String id() {
    return common.id();
  }

  public BigInteger prime() {
    return common.prime();
  }

  /** An error about what the card says under that key. */
  public CardException error(String key, String problem) {
    return common.file().take(key).error(problem);
  }
}
