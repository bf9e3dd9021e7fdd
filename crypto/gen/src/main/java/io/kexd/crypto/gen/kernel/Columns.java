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
    parts.get(k).add(value);
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

  /** Empties column k and returns its sum. */
  Value take(String name, int k) {
    List<Value> all = List.copyOf(parts.get(k));
    parts.get(k).clear();
    return writer.sum(name, all);
  }
}
