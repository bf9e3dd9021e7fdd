package io.kexd.crypto.mult;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.kexd.crypto.ct.Mask;
import io.kexd.crypto.ct.Wipe;
import io.kexd.crypto.field.LittleEndian;
import io.kexd.crypto.model.Cut;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;

/**
 * Scalars as signed odd digits: k = sum of d(i) 2^(w i), every d(i) odd and |d(i)| below 2^w. There
 * is no zero digit, and no carry runs through: with n windows, d(i) = 2 e(i) - (2^w - 1), where the
 * e(i) are the plain w-bit digits of (k + 2^(w n) - 1) / 2. For odd k that number is k >> 1 with
 * bit w n - 1 set.
 *
 * <p>Digits are added from the highest one down. For w of 3 and more only the last addition can be
 * of points that are equal, opposite or neutral, since the sum before digit i and what it is with
 * the digit added or subtracted are positive odd multiples of 2^(w i) below 8 l, and l is odd: for
 * i above 0 the order l divides none of them. docs/formulas.md has the steps.
 *
 * <p>An even scalar is made odd by adding the order of the point. Each lane of each group has its
 * own scalar. A workspace of one thread; constant time.
 */
public final class Recoding {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);

  public final int windows;
  private final int window;

  /** Words of 64 bits of a scalar. */
  private final int words;

  private final long[] order;

  /** Word k of scalar j at j * words + k. */
  private final long[] odd;

  /** For scalars below that order, one a lane. */
  public Recoding(int lanes, BigInteger order, int window) {
    this(lanes, order.bitLength() + 1, order, window);
  }

  /** For scalars that are odd and below 2^bits. */
  public static Recoding ofOdd(int lanes, int bits, int window) {
    return new Recoding(lanes, bits, BigInteger.ZERO, window);
  }

  /** For scalars below that order, in as many digits as the cut has. */
  static Recoding of(int count, BigInteger order, Cut cut) {
    return new Recoding(count, cut.window() * cut.windows(), order, cut.window());
  }

  private Recoding(int count, int bits, BigInteger order, int window) {
    if (window < 3) {
      throw new IllegalArgumentException("an addition before the last could be an exception");
    }
    this.windows = (bits + window - 1) / window;
    this.window = window;
    this.words = windows * window / 64 + 2; // a digit is read from two words
    this.order = new long[words];
    byte[] bytes = LittleEndian.of(order, 8 * words);
    for (int k = 0; k < words; k++) {
      this.order[k] = word(bytes, 0, bytes.length, k);
    }
    this.odd = new long[words * count];
  }

  /** Takes little-endian scalars of {@code size} bytes, as many as there is room for. */
  public void load(byte[] scalars, int size) {
    load(scalars, size, odd.length / words);
  }

  /** Takes the first {@code count} scalars. */
  void load(byte[] scalars, int size, int count) {
    for (int j = 0; j < count; j++) {
      long even = ~Mask.ofBit(scalars[j * size]);
      long carry = 0;
      for (int k = 0; k < words; k++) {
        long a = word(scalars, j * size, size, k);
        long b = order[k] & even;
        long sum = a + b + carry;
        carry = ((a & b) | ((a | b) & ~sum)) >>> 63;
        odd[j * words + k] = sum;
      }
    }
  }

  /** Word k of an integer of {@code size} bytes. */
  private static long word(byte[] in, int offset, int size, int k) {
    if (8 * k + 8 <= size) {
      return (long) LONGS.get(in, offset + 8 * k);
    }
    long word = 0;
    for (int i = 8 * k; i < size; i++) {
      word |= (in[offset + i] & 0xffL) << (8 * i);
    }
    return word;
  }

  /** Digit i: negative = -1 where it is below 0, index = (|digit| - 1) / 2. */
  public void digit(int i, long[] index, long[] negative) {
    digit(i, 0, index, negative);
  }

  /** Digit i of the scalars from {@code first} on, as many as there are lanes. */
  void digit(int i, int first, long[] index, long[] negative) {
    for (int lane = 0; lane < index.length; lane++) {
      digit(i, first + lane, lane, index, negative);
    }
  }

  /** Digit i of that scalar, for that lane. */
  void digit(int i, int scalar, int lane, long[] index, long[] negative) {
    int position = window * i + 1;
    int word = scalar * words + (position >> 6);
    int shift = position & 63;
    long half = 1L << (window - 1);
    long top = i == windows - 1 ? half : 0;
    long bits = odd[word] >>> shift | odd[word + 1] << 1 << (63 - shift);
    long e = (bits & (2 * half - 1)) | top;
    negative[lane] = ~Mask.ofBit(e >> (window - 1));
    index[lane] = (e ^ negative[lane]) & (half - 1);
  }

  public void wipe() {
    Wipe.wipe(odd);
  }
}
