package io.kexd.crypto.field;

import io.kexd.crypto.ct.Wipe;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Raises to a fixed public exponent: a workspace of one thread.
 *
 * <p>The exponent is cut into runs of ones. A run of k ones is the power 2^k - 1, which an addition
 * chain on k gives: x(2h) = x(h)^(2^h) x(h) and x(h+1) = x(h)^2 x(1). The runs are then joined by
 * squarings. For 2^255 - 21 this is 254 S + 14 M.
 */
final class FixedPower {
  /** r[to] = r[from]^(2^squarings) r[factor]. */
  private record Step(int to, int from, int squarings, int factor) {}

  private static final int NONE = -1;

  private final Field f;
  private final Step[] steps;
  private final long[][] registers;
  private final int result;

  FixedPower(Field f, BigInteger exponent) {
    this.f = f;
    Compiler compiler = new Compiler();
    this.result = compiler.compile(exponent);
    this.steps = compiler.steps.toArray(new Step[0]);
    this.registers = new long[compiler.registers][];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = f.element();
    }
  }

  /** r = a^exponent. In: headroom T. Out: T. Time: constant. */
  void raise(long[] r, long[] a) {
    f.copy(registers[0], a);
    for (Step step : steps) {
      long[] to = registers[step.to];
      long[] from = registers[step.from];
      for (int i = 0; i < step.squarings; i++) {
        f.sqr(to, from);
        from = to;
      }
      if (step.factor != NONE) {
        f.mul(to, from, registers[step.factor]);
      }
    }
    f.copy(r, registers[result]);
  }

  void wipe() {
    Wipe.wipe(registers);
  }

  /** Turns an exponent into steps. Register 0 holds the base. */
  private static final class Compiler {
    private final List<Step> steps = new ArrayList<>();
    private final Map<Integer, Integer> runs = new HashMap<>(Map.of(1, 0));
    private int registers = 1;

    int compile(BigInteger exponent) {
      int bit = exponent.bitLength() - 1;
      int length = run(exponent, bit);
      int first = runOf(length);
      bit -= length;
      if (bit < 0) {
        return first;
      }
      int accumulator = registers++;
      int from = first;
      while (bit >= 0) {
        int zeros = 0;
        while (bit - zeros >= 0 && !exponent.testBit(bit - zeros)) {
          zeros++;
        }
        bit -= zeros;
        length = run(exponent, bit);
        int factor = length == 0 ? NONE : runOf(length);
        steps.add(new Step(accumulator, from, zeros + length, factor));
        from = accumulator;
        bit -= length;
      }
      return accumulator;
    }

    /** The number of ones from that bit downwards. */
    private static int run(BigInteger exponent, int bit) {
      int length = 0;
      while (bit - length >= 0 && exponent.testBit(bit - length)) {
        length++;
      }
      return length;
    }

    /** The register that holds the power 2^k - 1. */
    private int runOf(int k) {
      Integer known = runs.get(k);
      if (known != null) {
        return known;
      }
      int half = k % 2 == 0 ? runOf(k / 2) : runOf(k - 1);
      int to = registers++;
      steps.add(k % 2 == 0 ? new Step(to, half, k / 2, half) : new Step(to, half, 1, 0));
      runs.put(k, to);
      return to;
    }
  }
}
