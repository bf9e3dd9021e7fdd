package io.kexd.crypto.gen.kernel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The locals of a kernel in lanes: what each holds, and the text that makes it, written where it is
 * first used in a part of the kernel.
 */
final class LaneLocals {
  /** Integers that a double holds exactly, with both neighbours. */
  private static final Interval EXACT = Interval.within(Interval.power(53));

  private static final Interval WORD = Interval.signed(64);
  private static final Pattern CHAIN = Pattern.compile("[hgl]\\.reinterpretAsLongs\\(\\)");

  /** What a local holds. */
  enum Kind {
    /** A double: the number itself. */
    LIMB,
    /** A double: minus the number times 2^bits. */
    SCALED,
    /** A long: the number plus the bias. */
    COLUMN,
    /** A long: minus the number, plus the bias. */
    NEGATIVE,
    /** A long between 0 and 2^bits: the number plus the bias. */
    MASKED
  }

  /**
   * A local.
   *
   * @param formula what it is written as when it is first used; empty once it cannot be used
   */
  record Word(Kind kind, BigInteger bias, int bits, Value value, String formula) {}

  private final Map<String, Word> words = new HashMap<>();
  private final List<String> parts = new ArrayList<>();
  private final Map<String, String> constants = new LinkedHashMap<>();
  private final Map<String, String> types = new HashMap<>();
  private final Set<String> written = new HashSet<>();
  private StringBuilder text = new StringBuilder();
  private boolean chains;
  private int operations;
  private int fresh;

  /** A statement. */
  void line(String statement) {
    text.append("    ").append(statement).append('\n');
  }

  /** Ends a part of the kernel. */
  void finish() {
    StringBuilder head = new StringBuilder();
    constants.forEach(
        (formula, name) -> {
          if (has(name)) {
            head.append(declaration(name, formula));
          }
        });
    if (chains) {
      head.append("    DoubleVector h, g, l;\n");
    }
    parts.add(head.append(text).toString());
    words.replaceAll((name, word) -> CHAIN.matcher(word.formula).matches() ? ended(word) : word);
    text = new StringBuilder();
    written.clear();
    chains = false;
  }

  /** What a chain left is not there in the next part, unless it was stored: {@link #takeFrom}. */
  private static Word ended(Word word) {
    return new Word(word.kind, word.bias, word.bits, word.value, "");
  }

  private boolean has(String constant) {
    return Pattern.compile("\\b" + constant + "\\b").matcher(text).find();
  }

  private String declaration(String name, String formula) {
    String type =
        types.getOrDefault(formula, formula.startsWith("Long") ? "LongVector" : "DoubleVector");
    return "    final %s %s = %s;\n".formatted(type, name, formula);
  }

  /** The statements, one text for each part. */
  List<String> parts() {
    finish();
    return List.copyOf(parts);
  }

  /** How many operations they execute. */
  int operations() {
    return operations;
  }

  /** Counts operations that are no locals of their own. */
  void count(int more) {
    operations += more;
  }

  /** Declares the doubles of chains of products: h, g and l. */
  void declareChain() {
    chains = true;
  }

  /** In the next part, the local is what the formula gives. */
  void takeFrom(Value value, String formula) {
    Word word = word(value);
    words.put(value.name(), new Word(word.kind, word.bias, word.bits, value, formula));
  }

  /** The local that holds a value. */
  Word word(Value value) {
    Word word = words.get(value.name());
    if (word == null) {
      throw new IllegalStateException(value.name() + " is no local");
    }
    return word;
  }

  /** A limb, written now. */
  Value limb(String name, String formula, Interval range) {
    demandExact(name, range);
    Value value = define(name, limb(new Value(name, range), formula));
    use(value);
    return value;
  }

  /** A column, written now. */
  Value column(String name, Kind kind, BigInteger bias, String formula, Interval range) {
    if (!range.isInside(WORD)) {
      throw new PlanRefused(name + " does not fit 64 bits: " + range);
    }
    Value value = define(name, new Word(kind, bias, 0, new Value(name, range), formula));
    use(value);
    return value;
  }

