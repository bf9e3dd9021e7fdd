package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.kernel.Verbs.Fused;
import io.kexd.crypto.gen.kernel.Verbs.Kernel;
import io.kexd.crypto.gen.kernel.Verbs.Mix;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * The verbs of a field, each written down once, as steps on a {@link Writer}. Given bounds of the
 * operands, a writer proves bounds of the result, or refuses.
 */
final class Kernels {
  private final Plan plan;
  private final Reduction reduction;
  private final Supplier<Writer> writers;
  private final Bounds bounds;

  Kernels(Plan plan, Reduction reduction, Supplier<Writer> writers, Bounds bounds) {
    this.plan = plan;
    this.reduction = reduction;
    this.writers = writers;
    this.bounds = bounds;
  }

  Verbs all() {
    return new Verbs(mul(), sqr(), add(), sub(), mulSmall(), carry(), fused(), mixes());
  }

  private Map<Fused, Kernel> fused() {
    Map<Fused, Kernel> fused = new EnumMap<>(Fused.class);
    if (reduction.fuses()) {
      for (Fused verb : Fused.OF_TWO_PRODUCTS) {
        fused.put(verb, fused(verb));
      }
    }
    if (writers.get().inLanes() && bounds.headroom() == 1) {
      fused.put(Fused.ADD_SUB, addSub());
    } else if (reduction.fuses()) {
      fused.put(Fused.MUL_SUB, mulSub());
      fused.put(Fused.SQR_SUB, sqrSub());
    }
    return fused;
  }

  private Map<Mix, Kernel> mixes() {
    Map<Mix, Kernel> mixes = new EnumMap<>(Mix.class);
    if (writers.get().inLanes()) {
      for (Mix verb : Mix.values()) {
        mixes.put(verb, mix(verb));
      }
    }
    return mixes;
  }

