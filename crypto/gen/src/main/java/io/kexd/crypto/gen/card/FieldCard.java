package io.kexd.crypto.gen.card;

import java.math.BigInteger;

/**
 * The lines that every card has. A card that has no others is a field without a curve, for
 * benchmarks.
 *
 * @param file where it was read from
 * @param id the file's name without {@code .curve}
 * @param formula the prime as the card writes it
 * @param prime of the coordinates' field
 * @param field its class and limb plan
 * @param source where the parameters come from
 */
public record FieldCard(
    CardFile file, String id, String formula, BigInteger prime, FieldPlan field, String source) {
  private static final String SUFFIX = ".curve";

  /** Reads a card that has no other lines; {@link CardException} names file, line and key. */
  public static FieldCard read(CardFile file) {
    FieldCard card = common(file);
    file.end();
    return card;
  }

  static FieldCard common(CardFile file) {
    if (!file.name().endsWith(SUFFIX)) {
      throw new CardException(file.name() + ": a card's name ends in " + SUFFIX);
    }
    Entry prime = file.take("prime");
    if (prime.integer().compareTo(BigInteger.valueOf(5)) < 0) {
      throw prime.error(prime.integer() + " is too small");
    }
    return new FieldCard(
        file,
        file.name().substring(0, file.name().length() - SUFFIX.length()),
        prime.value(),
        prime.integer(),
        FieldPlan.read(file.take("field")),
        file.take("source").value());
  }
}
