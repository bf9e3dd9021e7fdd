package io.kexd.crypto.gen.card;

import java.util.Optional;

/**
 * A field's class and how its elements are cut: {@code F25519 limbs=5x51 lanes=5x51}.
 *
 * @param className of the kernels of one lane
 * @param limbs of one lane
 * @param lanes those of kernels of several lanes, where there are such
 */
public record FieldPlan(String className, Limbs limbs, Optional<Limbs> lanes) {
  /** {@code count} limbs of {@code radix} bits. */
  public record Limbs(int count, int radix) {
    static Limbs read(Entry entry, String key, String text) {
      if (!text.matches("[1-9][0-9]?x[1-9][0-9]?")) {
        throw entry.error(key + "=" + text + " is not of the form 5x51, limbs times bits");
      }
      int x = text.indexOf('x');
      return new Limbs(
          Integer.parseInt(text.substring(0, x)), Integer.parseInt(text.substring(x + 1)));
    }
  }

  static FieldPlan read(Entry entry) {
    Words words = entry.words();
    Limbs limbs = Limbs.read(entry, "limbs", words.text("limbs"));
    if (!words.name().matches("[A-Z][A-Za-z0-9]*")) {
      throw entry.error("'" + words.name() + "' is not the name of a class");
    }
    Optional<Limbs> lanes = words.optional("lanes").map(text -> Limbs.read(entry, "lanes", text));
    words.end();
    return new FieldPlan(words.name(), limbs, lanes);
  }

  /** The class of the kernels of several lanes. */
  public String className(int lanes) {
    return className + "x" + lanes;
  }
}