  private Kernel mix(Mix verb) {
    Writer writer = writers.get();
    List<Value> sums = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      Interval range = bounds.limb(k, bounds.carryOperand());
      sums.add(writer.mix("pattern", verb.arrays(), k, range));
    }
    Value one = Value.constant(BigInteger.ONE);
    return store(writer, verb.tight ? cut(writer, "", sums, one) : sums);
  }

  /** r = a b - c. */
  private Kernel mulSub() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    List<Value> b = load(writer, "b", bounds.headroom());
    return reduce(writer, minusC(writer, reduction.mul(writer, a, b)));
  }

  /** r = a a - c. */
  private Kernel sqrSub() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    return reduce(writer, minusC(writer, reduction.sqr(writer, a)));
  }

  private Columns minusC(Writer writer, Columns product) {
    List<Value> c = load(writer, "c", Fused.SUBTRAHEND);
    for (int k = 0; k < plan.limbs(); k++) {
      Value column = writer.column(c.get(k));
      product.add(k, writer.fold("n" + k, column, BigInteger.ONE.negate()));
    }
    return product;
  }

  /** s = a + b, t = a - b, where both must be carried before they are multiplied. */
  private Kernel addSub() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.sumOperand());
    List<Value> b = load(writer, "b", bounds.sumOperand());
    List<Value> sums = new ArrayList<>();
    List<Value> differences = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      sums.add(writer.add("s" + k, a.get(k), b.get(k)));
      differences.add(writer.sub("t" + k, a.get(k), b.get(k)));
    }
    Value one = Value.constant(BigInteger.ONE);
    return store(writer, cut(writer, "s", sums, one), cut(writer, "t", differences, one));
  }

  /** The sum and the difference of two products, on columns: one round of carries each. */
  private Kernel fused(Fused verb) {
    Writer writer = writers.get();
    Map<String, List<Value>> operands = new HashMap<>();
    for (String name : verb.factors()) {
      operands.computeIfAbsent(name, n -> load(writer, n, bounds.headroom()));
    }
    List<Value> first = columns(writer, operands, verb.factors().subList(0, 2));
    writer.pause(first, 0, "u");
    List<Value> second = columns(writer, operands, verb.factors().subList(2, 4));
    Columns sum = new Columns(writer);
    Columns difference = new Columns(writer);
    for (int k = 0; k < plan.limbs(); k++) {
      sum.add(k, first.get(k));
      sum.add(k, second.get(k));
      difference.add(k, first.get(k));
      difference.add(k, writer.fold("n" + k, second.get(k), BigInteger.ONE.negate()));
    }
    List<Value> s = reduction.reduce(writer, sum);
    List<Value> t = reduction.reduce(writer, difference);
    sum.demandEmpty();
    difference.demandEmpty();
    return store(writer, s, t);
  }

  /** Of two results, with the bounds of the larger one. */
  private Kernel store(Writer writer, List<Value> s, List<Value> t) {
    store(writer, "s", s);
    store(writer, "t", t);
    List<Interval> limbs = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      BigInteger most = s.get(k).range().magnitude().max(t.get(k).range().magnitude());
      limbs.add(Interval.within(most));
    }
    return new Kernel(writer.text(), limbs, writer.cost());
  }

  private List<Value> columns(
      Writer writer, Map<String, List<Value>> operands, List<String> factors) {
    List<Value> a = Objects.requireNonNull(operands.get(factors.get(0)));
    List<Value> b = Objects.requireNonNull(operands.get(factors.get(1)));
    boolean square = factors.get(0).equals(factors.get(1));
    Columns columns = square ? reduction.sqr(writer, a) : reduction.mul(writer, a, b);
    List<Value> values = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      values.add(columns.take("c" + k, k));
    }
    columns.demandEmpty();
    return values;
  }

  /** r = a b. */
  private Kernel mul() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    List<Value> b = load(writer, "b", bounds.headroom());
    return reduce(writer, reduction.mul(writer, a, b));
  }

  /** r = a a. */
  private Kernel sqr() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    return reduce(writer, reduction.sqr(writer, a));
  }

  private Kernel reduce(Writer writer, Columns columns) {
    List<Value> limbs = reduction.reduce(writer, columns);
    columns.demandEmpty();
    return store(writer, limbs);
  }

  /** r = a + b: no carries. */
  private Kernel add() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.sumOperand());
    List<Value> b = load(writer, "b", bounds.sumOperand());
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      limbs.add(writer.add("r" + k, a.get(k), b.get(k)));
    }
    return store(writer, limbs);
  }

  /** r = a - b: no carries. */
  private Kernel sub() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.sumOperand());
    List<Value> b = load(writer, "b", bounds.sumOperand());
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      limbs.add(writer.sub("r" + k, a.get(k), b.get(k)));
    }
    return store(writer, limbs);
  }

  /** r = k a. */
  private Kernel mulSmall() {
    Writer writer = writers.get();
    BigInteger most = Interval.unsigned(plan.smallBits()).hi();
    Value factor = writer.parameter("w", "k", Interval.within(most));
    List<Value> a = load(writer, "a", bounds.headroom());
    if (writer.inLanes()) {
      return store(writer, cut(writer, "", a, factor));
    }
    Columns columns = new Columns(writer);
    for (int k = 0; k < plan.limbs(); k++) {
      List<Product> product = List.of(new Product(a.get(k), factor));
      columns.add(k, writer.group(Integer.toString(k), product));
    }
    return carry(writer, columns);
  }

  /** r = a, tight. */
  private Kernel carry() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.carryOperand());
    if (writer.inLanes()) {
      return store(writer, cut(writer, "", a, Value.constant(BigInteger.ONE)));
    }
    Columns columns = new Columns(writer);
    for (int k = 0; k < plan.limbs(); k++) {
      columns.add(k, writer.column(a.get(k)));
    }
    return carry(writer, columns);
  }

  /** In lanes: rounds of carries on limbs, the first with a factor, until they are tight. */
  private List<Value> cut(Writer writer, String name, List<Value> operand, Value factor) {
    List<Value> limbs = operand;
    Value times = factor;
    for (int round = 0; round < 3 && (round == 0 || !isTight(limbs)); round++) {
      List<Writer.Parts> parts = new ArrayList<>();
      for (int k = 0; k < plan.limbs(); k++) {
        String suffix = name + (char) ('x' + round) + k;
        parts.add(writer.cut(suffix, limbs.get(k), times, reduction.cutBits(k)));
      }
      limbs = reduction.join(writer, name + (char) ('x' + round), parts);
      times = Value.constant(BigInteger.ONE);
    }
    return limbs;
  }

  /** Whether no limb is longer than where it would be cut, by more than a sixteenth. */
  private boolean isTight(List<Value> limbs) {
    for (int k = 0; k < limbs.size(); k++) {
      BigInteger half = Interval.power(reduction.cutBits(k) - 1);
      if (limbs.get(k).range().magnitude().compareTo(half.add(half.shiftRight(4))) > 0) {
        return false;
      }
    }
    return true;
  }

  private Kernel carry(Writer writer, Columns columns) {
    List<Value> limbs = reduction.carry(writer, columns);
    columns.demandEmpty();
    return store(writer, limbs);
  }

  private List<Value> load(Writer writer, String array, int excess) {
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      limbs.add(writer.load(array, k, bounds.limb(k, excess)));
    }
    return limbs;
  }

  private static void store(Writer writer, String array, List<Value> limbs) {
    for (int k = 0; k < limbs.size(); k++) {
      writer.store(array, k, limbs.get(k));
    }
  }

  private static Kernel store(Writer writer, List<Value> limbs) {
    store(writer, "r", limbs);
    List<Interval> ranges = limbs.stream().map(Value::range).toList();
    return new Kernel(writer.text(), ranges, writer.cost());
  }
}
