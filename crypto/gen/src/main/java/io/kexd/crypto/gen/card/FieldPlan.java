package io.kexd.crypto.gen.card;

/** A field's class and how its elements are cut: {@code F25519 limbs=5x51}. */
public record FieldPlan(String className, int limbs, int radix) {
  static FieldPlan read(Entry entry) {
    Words words = entry.words();
    String limbs = words.text("limbs");
    if (!words.name().matches("[A-Z][A-Za-z0-9]*")) {
      throw entry.error("'" + words.name() + "' is not the name of a class");
    }
    if (!limbs.matches("[1-9][0-9]?x[1-9][0-9]?")) {
      throw entry.error("limbs=" + limbs + " is not of the form 5x51, limbs times bits");
    }
    words.end();
    int x = limbs.indexOf('x');
    return new FieldPlan(
        words.name(),
        Integer.parseInt(limbs.substring(0, x)),
        Integer.parseInt(limbs.substring(x + 1)));
  }
}
