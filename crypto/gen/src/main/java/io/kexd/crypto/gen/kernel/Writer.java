package io.kexd.crypto.gen.kernel;

import java.math.BigInteger;
import java.util.List;

/**
 * Writes the steps of a kernel as Java statements, and says what each does to the bounds. The
 * kernels of {@link Kernels} and the reductions are described once, as steps on a writer; a number
 * format (64-bit integers, doubles in lanes) is one implementation of this interface.
 *
 * <p>A <i>limb</i> is a digit of an element as it is stored, a <i>column</i> a sum of products of
 * one weight on its way to become a limb. They may be different kinds of word: limbs become columns
 * in {@link #group} and {@link #column}, columns become limbs in {@link #limb} and {@link #digit}.
 *
 * <p>Every method throws {@link PlanRefused} when the result could leave its word.
 */
public interface Writer {
  /** Limb {@code k} of an argument. */
  Value load(String array, int k, Interval range);

  /** Stores a limb of the result. All loads come before the first store: arguments may alias. */
  void store(String array, int k, Value limb);

  /** A small integer argument, as a limb. */
  Value parameter(String name, String argument, Interval range);

  /** The sum of two limbs, as a limb. */
  Value add(String name, Value x, Value y);

  /** The difference of two limbs, as a limb. */
  Value sub(String name, Value x, Value y);

  /** A limb times a constant, as a limb. */
  Value scale(String name, Value limb, BigInteger factor);

  /** A limb as a column. */
  Value column(Value limb);

  /** A sum of products of limbs, cut at the radix into two columns. */
  Parts group(String suffix, List<Product> products);

  /** A sum of columns. */
  Value sum(String name, List<Value> parts);

  /** A column times a constant. */
  Value fold(String name, Value column, BigInteger factor);

  /** A column times a constant, cut at the radix into two columns. */
  Parts foldSplit(String suffix, Value column, BigInteger factor);

  /** Cuts a column at bit {@code bits}; the format decides where the low part's range lies. */
  Parts split(String suffix, Value column, int bits);

  /** A column of a limb's size, with carries, as a limb. */
  Value limb(String name, Value column, List<Value> carries);

  /** The Montgomery digit q: column times {@code factor} modulo 2^radix, balanced, as a limb. */
  Value digit(String name, Value column, BigInteger factor);

  /** (column + q m) / 2^radix, which is exact since q is the column's Montgomery digit. */
  Value quotient(String name, Value column, Value q, BigInteger m);

  /** A column of a limb's size, as a limb. */
  Value toLimb(String name, Value column);

  /**
   * Whether it writes for several lanes: then kernels are ordered so that few numbers are alive,
   * limbs are carried as limbs, by {@link #cut}, and {@link #mix} is there.
   */
  default boolean inLanes() {
    return false;
  }

  /**
   * A limb times a small number, cut at bit {@code bits}: a limb, and what {@link #addCut} takes.
   */
  default Parts cut(String suffix, Value limb, Value factor, int bits) {
    throw new UnsupportedOperationException();
  }

  /** A limb plus {@code factor} times the high part of a {@link #cut}. */
  default Value addCut(String name, Value limb, Value high, BigInteger factor) {
    throw new UnsupportedOperationException();
  }

  /**
   * Ends a part of the kernel, a method of its own, where these columns are all that the next one
   * needs besides the operands. They wait in the array of the result, behind its {@code limbs}.
   */
  default void pause(List<Value> columns, int limbs, String array) {
    throw new UnsupportedOperationException();
  }

  /**
   * Limb {@code k} of a sum of elements, whose lanes are permuted and multiplied by small numbers
   * as the parameter {@code pattern} says: for each element, the lanes to take and the factors.
   *
   * @param range of the sum and of each partial one
   */
  default Value mix(String pattern, List<String> arrays, int k, Interval range) {
    throw new UnsupportedOperationException();
  }

  /** The statements, one text for each part of the kernel. */
  List<String> text();

  /** What they cost: multiplications in one lane, operations in several. */
  int cost();

  /**
   * A number in two columns: {@code low + 2^bits high}.
   *
   * @param low what stays
   * @param high what goes into the next column
   */
  record Parts(Value low, Value high) {}
}
