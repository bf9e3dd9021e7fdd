package io.kexd.crypto.gen.card;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A scheme on a curve: {@code scheme.ed25519 = eddsa status=standard ...}.
 *
 * @param kind one of those of {@link #KINDS}
 * @param algorithms of a signature scheme, empty for an agreement
 * @param oid of the SubjectPublicKeyInfo, empty where none is defined
 * @param kemId of RFC 9180 section 7.1, or 0
 * @param rules of an EdDSA, otherwise empty
 * @param name that the rules {@code edx} bind into their hashes, otherwise empty
 */
public record Scheme(
    String id,
    String kind,
    String status,
    List<Algorithm> algorithms,
    String oid,
    int kemId,
    String rules,
    String name) {

  /** What schemes compute. */
  public static final Set<String> KINDS = Set.of("xdh", "ecdh", "ecdh-te", "eddsa", "ecdsa");

  private static final Set<String> STATUS = Set.of("standard", "draft", "experimental");
  private static final Set<String> RULES = Set.of("ed25519", "ed448", "edx");

  /** A signature algorithm, {@code ed25519ph:ph}. */
  public record Algorithm(String id, String variant) {}

  static Scheme read(Entry entry) {
    Words words = entry.words();
    String kind = words.name();
    if (!KINDS.contains(kind)) {
      throw entry.error("kind " + kind + " is none of xdh, ecdh, ecdh-te, eddsa, ecdsa");
    }
    String status = words.text("status");
    if (!STATUS.contains(status)) {
      throw entry.error("status '" + status + "' is none of standard, draft, experimental");
    }
    boolean eddsa = kind.equals("eddsa");
    boolean signature = eddsa || kind.equals("ecdsa");
    String rules = eddsa ? rules(entry, words) : "";
    Scheme scheme =
        new Scheme(
            entry.key().substring(CurveCard.SCHEME.length()),
            kind,
            status,
            signature ? algorithms(entry, words, variants(eddsa, rules)) : List.of(),
            oid(entry, words),
            !signature && words.has("kem") ? words.integer("kem", 16).intValueExact() : 0,
            rules,
            rules.equals("edx") ? words.text("name") : "");
    words.end();
    return scheme;
  }

  private static String rules(Entry entry, Words words) {
    String rules = words.text("rules");
    if (!RULES.contains(rules)) {
      throw entry.error("rules=" + rules + " is none of ed25519, ed448, edx");
    }
    return rules;
  }

  /** Only Ed25519 has a variant of its own for contexts. */
  private static String variants(boolean eddsa, String rules) {
    if (!eddsa) {
      return "sha256|sha384|sha512";
    }
    return rules.equals("ed25519") ? "pure|ctx|ph" : "pure|ph";
  }

  private static List<Algorithm> algorithms(Entry entry, Words words, String variants) {
    List<Algorithm> algorithms = new ArrayList<>();
    for (String algorithm : words.text("algorithms").split(",", -1)) {
      if (!algorithm.matches("[a-z0-9-]+:(" + variants + ")")) {
        throw entry.error(
            "algorithm '" + algorithm + "' is not of the form id:" + variants.replace('|', '/'));
      }
      int colon = algorithm.indexOf(':');
      String id = algorithm.substring(0, colon);
      if (algorithms.stream().anyMatch(other -> other.id().equals(id))) {
        throw entry.error("algorithm '" + id + "' stands twice");
      }
      algorithms.add(new Algorithm(id, algorithm.substring(colon + 1)));
    }
    return algorithms;
  }

  private static String oid(Entry entry, Words words) {
    String oid = words.optional("oid").orElse("");
    if (!oid.matches("|[0-2]\\.[1-3]?[0-9](\\.[0-9]{1,9})*")) {
      throw entry.error(
          "oid '"
              + oid
              + "' is not a dotted object identifier whose first arcs are below 3 and 40");
    }
    return oid;
  }
}
