package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
    int n = a.size();
    Columns columns = new Columns(writer);
    Scaled wrapped = new Scaled(writer, b, "f", wrap);
    for (int k = 0; k < width(n); k++) {
      List<Product> products = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        int j = k - i;
        if (0 <= j && j < n) {
          products.add(new Product(a.get(i), b.get(j)));
        } else if (j < 0 && wraps()) {
          products.add(new Product(a.get(i), wrapped.get(j + n)));
        }
      }
      columns.add(k, writer.group(name + k, products));
    }
    return columns;
  }

  /** The columns of a a: each product of two different limbs counts twice. */
  Columns sqr(List<Value> a) {
    int n = a.size();
    Columns columns = new Columns(writer);
    Scaled twice = new Scaled(writer, a, "d", BigInteger.TWO);
    Scaled wrapped = new Scaled(writer, a, "f", wrap);
    for (int k = 0; k < width(n); k++) {
      List<Product> products = new ArrayList<>();
      for (int i = 0; i < n; i++) {
        for (int j = i; j < n; j++) {
          Value left = i == j ? a.get(i) : twice.get(i);
          if (i + j == k) {
            products.add(new Product(left, a.get(j)));
          } else if (i + j == k + n && wraps()) {
            products.add(new Product(left, wrapped.get(j)));
          }
        }
      }
      columns.add(k, writer.group(name + k, products));
    }
    return columns;
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
