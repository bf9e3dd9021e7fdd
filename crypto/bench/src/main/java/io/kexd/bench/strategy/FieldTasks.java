package io.kexd.bench.strategy;

import io.kexd.crypto.field.Field;
import io.kexd.crypto.field.FieldRoots;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;

/** The verbs of a field, as formulas call them. A workspace of one thread, one lane. */
final class FieldTasks {
  private static final int LOOP = 1_000;
  private static final int CHAINS = 4;
  private static final int SMALL = 121_665;

  private final Field f;
  private final FieldRoots roots;
  private final BigInteger first;
  private final BigInteger second;
  private final long[] a;
  private final long[] b;
  private final long[] ratio;
  private final long[] exists;

  /** Results: one for each chain. */
  private final long[][] r;

  private FieldTasks(Field f) {
    this.f = f;
    this.roots = new FieldRoots(f);
    this.first = Scalars.below(f.modulus, 1);
    this.second = Scalars.below(f.modulus, 2);
    this.a = f.element();
    f.set(a, first);
    this.b = f.element();
    f.set(b, second);
    this.ratio = f.element();
    f.mul(ratio, a, a);
    f.mul(ratio, ratio, b);
    this.exists = f.mask();
    this.r = new long[CHAINS][];
    for (int i = 0; i < CHAINS; i++) {
      r[i] = f.element();
    }
  }

  /** Every measure of a field. */
  static List<Task> of(Field f) {
    FieldTasks t = new FieldTasks(f);
    BigInteger p = f.modulus;
    BigInteger chain = BigInteger.valueOf(LOOP);
    BigInteger quarter = BigInteger.valueOf(LOOP / CHAINS);
    BigInteger small = BigInteger.valueOf(SMALL);
    return List.of(
        t.task(Measure.MUL, t::mul, t.first.multiply(t.second.modPow(chain, p))),
        t.task(Measure.MUL_THROUGHPUT, t::muls, t.first.multiply(t.second.modPow(quarter, p))),
        t.task(Measure.SQR, t::sqr, t.first.modPow(BigInteger.TWO.pow(LOOP), p)),
        t.task(
            Measure.SQR_THROUGHPUT, t::sqrs, t.first.modPow(BigInteger.TWO.pow(LOOP / CHAINS), p)),
        t.task(Measure.MUL_SMALL, t::mulSmall, t.first.multiply(small.modPow(chain, p))),
        t.task(Measure.ADD, t::add, t.first.add(t.second)),
        t.task(Measure.CARRY, t::carry, t.first),
        new Task(Measure.INVERSION, t::invert, t::result, t.hex(t.first.modInverse(p))),
        new Task(Measure.SQUARE_ROOT, t::root, t::square, t.hex(t.first.pow(2))));
  }

  private Task task(Measure measure, Runnable loop, BigInteger expected) {
    return new Task(
        measure,
        LOOP,
        () -> {
          for (long[] element : r) {
            f.copy(element, a);
          }
          loop.run();
          return (int) r[0][0];
        },
        this::result,
        hex(expected));
  }

  private void mul() {
    long[] x = r[CHAINS - 1];
    for (int i = 0; i < LOOP; i++) {
      f.mul(x, x, b);
    }
  }

  private void muls() {
    for (int i = 0; i < LOOP; i++) {
      long[] x = r[i % CHAINS];
      f.mul(x, x, b);
    }
  }

  private void sqr() {
    long[] x = r[CHAINS - 1];
    for (int i = 0; i < LOOP; i++) {
      f.sqr(x, x);
    }
  }

  private void sqrs() {
    for (int i = 0; i < LOOP; i++) {
      long[] x = r[i % CHAINS];
      f.sqr(x, x);
    }
  }

  private void mulSmall() {
    long[] x = r[CHAINS - 1];
    for (int i = 0; i < LOOP; i++) {
      f.mulSmall(x, x, SMALL);
    }
  }

  private void add() {
    for (int i = 0; i < LOOP; i++) {
      f.add(r[i % CHAINS], a, b);
    }
  }

  private void carry() {
    for (int i = 0; i < LOOP; i++) {
      f.carry(r[i % CHAINS], a);
    }
  }

  private int invert() {
    roots.invert(r[CHAINS - 1], a);
    return (int) r[CHAINS - 1][0];
  }

  private int root() {
    roots.sqrtRatio(exists, r[CHAINS - 1], ratio, b);
    return (int) r[CHAINS - 1][0];
  }

  /** The result of the last chain. */
  private String result() {
    return hex(r[CHAINS - 1]);
  }

  private String square() {
    long[] square = f.element();
    f.sqr(square, r[CHAINS - 1]);
    return hex(square);
  }

  private String hex(BigInteger value) {
    return HexFormat.of().formatHex(Scalars.bytes(value.mod(f.modulus), f.bytes));
  }

  private String hex(long[] element) {
    byte[] out = new byte[f.bytes];
    f.encode(out, 0, element, f.element());
    return HexFormat.of().formatHex(out);
  }
}