  /** A local that is written where it is first used. */
  Value later(String name, String formula, Interval range) {
    demandExact(name, range);
    return define(name, limb(new Value(name, range), formula));
  }

  private static Word limb(Value value, String formula) {
    return new Word(Kind.LIMB, BigInteger.ZERO, 0, value, formula);
  }

  /** Gives the local a number behind its name if the name is taken. */
  Value define(String name, Word word) {
    String unique = words.containsKey(name) ? name + "_" + fresh++ : name;
    Value value = new Value(unique, word.value.range());
    words.put(unique, new Word(word.kind, word.bias, word.bits, value, word.formula));
    return value;
  }

  /** The local of a value, or that of a constant; written now if it is not yet. */
  String use(Value value) {
    if (value.range().isConstant() && !words.containsKey(value.name())) {
      return real(value.range().lo());
    }
    Word word = word(value);
    if (written.add(value.name())) {
      write(word);
    }
    return value.name();
  }

  private void write(Word word) {
    if (word.formula.isEmpty()) {
      throw new IllegalStateException(word.value.name() + " ended with its part of the kernel");
    }
    operations += words.containsKey(word.formula) ? 0 : 1;
    boolean real = word.kind == Kind.LIMB || word.kind == Kind.SCALED;
    String type = real ? "DoubleVector" : "LongVector";
    for (Word operand : operands(word)) {
      use(operand.value);
    }
    String comment = word.value.range().toString();
    if (word.kind == Kind.NEGATIVE) {
      comment = "minus " + comment;
    }
    if (word.kind == Kind.SCALED) {
      comment += " times -2^" + word.bits;
    }
    BigInteger bias = word.bias.mod(Interval.power(64));
    if (bias.signum() != 0) {
      comment += ", biased by 0x" + bias.toString(16);
    }
    text.append(
        "    final %s %s = %s; // %s\n".formatted(type, word.value.name(), word.formula, comment));
  }

  /** Locals that are written later may need others that are. */
  private List<Word> operands(Word word) {
    List<Word> operands = new ArrayList<>();
    for (String token : word.formula.split("[^A-Za-z0-9_]+", -1)) {
      Word operand = words.get(token);
      if (operand != null && !operand.equals(word)) {
        operands.add(operand);
      }
    }
    return operands;
  }

  static void demandExact(String what, Interval range) {
    if (!range.isInside(EXACT)) {
      throw new PlanRefused(what + " does not fit a double: " + range);
    }
  }

  /** The bits of the double that equals a power of two times 1 or 1.5, or a sum of two such. */
  static BigInteger bits(BigInteger number) {
    return BigInteger.valueOf(Double.doubleToRawLongBits(number.doubleValue()));
  }

  /** The local of a constant word. */
  String integer(BigInteger number) {
    long word = number.longValue();
    String literal =
        Long.compareUnsigned(word, 1 << 16) < 0 ? word + "L" : "0x" + Long.toHexString(word) + "L";
    return constant("LongVector.broadcast(LONGS, " + literal + ")");
  }

  /** The local of a constant that a double equals. */
  String real(BigInteger number) {
    double value = number.doubleValue();
    if (new BigDecimal(value).compareTo(new BigDecimal(number)) != 0) {
      throw new PlanRefused("no double equals " + number);
    }
    return real(value);
  }

  String real(double value) {
    return constant("DoubleVector.broadcast(DOUBLES, " + Double.toHexString(value) + ")");
  }

  /** The local of what is the same for all limbs, written as constants are. */
  String vector(String type, String formula) {
    types.put(formula, type);
    return constant(formula);
  }

  /** The local of a constant, written at the head of every part of the kernel that has it. */
  private String constant(String formula) {
    return constants.computeIfAbsent(formula, f -> "k" + constants.size());
  }
}
