package io.kexd.crypto.gen.card;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * What a curve card says. Field elements are reduced modulo the prime. Nothing is checked here but
 * the form; {@code CurveCheck} checks the mathematics.
 *
 * @param file where it was read from
 * @param id the file's name without {@code .curve}
 * @param prime of the coordinates' field
 * @param field its class and limb plan
 * @param a of the Edwards equation a x^2 + y^2 = 1 + d x^2 y^2
 * @param d of it
 * @param cofactor the group's order divided by {@code order}
 * @param order of the base point
 * @param scalars the order field's class and limb plan
 * @param baseX of the base point
 * @param baseY of the base point
 * @param ladderA of the ladder curve v^2 = u^3 + A u^2 + u
 * @param ladderU of the ladder's base point
 * @param combWindow bits of a window of the fixed-base table
 * @param schemes what is computed on the curve
 * @param source where the parameters come from
 */
public record Card(
    CardFile file,
    String id,
    BigInteger prime,
    FieldPlan field,
    BigInteger a,
    BigInteger d,
    int cofactor,
    BigInteger order,
    FieldPlan scalars,
    BigInteger baseX,
    BigInteger baseY,
    long ladderA,
    BigInteger ladderU,
    int combWindow,
    List<Scheme> schemes,
    String source) {

  private static final String SUFFIX = ".curve";

  /** |A| is below 2^20, so that (A - 2) / 4 is a constant that mulSmall takes: below 2^18. */
  private static final int LADDER_BITS = 20;

  /** A field's class and how its elements are cut: {@code F25519 limbs=5x51}. */
  public record FieldPlan(String className, int limbs, int radix) {}

  /**
   * A scheme on the curve, {@code scheme.ed25519 = eddsa status=standard ...}.
   *
   * @param algorithms signature algorithm ids, empty for an agreement
   * @param oid of the SubjectPublicKeyInfo, empty where none is defined
   * @param kemId of RFC 9180 section 7.1, or 0
   */
  public record Scheme(
      String id, String kind, String status, List<String> algorithms, String oid, int kemId) {}

  /** Reads a card; {@link CardException} names file, line and key. */
  public static Card read(CardFile file) {
    if (!file.name().endsWith(SUFFIX)) {
      throw new CardException(file.name() + ": a card's name ends in " + SUFFIX);
    }
    Entry model = file.take("model");
    BigInteger prime = file.take("prime").integer();
    if (prime.compareTo(BigInteger.valueOf(5)) < 0) {
      throw new CardException(file.name() + ": prime: " + prime + " is too small");
    }
    Words edwards = model.words();
    if (!edwards.name().equals("edwards")) {
      throw model.error("model " + edwards.name() + " is not supported by this generator");
    }
    Words base = file.take("base").words();
    Entry ladderEntry = file.take("ladder");
    Words ladder = ladderEntry.words();
    if (!ladder.text("map").equals("birational")) {
      throw ladderEntry.error("only map=birational is supported by this generator");
    }
    Card card =
        new Card(
            file,
            file.name().substring(0, file.name().length() - SUFFIX.length()),
            prime,
            fieldPlan(file.take("field")),
            edwards.modulo("a", prime),
            edwards.modulo("d", prime),
            small(file.take("cofactor")),
            file.take("order").integer(),
            fieldPlan(file.take("scalars")),
            base.modulo("x", prime),
            base.modulo("y", prime),
            ladder.integer("A", LADDER_BITS).longValueExact(),
            ladder.modulo("u", prime),
            small(file.take("comb")),
            schemes(file),
            file.take("source").value());
    edwards.end();
    base.end();
    ladder.end();
    file.end();
    return card;
  }

  /** An error about what the card says under that key. */
  public CardException error(String key, String problem) {
    return file.take(key).error(problem);
  }

  private static int small(Entry entry) {
    BigInteger value = entry.integer();
    if (value.signum() <= 0 || value.bitLength() > 10) {
      throw entry.error(value + " is out of range");
    }
    return value.intValueExact();
  }

  private static FieldPlan fieldPlan(Entry entry) {
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

  private static List<Scheme> schemes(CardFile file) {
    List<Scheme> schemes = new ArrayList<>();
    for (Entry entry : file.takeAll("scheme.")) {
      schemes.add(scheme(entry));
    }
    if (schemes.isEmpty()) {
      throw new CardException(file.name() + ": no key 'scheme.<id>'");
    }
    return schemes;
  }

  private static Scheme scheme(Entry entry) {
    Words words = entry.words();
    String kind = words.name();
    boolean signature = kind.equals("eddsa");
    if (!signature && !kind.equals("xdh")) {
      throw entry.error("kind " + kind + " is not supported by this generator");
    }
    String status = words.text("status");
    if (!List.of("standard", "draft", "experimental").contains(status)) {
      throw entry.error("status '" + status + "' is none of standard, draft, experimental");
    }
    List<String> algorithms =
        signature ? List.of(words.text("algorithms").split(",", -1)) : List.of();
    String oid = words.optional("oid").orElse("");
    if (!oid.matches("|[0-2](\\.[0-9]+)+")) {
      throw entry.error("oid '" + oid + "' is not a dotted object identifier");
    }
    int kemId = !signature && words.has("kem") ? words.integer("kem", 16).intValueExact() : 0;
    words.end();
    return new Scheme(
        entry.key().substring("scheme.".length()), kind, status, algorithms, oid, kemId);
  }
}
