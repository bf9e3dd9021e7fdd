package io.kexd.crypto.gen.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The verbs of a field as straight-line Java.
 *
 * @param fused those that do the work of several verbs before they carry; none where the plain ones
 *     serve
 * @param mixes where the lanes are for the parts of one operation too
 */
public record Verbs(
    Kernel mul,
    Kernel sqr,
    Kernel add,
    Kernel sub,
    Kernel mulSmall,
    Kernel carry,
    Map<Fused, Kernel> fused,
    Map<Mix, Kernel> mixes) {

  /** Sums of permuted lanes, by the number of elements and whether they are carried. */
  public enum Mix {
    MIX_2("mix", "ab", false),
    MIX_3("mix", "abc", false),
    MIX_4("mix", "abcd", false),
    MIX_TIGHT_2("mixTight", "ab", true),
    MIX_TIGHT_3("mixTight", "abc", true),
    MIX_TIGHT_4("mixTight", "abcd", true);

    final String verb;
    final boolean tight;
    private final String letters;

    Mix(String verb, String letters, boolean tight) {
      this.verb = verb;
      this.letters = letters;
      this.tight = tight;
    }

    List<String> arrays() {
      return letters.chars().mapToObj(Character::toString).toList();
    }

    String parameters() {
      return "long[] r, long[] pattern, long[] " + String.join(", long[] ", arrays());
    }
  }

  /** Verbs that a field may have as one kernel. */
  public enum Fused {
    MUL_ADD_SUB("mulAddSub", "s = a b + c d, t = a b - c d.", "abcd"),
    SQR_ADD_SUB("sqrAddSub", "s = a a + b b, t = a a - b b.", "aabb"),
    SQR_MUL_ADD_SUB("sqrMulAddSub", "s = a a + c d, t = a a - c d.", "aacd"),
    ADD_SUB("addSub", "s = a + b, t = a - b.", "ab"),
    MUL_SUB("mulSub", "r = a b - c, c up to 3T.", "abc"),
    SQR_SUB("sqrSub", "r = a a - c, c up to 3T.", "aac");

    /** Those that need scratch space. */
    static final List<Fused> OF_TWO_PRODUCTS = List.of(MUL_ADD_SUB, SQR_ADD_SUB, SQR_MUL_ADD_SUB);

    /** How many T is c of one product. */
    static final int SUBTRAHEND = 3;

    final String verb;
    final String formula;
    private final String letters;

    Fused(String verb, String formula, String letters) {
      this.verb = verb;
      this.formula = formula;
      this.letters = letters;
    }

    /** The factors of both products, or the terms where there is none. */
    List<String> factors() {
      return letters.chars().mapToObj(Character::toString).toList();
    }

    String parameters() {
      boolean one = formula.startsWith("r");
      StringBuilder parameters = new StringBuilder(one ? "long[] r" : "long[] s, long[] t");
      factors().stream().distinct().forEach(name -> parameters.append(", long[] ").append(name));
      return parameters.append(OF_TWO_PRODUCTS.contains(this) ? ", long[] u" : "").toString();
    }
  }

  /**
   * The statements of a verb, and what they prove.
   *
   * @param parts Java statements; of several parts each is a method of its own, run in order
   * @param limbs bounds of the result's limbs
   * @param cost what its time depends on most: multiplications in one lane, operations in several
   */
  public record Kernel(List<String> parts, List<Interval> limbs, int cost) {}

  /** Those whose result is tight. */
  List<Kernel> reducing() {
    List<Kernel> reducing = new ArrayList<>(List.of(mul, sqr, mulSmall, carry));
    reducing.addAll(fused.values());
    mixes.forEach(
        (verb, kernel) -> {
          if (verb.tight) {
            reducing.add(kernel);
          }
        });
    return reducing;
  }
}
