package io.kexd.crypto.gen.card;

import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A value made of words: perhaps a name, then attributes {@code name=value}. Each attribute is
 * taken once; {@link #end} refuses those that nobody took.
 */
public final class Words {
  private final Entry entry;
  private String name = "";
  private final Map<String, String> attributes = new LinkedHashMap<>();

  Words(Entry entry) {
    this.entry = entry;
    for (String word : entry.value().split("\\s+", -1)) {
      int equals = word.indexOf('=');
      if (equals < 0 && name.isEmpty() && attributes.isEmpty()) {
        name = word;
      } else if (equals <= 0 || equals == word.length() - 1) {
        throw entry.error("'" + word + "' is not of the form attribute=value");
      } else if (attributes.put(word.substring(0, equals), word.substring(equals + 1)) != null) {
        throw entry.error("attribute '" + word.substring(0, equals) + "' stands twice");
      }
    }
  }

  /** The first word. */
  public String name() {
    if (name.isEmpty()) {
      throw entry.error("a name is missing before the attributes");
    }
    return name;
  }

  /** An attribute that must be there. */
  public String text(String attribute) {
    return optional(attribute)
        .orElseThrow(() -> entry.error("attribute '" + attribute + "' is missing"));
  }

  /** Whether an attribute is there. */
  public boolean has(String attribute) {
    return attributes.containsKey(attribute);
  }

  /** An attribute that may be there. */
  public Optional<String> optional(String attribute) {
    return Optional.ofNullable(attributes.remove(attribute));
  }

  /** An attribute as an integer formula whose absolute value is below 2^bits. */
  public BigInteger integer(String attribute, int bits) {
    BigInteger value = number(attribute, Formula::integer);
    if (value.abs().bitLength() > bits) {
      throw entry.error(attribute + ": " + value + " is out of range");
    }
    return value;
  }

  /** An attribute as a formula modulo a prime; fractions are allowed. */
  public BigInteger modulo(String attribute, BigInteger prime) {
    return number(attribute, formula -> Formula.modulo(formula, prime));
  }

  private BigInteger number(String attribute, Reader reader) {
    String formula = text(attribute);
    try {
      return reader.read(formula);
    } catch (CardException e) {
      throw entry.error(attribute + ": " + e.getMessage());
    }
  }

  /** Refuses attributes that were not taken. */
  public void end() {
    if (!attributes.isEmpty()) {
      String first = attributes.keySet().iterator().next();
      throw entry.error("attribute '" + first + "' is not supported by this generator");
    }
  }

  private interface Reader {
    BigInteger read(String formula);
  }
}
