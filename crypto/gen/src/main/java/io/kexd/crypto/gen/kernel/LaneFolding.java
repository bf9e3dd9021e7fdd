package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * {@link ColumnFolding} in an order for lanes. The high columns, from n - 1 on, come first and are
 * folded at once, so that n columns wait while the low ones are made, and not 2n. Large products
 * are cut there into two parts, each a method of its own.
 */
final class LaneFolding implements Reduction {
  /** More products than this keep too many numbers alive for one method. */
  private static final int ONE_METHOD = 40;

  private static final BigInteger SMALL = Interval.power(61);

  private final Plan plan;
  private final ColumnFolding folding;

  LaneFolding(Plan plan) {
    this.plan = plan;
    this.folding = new ColumnFolding(plan);
  }

  /** Whether no column is folded into itself or above. */
  static boolean suits(Plan plan) {
    return new ColumnFolding(plan).topDigit() + 1 < plan.limbs();
  }

  @Override
  public String description() {
    return folding.description();
  }

  @Override
  public List<BigInteger> initialBounds() {
    return folding.initialBounds();
  }

  @Override
  public int domainBits() {
    return 0;
  }

  @Override
  public Columns mul(Writer writer, List<Value> a, List<Value> b) {
    return product(writer, new Schoolbook(writer, "").rows(a, b), a.size() * a.size());
  }

  @Override
  public Columns sqr(Writer writer, List<Value> a) {
    return product(writer, new Schoolbook(writer, "").rows(a), a.size() * (a.size() + 1) / 2);
  }

  private Columns product(Writer writer, Schoolbook.Rows rows, int size) {
    int n = plan.limbs();
    Columns columns = new Columns(writer);
    for (int k = n - 1; k < 2 * n - 1; k++) {
      rows.write(columns, k);
    }
    shorten(writer, columns);
    folding.foldHigh(writer, columns);
    if (size > ONE_METHOD) {
      pause(writer, columns);
    }
    for (int k = 0; k < n - 1; k++) {
      rows.write(columns, k);
    }
    return columns;
  }

  /** A round of carries over the high columns, where folding them as they are would need cuts. */
  private void shorten(Writer writer, Columns columns) {
    int n = plan.limbs();
    if (!folding.isOneDigit()
        || columns.range(n).scale(folding.digit(0)).magnitude().compareTo(SMALL) < 0) {
      return;
    }
    int top = columns.width() - 1;
    for (int k = n; k < top; k++) {
      Writer.Parts parts = writer.split("p" + k, columns.take("c" + k, k), plan.radix());
      columns.add(k, parts.low());
      columns.add(k + 1, parts.high());
    }
  }

  private void pause(Writer writer, Columns columns) {
    List<Value> waiting = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    for (int k = 0; k < plan.limbs(); k++) {
      if (!columns.isEmpty(k)) {
        waiting.add(columns.take("c" + k, k));
        places.add(k);
      }
    }
    writer.pause(waiting, plan.limbs(), "r");
    for (int i = 0; i < waiting.size(); i++) {
      columns.add(places.get(i), waiting.get(i));
    }
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    return folding.carry(writer, columns);
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    return folding.carry(writer, columns);
  }

  /** Where one method holds a product; larger ones gain little. */
  @Override
  public boolean fuses() {
    return plan.limbs() * plan.limbs() <= ONE_METHOD;
  }

  @Override
  public int cutBits(int k) {
    return plan.radix();
  }

  @Override
  public List<Value> join(Writer writer, String name, List<Writer.Parts> parts) {
    Value top = parts.get(parts.size() - 1).high();
    List<Value> limbs = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      Value limb = parts.get(k).low();
      if (k > 0) {
        limb = writer.addCut(name + "c" + k, limb, parts.get(k - 1).high(), BigInteger.ONE);
      }
      if (folding.digit(k).signum() != 0) {
        limb = writer.addCut(name + "f" + k, limb, top, folding.digit(k));
      }
      limbs.add(limb);
    }
    return limbs;
  }
}
