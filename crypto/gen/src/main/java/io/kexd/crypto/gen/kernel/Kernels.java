package io.kexd.crypto.gen.kernel;

import io.kexd.crypto.gen.kernel.Verbs.Kernel;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
    return new Verbs(mul(), sqr(), add(), sub(), mulSmall(), carry());
  }

  /** r = a b. */
  private Kernel mul() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    List<Value> b = load(writer, "b", bounds.headroom());
    Columns columns = new Columns(writer);
    Scaled wrapped = new Scaled(writer, b, "f", reduction.wrap());
    for (int k = 0; k < width(); k++) {
      List<Product> products = new ArrayList<>();
      for (int i = 0; i < plan.limbs(); i++) {
        int j = k - i;
        if (0 <= j && j < plan.limbs()) {
          products.add(new Product(a.get(i), b.get(j)));
        } else if (j < 0 && wraps()) {
          products.add(new Product(a.get(i), wrapped.get(j + plan.limbs())));
        }
      }
      columns.add(k, writer.group(Integer.toString(k), products));
    }
    return store(writer, reduction.reduce(writer, columns));
  }

  /** r = a a. Each product of two different limbs counts twice. */
  private Kernel sqr() {
    Writer writer = writers.get();
    List<Value> a = load(writer, "a", bounds.headroom());
    Columns columns = new Columns(writer);
    Scaled twice = new Scaled(writer, a, "d", BigInteger.TWO);
    Scaled wrapped = new Scaled(writer, a, "f", reduction.wrap());
    for (int k = 0; k < width(); k++) {
      List<Product> products = new ArrayList<>();
      for (int i = 0; i < plan.limbs(); i++) {
        for (int j = i; j < plan.limbs(); j++) {
          Value left = i == j ? a.get(i) : twice.get(i);
          if (i + j == k) {
            products.add(new Product(left, a.get(j)));
          } else if (i + j == k + plan.limbs() && wraps()) {
            products.add(new Product(left, wrapped.get(j)));
          }
        }
      }
      columns.add(k, writer.group(Integer.toString(k), products));
    }
    return store(writer, reduction.reduce(writer, columns));
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
    List<Value> a = load(writer, "a", bounds.headroom());
    BigInteger most = Interval.unsigned(plan.smallBits()).hi();
    Value factor = writer.parameter("w", "k", Interval.within(most));
    Columns columns = new Columns(writer);
    for (int k = 0; k < plan.limbs(); k++) {
      List<Product> product = List.of(new Product(a.get(k), factor));
      columns.add(k, writer.group(Integer.toString(k), product));
    }
    return store(writer, reduction.carry(writer, columns));
  }

  /** r = a, tight. */
  private Kernel carry() {
    Writer writer = writers.get();
    Columns columns = new Columns(writer);
    List<Value> a = load(writer, "a", bounds.carryOperand());
    for (int k = 0; k < plan.limbs(); k++) {
      columns.add(k, writer.column(a.get(k)));
    }
    return store(writer, reduction.carry(writer, columns));
  }

  private boolean wraps() {
    return reduction.wrap().signum() != 0;
  }

  private int width() {
    return wraps() ? plan.limbs() : 2 * plan.limbs() - 1;
  }

  private List<Value> load(Writer writer, String array, int excess) {
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      limbs.add(writer.load(array, k, bounds.limb(k, excess)));
    }
    return limbs;
  }

  private static Kernel store(Writer writer, List<Value> limbs) {
    for (int k = 0; k < limbs.size(); k++) {
      writer.store("r", k, limbs.get(k));
    }
    return new Kernel(writer.text(), limbs.stream().map(Value::range).toList());
  }

  /** Multiples of an operand's limbs by one constant, each written when first asked for. */
  private static final class Scaled {
    private final Writer writer;
    private final List<Value> limbs;
    private final String suffix;
    private final BigInteger factor;
    private final Map<Integer, Value> written = new HashMap<>();

    Scaled(Writer writer, List<Value> limbs, String suffix, BigInteger factor) {
      this.writer = writer;
      this.limbs = limbs;
      this.suffix = suffix;
      this.factor = factor;
    }

    Value get(int k) {
      return written.computeIfAbsent(
          k, i -> writer.scale(limbs.get(i).name() + suffix, limbs.get(i), factor));
    }
  }
}
