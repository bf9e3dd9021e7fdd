package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Multiplication with pen and paper: every limb of a times every limb of b, products of one weight
 * in one column, 2n - 1 columns.
 *
 * <p>With a small {@code wrap} = 2^(R n) modulo the prime there are n: a product that would land in
 * column n + k is made with wrap times the limb of b, and lands in column k.
 */
final class Schoolbook {
  private final Writer writer;
  private final String name;
  private final BigInteger wrap;

  /** Without wrap; {@code name} begins the names of the columns. */
  Schoolbook(Writer writer, String name) {
    this(writer, name, BigInteger.ZERO);
  }

  Schoolbook(Writer writer, String name, BigInteger wrap) {
    this.writer = writer;
    this.name = name;
    this.wrap = wrap;
  }

  /** The columns of a b. */
  Columns mul(List<Value> a, List<Value> b) {
    return all(rows(a, b), a.size());
  }

  /** The columns of a a: each product of two different limbs counts twice. */
  Columns sqr(List<Value> a) {
    return all(rows(a), a.size());
  }

  private Columns all(Rows rows, int n) {
    Columns columns = new Columns(writer);
    for (int k = 0; k < width(n); k++) {
      rows.write(columns, k);
    }
    return columns;
  }

  /** The partial products of an operation, written column by column, in any order. */
  interface Rows {
    /** Writes column k. */
    void write(Columns columns, int k);
  }

  /** a b. */
  Rows rows(List<Value> a, List<Value> b) {
    int n = a.size();
    Scaled wrapped = new Scaled(writer, b, "f", wrap);
    return rows(
        k -> {
          List<Product> products = new ArrayList<>();
          for (int i = 0; i < n; i++) {
            int j = k - i;
            if (0 <= j && j < n) {
              products.add(new Product(a.get(i), b.get(j)));
            } else if (j < 0 && wraps()) {
              products.add(new Product(a.get(i), wrapped.get(j + n)));
            }
          }
          return products;
        });
  }

  /** a a. */
  Rows rows(List<Value> a) {
    int n = a.size();
    Scaled twice = new Scaled(writer, a, "d", BigInteger.TWO);
    Scaled wrapped = new Scaled(writer, a, "f", wrap);
    return rows(
        k -> {
          List<Product> products = new ArrayList<>();
          for (int i = 0; i < n; i++) {
            for (int j = i; j < n; j++) {
              if (i + j == k) {
                products.add(new Product(i == j ? a.get(i) : twice.get(i), a.get(j)));
              } else if (i + j == k + n && wraps()) {
                Value left = i == j ? a.get(i) : twice.get(i);
                products.add(new Product(left, wrapped.get(j)));
              }
            }
          }
          return products;
        });
  }

  private Rows rows(IntFunction<List<Product>> products) {
    return (columns, k) -> columns.add(k, writer.group(name + k, products.apply(k)));
  }

  private boolean wraps() {
    return wrap.signum() != 0;
  }

  private int width(int n) {
    return wraps() ? n : 2 * n - 1;
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
