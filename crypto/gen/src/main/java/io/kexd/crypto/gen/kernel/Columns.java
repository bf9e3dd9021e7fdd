package io.kexd.crypto.gen.kernel;

import java.util.ArrayList;
import java.util.List;

/** What has been added to each column so far. Column k weighs 2^(R k). */
final class Columns {
  private final Writer writer;
  private final List<List<Value>> parts = new ArrayList<>();

  Columns(Writer writer) {
    this.writer = writer;
  }

  /** One past the highest column that is not empty. */
  int width() {
    return parts.size();
  }

  /** Adds a value to column k. */
  void add(int k, Value value) {
    while (parts.size() <= k) {
      parts.add(new ArrayList<>());
    }
    List<Value> column = parts.get(k);
    column.add(value);
    if (writer.inLanes() && column.size() > 1) { // fewer numbers stay alive
      Value sum = writer.sum("c" + k, List.copyOf(column));
      column.clear();
      column.add(sum);
    }
  }

  /** Adds a sum of products to column k, its high part to column k + 1. */
  void add(int k, Writer.Parts group) {
    add(k, group.low());
    add(k + 1, group.high());
  }

  /** Refuses a value that no one took: no reduction can lose one unseen. */
  void demandEmpty() {
    for (int k = 0; k < parts.size(); k++) {
      if (!parts.get(k).isEmpty()) {
        throw new PlanRefused("column " + k + " is not reduced");
      }
    }
  }

  /** Whether nothing is in column k. */
  boolean isEmpty(int k) {
    return k >= parts.size() || parts.get(k).isEmpty();
  }

  /** Every value that column k can have. */
  Interval range(int k) {
    return parts.get(k).stream().map(Value::range).reduce(Interval.ZERO, Interval::add);
  }

  /** Empties column k and returns its sum. */
  Value take(String name, int k) {
    List<Value> all = List.copyOf(parts.get(k));
    parts.get(k).clear();
    return writer.sum(name, all);
  }
}
