package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Primes for which F = 2^(R n) modulo p has few digits of R bits: 2^m - c, 2^2t - 2^t - 1, P-384. A
 * product has all its columns, and column k >= n, the highest first, comes back below:
 *
 * <pre>
 *   x 2^(R k) = x F 2^(R (k - n)) = sum of x F_j 2^(R (k - n + j)),   F = sum of F_j 2^(R j)
 * </pre>
 *
 * <p>So x F_j is added to column k - n + j: as it is, if it is small enough for a column; otherwise
 * cut at R, its high part added to the next column. Every column takes what it has received from
 * above before it is folded itself.
 *
 * <p>Against operands multiplied by F_0 before the product ({@link PseudoMersenne}), the columns
 * hold plain products: the bits of F_0 do not count against the headroom.
 */
final class ColumnFolding implements Reduction {
  /** Products below 2^61 leave a column room for three more of that size. */
  private static final BigInteger SMALL = Interval.power(61);

  /** The codec subtracts multiples of the prime bit by bit. */
  private static final int MOST_SPARE = 8;

  private final Plan plan;
  private final BigInteger f;
  private final BigInteger[] digits;

  ColumnFolding(Plan plan) {
    this.plan = plan;
    BigInteger positive = Interval.power(plan.limbs() * plan.radix()).mod(plan.modulus());
    BigInteger negative = positive.subtract(plan.modulus());
    this.f = positive.compareTo(negative.negate()) < 0 ? positive : negative;
    this.digits = plan.digits(f);
  }

  /**
   * Whether folding is right and worth trying. F has no digit above n/2, and none at n - 1: the
   * high part of column k times F_j goes to column k - n + j + 1, which must be below k. Tight
   * elements, which are only reduced below 2^(R n), exceed the prime by few bits.
   */
  static boolean suits(Plan plan) {
    ColumnFolding folding = new ColumnFolding(plan);
    int spare = plan.limbs() * plan.radix() - plan.modulus().bitLength();
    int top = folding.topDigit();
    return spare <= MOST_SPARE && top <= plan.limbs() / 2 && top + 1 < plan.limbs();
  }

  BigInteger digit(int k) {
    return digits[k];
  }

  /** Whether F is one digit: primes 2^m - c. */
  boolean isOneDigit() {
    return topDigit() == 0;
  }

  int topDigit() {
    int top = digits.length - 1;
    while (digits[top].signum() == 0) {
      top--;
    }
    return top;
  }

  @Override
  public String description() {
    return "folded columns, 2^" + plan.limbs() * plan.radix() + " = " + NonAdjacentForm.text(f);
  }

  @Override
  public List<BigInteger> initialBounds() {
    return Collections.nCopies(plan.limbs(), Interval.power(plan.radix() - 1));
  }

  @Override
  public int domainBits() {
    return 0;
  }

  @Override
  public List<Value> reduce(Writer writer, Columns columns) {
    return carry(writer, columns);
  }

  @Override
  public List<Value> carry(Writer writer, Columns columns) {
    int n = plan.limbs();
    foldHigh(writer, columns);
    Writer.Parts top = writer.split("" + (n - 1), columns.take("c" + (n - 1), n - 1), plan.radix());
    return isShort(top.high()) ? roundWith(writer, columns, top) : roundAfter(writer, columns, top);
  }

  /** Brings every column from n up back below. */
  void foldHigh(Writer writer, Columns columns) {
    for (int k = columns.width() - 1; k >= plan.limbs(); k--) {
      if (!columns.isEmpty(k)) {
        fold(writer, columns, "f" + k, k, columns.take("c" + k, k));
      }
    }
  }

  /** Whether what the top column gives the others is shorter than a limb by some bits. */
  private boolean isShort(Value carry) {
    BigInteger limit = Interval.power(plan.radix()).shiftRight(5);
    for (BigInteger digit : digits) {
      if (carry.range().scale(digit).magnitude().compareTo(limit) >= 0) {
        return false;
      }
    }
    return true;
  }

  /** One round of carries, the top one together with the others. */
  private List<Value> roundWith(Writer writer, Columns columns, Writer.Parts top) {
    int n = plan.limbs();
    List<Value> limbs = new ArrayList<>();
    Value in = null;
    for (int k = 0; k < n; k++) {
      Writer.Parts part =
          k == n - 1 ? top : writer.split("" + k, columns.take("c" + k, k), plan.radix());
      List<Value> carries = new ArrayList<>();
      if (in != null) {
        carries.add(in);
      }
      if (digits[k].signum() != 0) {
        carries.add(times(writer, "t" + n + "_" + k, top.high(), digits[k]));
      }
      limbs.add(writer.limb("r" + k, part.low(), carries));
      in = part.high();
    }
    return limbs;
  }

  /** The top carry first, then a round for the others. */
  private List<Value> roundAfter(Writer writer, Columns columns, Writer.Parts top) {
    int n = plan.limbs();
    fold(writer, columns, "g", n, top.high());
    columns.add(n - 1, top.low());
    List<Value> limbs = new ArrayList<>();
    List<Value> in = List.of();
    for (int k = 0; k < n - 1; k++) {
      Writer.Parts part = writer.split("" + k, columns.take("s" + k, k), plan.radix());
      limbs.add(writer.limb("r" + k, part.low(), in));
      in = List.of(part.high());
    }
    limbs.add(writer.limb("r" + (n - 1), columns.take("s" + (n - 1), n - 1), in));
    return limbs;
  }

  /** Adds x 2^(R k) to the columns below. */
  private void fold(Writer writer, Columns columns, String name, int k, Value x) {
    for (int j = 0; j < digits.length; j++) {
      if (digits[j].signum() == 0) {
        continue;
      }
      String part = name + "_" + j;
      int target = k - plan.limbs() + j;
      if (x.range().scale(digits[j]).magnitude().compareTo(SMALL) < 0) {
        columns.add(target, times(writer, part, x, digits[j]));
      } else {
        columns.add(target, writer.foldSplit(part, x, digits[j]));
      }
    }
  }

  private static Value times(Writer writer, String name, Value x, BigInteger factor) {
    return factor.equals(BigInteger.ONE) ? x : writer.fold(name, x, factor);
  }
}
